// Sentences made from the facts that the board tells: results, reviews, hints, and why a move was not chosen. One
// object is one language; another language is another object with the same shape.

import { factOf } from './facts.js';
import { boundSign, capital, scoreText } from './format.js';
import { pick } from './language.js';
import type {
  Decision,
  DepthVerdict,
  Ending,
  Fact,
  Figure,
  GameKind,
  Hello,
  Hint,
  Line,
  Mark,
  Over,
  Shape,
  Technique,
  Tree,
  TreeChild,
  Worth,
} from './protocol.js';
import { french } from './wording-fr.js';

/** What a technique is called, and what it does in a sentence, by its id. */
export interface Techniques {
  name(id: string): string;
  sentence(id: string): string;
}

export interface Wording {
  /** What a technique does, in a sentence. */
  technique(game: GameKind, it: Technique): string;
  result(over: Over): string;
  reason(over: Over): string;
  shape(shape: Shape): string;
  mark(mark: Mark): string;
  better(san: string): string;
  percent(number: number): string;
  hint(hint: Hint): string;
  /** The answer to why in one sentence. */
  conclusion(san: string, facts: readonly Fact[]): string;
  why(san: string, fact: Fact, techniques: Techniques): string;
  verdict(row: DepthVerdict, techniques: Techniques): string;
  /** What became of a row of the tree. */
  row(child: TreeChild, techniques: Techniques): string;
  /** What happened in a node of the tree. */
  node(tree: Tree, techniques: Techniques): string;
}

type Legends = Pick<Hello, 'techniques' | 'gomoku_techniques'>;

/** The techniques of one game: both may have one of the same name that does something else. */
export function techniquesOf(hello: Legends | null, game: GameKind, wording: Wording = words): Techniques {
  const told = game === 'chess' ? hello?.techniques : hello?.gomoku_techniques;
  const known = new Map(told?.map(it => [it.id, it]));
  return {
    name: id => known.get(id)?.name ?? id.replaceAll('_', ' '),
    sentence: id => {
      const it = known.get(id);
      return it ? wording.technique(game, it) : '';
    },
  };
}

const RESULTS: Record<Over['result'], string> = { '1-0': 'White wins', '0-1': 'Black wins', '1/2-1/2': 'A draw' };

const SHAPES: Record<Shape, string> = {
  three: 'three',
  'double-three': 'double three',
  four: 'four',
  'four-three': 'four and three',
  'double-four': 'double four',
  'open-four': 'open four',
  five: 'five',
};

const LINE_ENDS: Record<NonNullable<Line['end']>, string> = {
  stalemate: 'stalemate',
  draw: 'draw',
  'white-wins': 'White wins',
  'black-wins': 'Black wins',
};

const minus = (n: number): string => (n < 0 ? `−${-n}` : String(n));
const hundredths = (n: number): string => (Math.abs(n) / 100).toFixed(2);
const plies = (n: number): string => (n === 1 ? '1 ply' : `${n} plies`);
const line = ({ san, end }: Line): string => [...san, ...(end ? [`(${LINE_ENDS[end]})`] : [])].join(' ');
const worthText = (worth: Worth | null): string =>
  worth ? boundSign(worth.bound) + scoreText(worth.score) : 'an unknown score';

function withArticle(shape: Shape): string {
  if (shape === 'five') return 'five in a row';
  return `${shape === 'open-four' ? 'an' : 'a'} ${SHAPES[shape]}`;
}

function figure(it: Figure): string {
  if ('score' in it) return `${it.name} ${scoreText(it.score)}`;
  if ('amount' in it) return `${it.name} ${it.amount < 0 ? '−' : ''}${hundredths(it.amount)}`;
  return `${it.name} ${minus(it.count)}`;
}

/** `late move pruning (skips the last quiet moves): number 9, limit 7`. */
function decision({ by, numbers }: Decision, techniques: Techniques): string {
  const sentence = techniques.sentence(by).replace(/\.$/, '');
  const does = sentence ? ` (${sentence.charAt(0).toLowerCase()}${sentence.slice(1)})` : '';
  return `${techniques.name(by)}${does}${numbers.length > 0 ? `: ${numbers.map(figure).join(', ')}` : ''}`;
}

