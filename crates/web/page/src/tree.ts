// The tree of the game as the page holds it: each node has its position, so that a step asks nobody.
import type { GameState, NodeState, Nodes, Stone } from './protocol.js';

export interface GameTree {
  /** Counts the games: numbers of nodes belong to one of them. */
  game: number;
  nodes: ReadonlyMap<number, NodeState>;
  tags: readonly (readonly [string, string])[];
}

export const ROOT = 0;
export const NO_TREE: GameTree = { game: 0, nodes: new Map(), tags: [] };

export function takeNodes(tree: GameTree, message: Nodes): GameTree {
  const nodes = new Map(message.all ? [] : tree.nodes);
  for (const id of message.gone) nodes.delete(id);
  for (const node of message.nodes) nodes.set(node.id, node);
  return message.all
    ? { game: tree.game + 1, nodes, tags: message.tags ?? [] }
    : { game: tree.game, nodes, tags: tree.tags };
}

/** The nodes from the first move to this one. */
export function pathTo(tree: GameTree, id: number): number[] {
  const path: number[] = [];
  for (let node = tree.nodes.get(id); node && node.parent !== null; node = tree.nodes.get(node.parent))
    path.push(node.id);
  return path.reverse();
}

/** The path and the main continuation behind it. */
export function lineOf(tree: GameTree, id: number): number[] {
  const line = pathTo(tree, id);
  for (let next = tree.nodes.get(id)?.children[0]; next !== undefined; next = tree.nodes.get(next)?.children[0])
    line.push(next);
  return line;
}

/** `e2e3e4 g1f3` as squares to squares. */
export function readDests(text: string): Record<string, string[]> {
  const dests: Record<string, string[]> = {};
  for (const word of text.split(' ')) {
    const [from, ...to] = word.match(/../g) ?? [];
    if (from !== undefined) dests[from] = to;
  }
  return dests;
}

/** `h8b1 i9w2` as stones. */
export function readStones(text: string): Stone[] {
  return [...text.matchAll(/([a-z]\d+)([bw])(\d+)/g)].map(([, at, color, n]) => ({
    at: at!,
    color: color === 'b' ? 'black' : 'white',
    n: Number(n),
  }));
}

/** The game as it is seen at a node: what the server said, and the position of the node. */
export function viewOf(state: GameState, tree: GameTree, at: number): GameState {
  const node = tree.nodes.get(at);
  if (!node || at === state.node) return state;
  const line = lineOf(tree, at);
  const shared = {
    node: at,
    line,
    ply: pathTo(tree, at).length,
    moves: line.map(id => tree.nodes.get(id)!.played!),
    turn: node.turn,
    over: node.over,
    thinking: false,
    paused: true,
  };
  if (state.game === 'chess' && 'fen' in node.place) {
    const { fen, dests, promotions, check, last } = node.place;
    return { ...state, ...shared, fen, dests: readDests(dests), promotions, check, last };
  }
  if (state.game === 'gomoku' && 'stones' in node.place) {
    const { stones, captures, forbidden, winning } = node.place;
    const played = node.played && node.played.move !== '--' ? node.played.move : null;
    return {
      ...state,
      ...shared,
      stones: readStones(stones),
      captures,
      forbidden,
      winning,
      threats: [],
      last: played === null ? null : [played],
    };
  }
  return state;
}

/** Another move at the same place, before or after this one in the order of the tree. */
export function sibling(tree: GameTree, id: number, direction: 1 | -1): number | null {
  const parent = tree.nodes.get(id)?.parent ?? null;
  const all = parent === null ? [] : tree.nodes.get(parent)!.children;
  return all[all.indexOf(id) + direction] ?? null;
}

const GLYPHS: Record<number, string> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⨀',
  23: '⨀',
  132: '⇆',
  140: '∆',
  146: 'N',
};

export const glyph = (nag: number): string => GLYPHS[nag] ?? `$${nag}`;

/** The glyphs that judge a move: it has one of them at most. */
export const MOVE_GLYPHS: readonly number[] = [1, 2, 3, 4, 5, 6];

/** The glyphs of a move after one of them was chosen: the same again takes it away. */
export function toggledGlyph(nags: readonly number[], chosen: number): number[] {
  const others = nags.filter(nag => !MOVE_GLYPHS.includes(nag));
  return nags.includes(chosen) ? others : [chosen, ...others];
}
