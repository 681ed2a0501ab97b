// What a review says of moves: the one judge of the page. Chances and thresholds are those of `regence analyse`.
import { share } from './format.js';
import type { Color, Mark, Review, Score } from './protocol.js';
import { other } from './protocol.js';
import { type GameTree, ROOT } from './tree.js';

/** A side's chance to win, in percent. */
export function chanceOf(score: Score, side: Color, first: Color): number {
  const firsts = 100 * share(score, first);
  return side === first ? firsts : 100 - firsts;
}

/** From so many percent of the chance to win on a move is marked. */
export const LEAST_LOSS = 5;

const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export const markSign = (mark: Mark): string => SIGNS[mark];

export const reviewAt = (reviews: readonly Review[], node: number): Review | undefined =>
  reviews.find(review => review.node === node);

/** Who made the move that a review is about. */
export function moverOf(tree: GameTree, review: Review): Color | null {
  const node = tree.nodes.get(review.node);
  return node && node.id !== ROOT ? other(node.turn) : null;
}

export const MARKS: readonly Mark[] = ['inaccuracy', 'mistake', 'blunder'];

/** How often each side's moves were marked. */
export function countMarks(tree: GameTree, reviews: readonly Review[], side: Color): Record<Mark, number> {
  const counts = { inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const review of reviews) if (review.mark && moverOf(tree, review) === side) counts[review.mark] += 1;
  return counts;
}

/** The moves of a side to learn from: mistakes and blunders, or else what was inaccurate. */
export function lessonsOf(tree: GameTree, reviews: readonly Review[], side: Color): Review[] {
  const marked = reviews.filter(review => review.mark && review.better && moverOf(tree, review) === side);
  const bad = marked.filter(review => review.mark !== 'inaccuracy');
  return bad.length > 0 ? bad : marked;
}