const proved = (proof: string | null): string => (proof ? `${proof} wins by force, found by ` : '');

function ending(it: Ending, techniques: Techniques): string {
  switch (it.ending) {
    case 'draw':
      return 'the rules call the position a draw';
    case 'too-deep':
      return 'the line is as long as lines may get';
    case 'table':
      return it.worth
        ? `the table remembers ${worthText(it.worth)} from a search of depth ${it.depth}`
        : 'the table knew enough';
    case 'over':
      return `${capital(it.loser)} has lost`;
    case 'wins':
      return `${capital(it.side)} wins at once${it.san ? ` with ${it.san}` : ''}`;
    case 'lost':
      return `${capital(it.side)} cannot meet the threat`;
    case 'stand-pat':
      return `${capital(it.side)} can stand pat`;
    case 'leaf':
      return it.proof ? `${proved(it.proof)}a search of fours` : 'no plies are left, so the evaluation counts';
    case 'cut':
      return proved(it.proof) + decision(it.decision, techniques);
    case 'mated':
      return `${capital(it.side)} is mated`;
    case 'stalemated':
      return `${capital(it.side)} is stalemated, a draw`;
    case 'stuck':
      return `${capital(it.side)} has nothing else to play`;
    case 'moves':
      return 'its moves were searched';
  }
}

