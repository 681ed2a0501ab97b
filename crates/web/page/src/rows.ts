// The tree of moves as rows to read: the main line in two columns, and below a move what is said about it and the
// variations that replace it.
import type { NodeState } from './protocol.js';
import { type GameTree, lineOf, ROOT } from './tree.js';

export type Row =
  | { kind: 'moves'; number: number; first: number | null; second: number | null }
  | { kind: 'text'; of: number; text: string }
  | { kind: 'line'; from: number };

/** A piece of a variation. */
export type Token =
  | { kind: 'move'; id: number; label: string }
  | { kind: 'text'; text: string }
  | { kind: 'open' | 'close' };

/** The number of the move after so many plies, and whether the second player makes it. */
export function numbering(tree: GameTree): (ply: number) => { number: number; isSecond: boolean } {
  const place = tree.nodes.get(ROOT)?.place;
  if (!place || !('fen' in place)) return ply => ({ number: ply + 1, isSecond: false });
  const fields = place.fen.split(' ');
  const begun = (Number(fields[5]) || 1) * 2 + (fields[1] === 'b' ? 1 : 0);
  return ply => ({ number: Math.floor((begun + ply) / 2), isSecond: (begun + ply) % 2 === 1 });
}

export function rowsOf(tree: GameTree): Row[] {
  const isChess = 'fen' in (tree.nodes.get(ROOT)?.place ?? {});
  const count = numbering(tree);
  const rows: Row[] = [];
  const root = tree.nodes.get(ROOT);
  if (root) rows.push(...texts(ROOT, root.comment, root.tail));
  let open: Extract<Row, { kind: 'moves' }> | null = null;
  lineOf(tree, ROOT).forEach((id, ply) => {
    const { number, isSecond } = isChess ? count(ply) : { number: ply + 1, isSecond: ply % 2 === 1 };
    if (isSecond && open) {
      open.second = id;
    } else {
      open = isSecond
        ? { kind: 'moves', number, first: null, second: id }
        : { kind: 'moves', number, first: id, second: null };
      rows.push(open);
    }
    const node = tree.nodes.get(id)!;
    const others = tree.nodes.get(node.parent ?? ROOT)!.children.slice(1);
    const below: Row[] = [
      ...texts(id, node.intro, node.comment),
      ...others.map(from => ({ kind: 'line' as const, from })),
      ...texts(id, node.tail),
    ];
    if (below.length > 0) {
      rows.push(...below);
      open = null;
    } else if (isSecond) {
      open = null;
    }
  });
  return rows;
}

const texts = (of: number, ...all: string[]): Row[] =>
  all.filter(text => text !== '').map(text => ({ kind: 'text', of, text }));

interface Frame {
  line: number[];
  next: number;
  ply: number;
  isFresh: boolean;
}

/** A variation with everything below it, in brackets. The open lines are on a list: a file says how deep they go. */
export function tokensOf(tree: GameTree, from: number, ply: number): Token[] {
  const count = numbering(tree);
  const isChess = 'fen' in (tree.nodes.get(ROOT)?.place ?? {});
  const tokens: Token[] = [];
  const frame = (start: number, at: number): Frame => ({ line: onward(tree, start), next: 0, ply: at, isFresh: true });
  const frames = [frame(from, ply)];
  while (frames.length > 0) {
    const top = frames.at(-1)!;
    if (top.next === 0 && frames.length > 1) tokens.push({ kind: 'open' });
    const id = top.line[top.next];
    const node = id === undefined ? undefined : tree.nodes.get(id);
    if (id === undefined || !node) {
      frames.pop();
      if (frames.length > 0) tokens.push({ kind: 'close' });
      continue;
    }
    if (node.intro) tokens.push({ kind: 'text', text: node.intro });
    tokens.push({ kind: 'move', id, label: isChess ? label(count(top.ply), top.isFresh) : `${top.ply + 1}.` });
    const said = [node.comment, node.tail].filter(Boolean);
    for (const text of said) tokens.push({ kind: 'text', text });
    const others = top.next > 0 ? siblings(tree, node) : [];
    top.isFresh = said.length > 0 || others.length > 0;
    for (const other of [...others].reverse()) frames.push(frame(other, top.ply));
    top.next += 1;
    top.ply += 1;
  }
  return tokens;
}

function onward(tree: GameTree, start: number): number[] {
  const line: number[] = [];
  for (let id: number | undefined = start; id !== undefined; id = tree.nodes.get(id)?.children[0]) line.push(id);
  return line;
}

/** The variations that are written behind a move: those of the move that comes first. */
function siblings(tree: GameTree, node: NodeState): readonly number[] {
  const all = tree.nodes.get(node.parent ?? ROOT)?.children ?? [];
  return all[0] === node.id ? all.slice(1) : [];
}

const label = ({ number, isSecond }: { number: number; isSecond: boolean }, isFresh: boolean): string =>
  isSecond ? (isFresh ? `${number}…` : '') : `${number}.`;
