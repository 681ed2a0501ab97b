// Trees to test with.
import type { NodeState } from '../../src/protocol.js';
import { type GameTree, NO_TREE, takeNodes } from '../../src/tree.js';

export const chessNode = (id: number, parent: number | null, change: Partial<NodeState> = {}): NodeState => ({
  id,
  parent,
  children: [],
  played: parent === null ? null : { move: `m${id}`, san: `S${id}`, by: 'human', ms: 0, score: null },
  intro: '',
  comment: '',
  tail: '',
  nags: [],
  shapes: [],
  turn: 'white',
  over: null,
  place: { fen: `fen${id} w - - 0 1`, dests: '', promotions: [], check: null, last: null },
  ...change,
});

/** A tree from each node's parent; the fields of some nodes may be given. */
export function grown(parents: (number | null)[], change: Record<number, Partial<NodeState>> = {}): GameTree {
  const nodes = parents.map((parent, id) => chessNode(id, parent, change[id]));
  for (const node of nodes) if (node.parent !== null) nodes[node.parent]!.children.push(node.id);
  return takeNodes(NO_TREE, { type: 'nodes', all: true, nodes, gone: [], tags: [] });
}