/** `3`, `3 to 5`, `3, 5 to 7 and 9`. */
export function runs(depths: number[]): string {
  const parts: [number, number][] = [];
  for (const depth of depths) {
    const last = parts.at(-1);
    if (last && last[1] + 1 === depth) last[1] = depth;
    else parts.push([depth, depth]);
  }
  const words = parts.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`));
  const last = words.pop() ?? '';
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}

function verdict(row: DepthVerdict, techniques: Techniques): string {
  switch (row.verdict) {
    case 'best':
      return row.worth ? `best, ${worthText(row.worth)}` : 'best';
    case 'searched': {
      const after = row.reply ? ` after ${row.reply}` : '';
      const reduced = row.reduced_to === null ? '' : `, reduced to depth ${row.reduced_to}`;
      return (row.worth ? worthText(row.worth) : 'stopped') + after + reduced;
    }
    case 'skipped':
      return `skipped by ${techniques.name(row.by)}`;
    case 'not-reached':
      return `not reached, ${row.better} was enough`;
    case 'node-ended':
      return `not reached, ${row.ending.ending === 'cut' ? `node cut by ${techniques.name(row.ending.decision.by)}` : ending(row.ending, techniques)}`;
    case 'excluded':
      return 'left out';
    case 'proves':
      return `wins by force, ${techniques.name(row.by)}`;
    case 'not-looked-at':
      return 'not looked at';
    case 'stopped':
      return 'stopped';
  }
}

const when = (depth: number, unfinished: boolean): string =>
  unfinished ? `in the unfinished iteration of depth ${depth}` : `at depth ${depth}`;

function alone(san: string, fact: Extract<Fact, { fact: 'alone' }>): string {
  const depth = fact.depth === null ? 'the same depth' : `depth ${fact.depth}`;
  const head = `Searched alone to ${depth}, ${san} comes to ${scoreText(fact.score)}: ${line(fact.line)}.`;
  if (fact.no_less)
    return `${head} That is no less: beside the others it was reduced or cut short before that was seen.`;
  const less = fact.less === null ? '' : ` That is ${hundredths(fact.less)} less.`;
  return head + less + (fact.refuted_by ? ` ${fact.refuted_by} refutes it.` : '');
}

function searched(san: string, fact: Extract<Fact, { fact: 'searched' }>, techniques: Techniques): string {
  const worth = `${san} is worth ${worthText(fact.worth)}, and ${scoreText(fact.to_beat)} was to be beaten`;
  if (fact.reply) return `${fact.reply} answers it: ${worth} (${line(fact.line)}).`;
  if (!fact.ending) return `${worth}.`;
  const isOver = ['mated', 'stalemated', 'stuck'].includes(fact.ending.ending);
  return `${worth}. ${isOver ? 'There is no reply' : 'No reply had to be found'}: ${ending(fact.ending, techniques)}.`;
}

function bestAt(san: string, fact: Extract<Fact, { fact: 'best-at' }>, techniques: Techniques): string {
  const choice = (row: DepthVerdict): string => `${row.san} (${scoreText(row.score)})`;
  const [first] = fact.depths;
  const head =
    fact.depths.length === 1
      ? `${san} was seen as best at depth ${first} only.`
      : `${san} was first seen as best at depth ${first}, in all at depths ${runs(fact.depths)}.`;
  const before = fact.before
    ? ` At depth ${fact.before.depth} it was still ${verdict(fact.before, techniques)}, and the choice ${choice(fact.before)}.`
    : '';
  const lost = fact.lost
    ? ` It lost that place at depth ${fact.lost.depth} (${verdict(fact.lost, techniques)}) to ${choice(fact.lost)}.`
    : '';
  return head + before + lost;
}

function why(san: string, fact: Fact, techniques: Techniques): string {
  switch (fact.fact) {
    case 'makes':
      return `${san} makes ${withArticle(fact.shape)} for ${capital(fact.side)}.`;
    case 'prevents':
      return `It keeps ${capital(fact.side)} from making ${withArticle(fact.shape)} there.`;
    case 'captures':
      return `It captures ${fact.pairs} ${fact.pairs === 1 ? 'pair' : 'pairs'}.`;
    case 'chosen':
      return `${san} was chosen ${when(fact.depth, fact.unfinished)}: ${scoreText(fact.score)}, with ${line(fact.line)}.`;
    case 'not-chosen':
      return `${san} was not chosen. The choice ${when(fact.depth, fact.unfinished)} is ${fact.best}: ${scoreText(fact.score)}, with ${line(fact.line)}.`;
    case 'only-move':
      return 'It is the only legal move.';
    case 'best-of-others':
      return `The best of the other moves comes to ${scoreText(fact.score)}: ${line(fact.line)}.`;
    case 'alone':
      return alone(san, fact);
    case 'searched':
      return searched(san, fact, techniques);
    case 'best':
      return `${san} is the best move there${fact.worth ? `: ${worthText(fact.worth)}` : ''}.`;
    case 'extended':
      return `It was searched ${plies(Math.abs(fact.plies))} ${fact.plies > 0 ? 'deeper' : 'less deep'} by ${decision(fact.decision, techniques)}.`;
    case 'reduced': {
      const again = fact.again
        ? 'and promised enough to be searched again in full'
        : 'and did not surprise, so it was not searched in full';
      return `As move ${fact.number} of ${fact.of} it was searched to depth ${minus(fact.to)} in place of ${fact.depth} ${again}: ${decision(fact.decision, techniques)}.`;
    }
    case 'answers-skipped':
      return `Of ${capital(fact.side)}'s ${fact.legal} answers ${fact.searched} were searched; the others were skipped, ${fact.example ?? 'quiet moves'} by ${decision(fact.decision, techniques)}.`;
    case 'skipped':
      return `${san} was not searched: skipped${fact.with_rest ? ' with all quiet moves that were left' : ''} by ${decision(fact.decision, techniques)}.`;
    case 'not-reached':
      return `${san} was not looked at: ${fact.better} is good enough already, ${worthText(fact.worth)} where ${scoreText(fact.needed)} was needed.`;
    case 'node-ended':
      return `${san} was not looked at, and no other move was: ${ending(fact.ending, techniques)}.`;
    case 'excluded':
      return `${san} was left out to see what the other moves are worth.`;
    case 'proves':
      return `${san} wins by force within ${plies(fact.plies)}, found by ${techniques.name(fact.by)}.`;
    case 'not-looked-at':
      return `${san} was not looked at: the search does not look at all moves there.`;
    case 'stopped':
      return `The search was stopped before ${san} was searched.`;
    case 'never-best':
      return `${san} was rejected from depth 1 on: it was not the best move at any depth.`;
    case 'best-at':
      return bestAt(san, fact, techniques);
  }
}

