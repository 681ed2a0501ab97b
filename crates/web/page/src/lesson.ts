// Learning from mistakes: back to where a move was bad, to try another one. Moves on the board are answers then.
import { signal } from '@preact/signals';
import type { Actions } from './actions.js';
import { chanceOf, LEAST_LOSS, lessonsOf, reviewAt } from './judge.js';
import type { Color, Review } from './protocol.js';
import { type App, firstPlayer } from './state.js';
import { ROOT } from './tree.js';

export type LessonStep =
  | { step: 'find' | 'judging' | 'solution' }
  | { step: 'good'; san: string; isBest: boolean }
  | { step: 'bad'; san: string; lost: number };

export interface Lesson {
  side: Color;
  /** The game that it is about. */
  game: number;
  mistakes: readonly Review[];
  index: number;
  now: LessonStep;
}

export const lesson = signal<Lesson | null>(null);

/** Nodes to judge a try with: as many as a review gives a position. */
const JUDGE_NODES = 50_000;

/** The position in which a better move is looked for. */
export function placeOf(app: App, { mistakes, index }: Lesson): number {
  return app.tree.nodes.get(mistakes[index]!.node)?.parent ?? ROOT;
}

/** The lesson that the board is about just now. */
export function lessonOn(app: App): Lesson | null {
  const now = lesson.value;
  return now && now.game === app.tree.game && app.at === placeOf(app, now) ? now : null;
}

/** A try is looked for: nothing gives it away. */
export const isSecret = (app: App): boolean => {
  const now = lessonOn(app)?.now.step;
  return now === 'find' || now === 'judging' || now === 'bad';
};

export function beginLesson(app: App, actions: Actions, side: Color): void {
  const mistakes = lessonsOf(app.tree, app.reviews, side);
  if (mistakes.length === 0) return;
  if (app.analysing) actions.analyse(false);
  show(app, actions, { side, game: app.tree.game, mistakes, index: 0, now: { step: 'find' } });
}

export function nextLesson(app: App, actions: Actions): void {
  const now = lesson.value;
  if (!now) return;
  if (now.index + 1 < now.mistakes.length) show(app, actions, { ...now, index: now.index + 1, now: { step: 'find' } });
  else lesson.value = null;
}

function show(app: App, actions: Actions, next: Lesson): void {
  lesson.value = next;
  actions.visit(placeOf(app, next));
}

export function giveUp(): void {
  if (lesson.value) lesson.value = { ...lesson.value, now: { step: 'solution' } };
}

/** Judges a move that was tried. It is taken away again, unless the game had it before. */
export async function tryMove(move: string, actions: Actions, app: () => App): Promise<void> {
  const before = app();
  const now = lessonOn(before);
  const mistake = now?.mistakes[now.index];
  if (!now || !mistake || now.now.step === 'judging') return;
  const tell = (step: LessonStep): void => {
    if (lesson.value?.mistakes === now.mistakes && lesson.value.index === now.index)
      lesson.value = { ...now, now: step };
  };
  if (move === mistake.better?.move) {
    tell({ step: 'good', san: mistake.better.san, isBest: true });
    return;
  }
  tell({ step: 'judging' });
  const place = before.at;
  const known = new Set(before.tree.nodes.keys());
  if (!(await actions.ask({ type: 'move', move, node: place }))) {
    tell({ step: 'find' });
    return;
  }
  const { server } = app();
  const node = server!.node;
  const san = app().tree.nodes.get(node)?.played?.san ?? move;
  const first = firstPlayer(server!);
  const lost = await lossOf(app(), actions, now.side, reviewAt(before.reviews, place), first);
  if (!known.has(node)) await actions.ask({ type: 'delete', node });
  actions.visit(place);
  if (lost === null) tell({ step: 'find' });
  else tell(lost < LEAST_LOSS ? { step: 'good', san, isBest: false } : { step: 'bad', san, lost });
}

/** How much of the chance to win the move cost that was just made. */
async function lossOf(
  app: App,
  actions: Actions,
  side: Color,
  before: Review | undefined,
  first: Color,
): Promise<number | null> {
  const over = app.server?.over;
  const answer = over ? null : await actions.ask({ type: 'hint', nodes: JUDGE_NODES });
  const score = over ? { end: over.result } : answer?.type === 'hint' ? answer.score : null;
  if (!score) return null;
  return before ? Math.max(0, chanceOf(before.score, side, first) - chanceOf(score, side, first)) : 0;
}