function conclusion(san: string, facts: readonly Fact[]): string {
  const chosen = factOf(facts, 'chosen');
  if (chosen) return `${san} is the choice: ${scoreText(chosen.score)}.`;
  const better = factOf(facts, 'not-chosen');
  if (!better) return factOf(facts, 'only-move') ? 'It is the only legal move.' : san;
  const head = `${san} was not chosen:`;
  const it = factOf(facts, 'alone');
  if (it?.refuted_by) return `${head} ${it.refuted_by} refutes it, and ${better.best} is better.`;
  if (it && !it.no_less && it.less !== null) return `${head} it is ${hundredths(it.less)} worse than ${better.best}.`;
  if (it?.no_less) return `${head} ${better.best} is as good.`;
  return `${head} ${better.best} is better (${scoreText(better.score)}).`;
}

function row(child: TreeChild, techniques: Techniques): string {
  switch (child.what) {
    case 'searched': {
      const how = { planned: '', reduced: 'reduced; ', again: 'searched again; ' }[child.how];
      const end = child.ending;
      // In a row the name of a technique is enough: the note of an open node says more.
      if (end?.ending === 'cut') {
        const { by, numbers } = end.decision;
        return `${how}${proved(end.proof)}${decision({ by, numbers }, { ...techniques, sentence: () => '' })}`;
      }
      return how + (end ? ending(end, techniques) : 'stopped');
    }
    case 'skipped':
      return `skipped by ${decision(child.decision, { ...techniques, sentence: () => '' })}`;
    case 'skipped-many':
      return `skipped by ${techniques.name(child.by)}: ${child.san.join(', ')}`;
    case 'not-searched':
      return 'not searched';
    case 'not-recorded':
      return 'searched, not recorded';
    case 'aside':
      return child.by ? `a search on behalf of ${techniques.name(child.by)}` : 'a search of its own';
  }
}

function node(tree: Tree, techniques: Techniques): string {
  const end = tree.ending ? ending(tree.ending, techniques) : 'the search was stopped here';
  const parts = [
    tree.score
      ? `Returned ${worthText({ score: tree.score, bound: tree.bound })}, ${capital(tree.side)} to move: ${end}.`
      : `${capital(end)}.`,
  ];
  if (tree.reduced)
    parts.push(
      `The whole node was searched to depth ${minus(tree.reduced.to)} by ${decision(tree.reduced.decision, techniques)}.`,
    );
  if (tree.rest_skipped)
    parts.push(`The quiet moves that were left were skipped by ${decision(tree.rest_skipped, techniques)}.`);
  if (tree.left_out > 0) parts.push(`${tree.left_out} nodes below were not recorded.`);
  return parts.join(' ');
}

function reason({ reason, side }: Over): string {
  const who = side ? capital(side) : 'a side';
  switch (reason) {
    case 'checkmate':
    case 'stalemate':
      return reason;
    case 'repetition':
      return 'threefold repetition';
    case 'fifty-moves':
      return 'fifty moves without a capture or a pawn move';
    case 'insufficient-material':
      return 'insufficient material';
    case 'five':
      return 'five in a row';
    case 'captures':
      return 'ten captured stones';
    case 'no-move':
      return 'no legal move is left';
    case 'resigned':
      return `${who} resigned`;
    case 'agreement':
      return 'both sides agreed on a draw';
    case 'recorded':
      return 'as recorded';
    case 'time':
      return `${who} ran out of time`;
    case 'time-bare-king':
      return `${who} ran out of time, but ${side === 'white' ? 'Black' : 'White'} has only a king`;
  }
}

export const english: Wording = {
  technique: (_, { sentence }) => sentence,
  // Results are written as in chess, White's first, in both games; in words there is no doubt.
  result: over => RESULTS[over.result],
  reason,
  shape: shape => SHAPES[shape],
  mark: mark => mark,
  better: san => `better was ${san}`,
  percent: number => `${number.toFixed(1)} %`,
  hint: hint => {
    const then = hint.line.slice(1, 5).join(' ');
    return `${hint.san}: ${scoreText(hint.score)}${then ? `, then ${then}` : ''}.`;
  },
  conclusion,
  why,
  verdict,
  row,
  node,
};

/** The language of the page. */
export const words: Wording = pick({ en: english, fr: french });
