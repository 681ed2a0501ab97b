// The sentences of wording.ts in French. Techniques keep their names, which are the field's.
import { factOf } from './facts.js';
import { boundSign, scoreText } from './format.js';
import type {
  Color,
  Decision,
  DepthVerdict,
  Ending,
  Fact,
  Figure,
  Line,
  Mark,
  Over,
  Shape,
  Tree,
  TreeChild,
  Worth,
} from './protocol.js';
import { chessTechniques, figureNames, gomokuTechniques } from './techniques-fr.js';
import type { Techniques, Wording } from './wording.js';

const RESULTS: Record<Over['result'], string> = {
  '1-0': 'Les Blancs gagnent',
  '0-1': 'Les Noirs gagnent',
  '1/2-1/2': 'Partie nulle',
};

const SIDES: Record<Color, string> = { white: 'les Blancs', black: 'les Noirs' };
const OF_SIDES: Record<Color, string> = { white: 'des Blancs', black: 'des Noirs' };
const TO_SIDES: Record<Color, string> = { white: 'aux Blancs', black: 'aux Noirs' };
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const SHAPES: Record<Shape, string> = {
  three: 'trois',
  'double-three': 'double trois',
  four: 'quatre',
  'four-three': 'quatre et trois',
  'double-four': 'double quatre',
  'open-four': 'quatre ouvert',
  five: 'cinq',
};

const MARKS: Record<Mark, string> = { inaccuracy: 'imprécision', mistake: 'erreur', blunder: 'gaffe' };

const LINE_ENDS: Record<NonNullable<Line['end']>, string> = {
  stalemate: 'pat',
  draw: 'nulle',
  'white-wins': 'les Blancs gagnent',
  'black-wins': 'les Noirs gagnent',
};

const minus = (n: number): string => (n < 0 ? `−${-n}` : String(n));
const hundredths = (n: number): string => (Math.abs(n) / 100).toFixed(2);
const plies = (n: number): string => (n === 1 ? '1 demi-coup' : `${n} demi-coups`);
const line = ({ san, end }: Line): string => [...san, ...(end ? [`(${LINE_ENDS[end]})`] : [])].join(' ');
const worthText = (worth: Worth | null): string =>
  worth ? boundSign(worth.bound) + scoreText(worth.score) : 'une valeur inconnue';

const withArticle = (shape: Shape): string => (shape === 'five' ? 'cinq en ligne' : `un ${SHAPES[shape]}`);

function figure(it: Figure): string {
  const name = figureNames[it.name] ?? it.name;
  if ('score' in it) return `${name} ${scoreText(it.score)}`;
  if ('amount' in it) return `${name} ${it.amount < 0 ? '−' : ''}${hundredths(it.amount)}`;
  return `${name} ${minus(it.count)}`;
}

/** `late move pruning (saute les derniers coups calmes) : numéro 9, limite 7`. */
function decision({ by, numbers }: Decision, techniques: Techniques): string {
  const sentence = techniques.sentence(by).replace(/\.$/, '');
  const does = sentence ? ` (${sentence.charAt(0).toLowerCase()}${sentence.slice(1)})` : '';
  return `${techniques.name(by)}${does}${numbers.length > 0 ? ` : ${numbers.map(figure).join(', ')}` : ''}`;
}

/** Without the sentence, where the name is enough. */
const briefly = ({ by, numbers }: Decision, techniques: Techniques): string =>
  `${techniques.name(by)}${numbers.length > 0 ? ` (${numbers.map(figure).join(', ')})` : ''}`;

const proved = (proof: string | null): string => (proof ? `${proof} gagne de force, trouvé par ` : '');

function ending(it: Ending, techniques: Techniques): string {
  switch (it.ending) {
    case 'draw':
      return 'la règle déclare la position nulle';
    case 'too-deep':
      return 'la ligne est aussi longue qu’elle peut l’être';
    case 'table':
      return it.worth
        ? `la table se souvient de ${worthText(it.worth)}, d’une recherche de profondeur ${it.depth}`
        : 'la table en savait assez';
    case 'over':
      return `${SIDES[it.loser]} ont perdu`;
    case 'wins':
      return `${SIDES[it.side]} gagnent aussitôt${it.san ? ` par ${it.san}` : ''}`;
    case 'lost':
      return `${SIDES[it.side]} ne peuvent parer la menace`;
    case 'stand-pat':
      return `${SIDES[it.side]} peuvent en rester là`;
    case 'leaf':
      return it.proof
        ? `${proved(it.proof)}une recherche de quatre`
        : 'il ne reste pas de profondeur : l’évaluation compte';
    case 'cut':
      return proved(it.proof) + decision(it.decision, techniques);
    case 'mated':
      return `${SIDES[it.side]} sont mat`;
    case 'stalemated':
      return `${SIDES[it.side]} sont pat, partie nulle`;
    case 'stuck':
      return `${SIDES[it.side]} n’ont rien d’autre à jouer`;
    case 'moves':
      return 'ses coups ont été cherchés';
  }
}

/** `3`, `3 à 5`, `3, 5 à 7 et 9`. */
function runs(depths: number[]): string {
  const parts: [number, number][] = [];
  for (const depth of depths) {
    const last = parts.at(-1);
    if (last && last[1] + 1 === depth) last[1] = depth;
    else parts.push([depth, depth]);
  }
  const said = parts.map(([from, to]) => (from === to ? String(from) : `${from} à ${to}`));
  const last = said.pop() ?? '';
  return said.length > 0 ? `${said.join(', ')} et ${last}` : last;
}

function verdict(row: DepthVerdict, techniques: Techniques): string {
  switch (row.verdict) {
    case 'best':
      return row.worth ? `le meilleur, ${worthText(row.worth)}` : 'le meilleur';
    case 'searched': {
      const after = row.reply ? ` après ${row.reply}` : '';
      const reduced = row.reduced_to === null ? '' : `, réduit à la profondeur ${row.reduced_to}`;
      return (row.worth ? worthText(row.worth) : 'arrêté') + after + reduced;
    }
    case 'skipped':
      return `sauté par ${techniques.name(row.by)}`;
    case 'not-reached':
      return `pas atteint, ${row.better} suffisait`;
    case 'node-ended':
      return `pas atteint, ${row.ending.ending === 'cut' ? `nœud coupé par ${techniques.name(row.ending.decision.by)}` : ending(row.ending, techniques)}`;
    case 'excluded':
      return 'mis de côté';
    case 'proves':
      return `gagne de force, ${techniques.name(row.by)}`;
    case 'not-looked-at':
      return 'pas regardé';
    case 'stopped':
      return 'arrêté';
  }
}

const when = (depth: number, unfinished: boolean): string =>
  unfinished ? `dans l’itération inachevée de profondeur ${depth}` : `à la profondeur ${depth}`;

function alone(san: string, fact: Extract<Fact, { fact: 'alone' }>): string {
  const depth = fact.depth === null ? 'à la même profondeur' : `à la profondeur ${fact.depth}`;
  const head = `Cherché seul ${depth}, ${san} vaut ${scoreText(fact.score)} : ${line(fact.line)}.`;
  if (fact.no_less)
    return `${head} Ce n’est pas moins : à côté des autres, il a été réduit ou écourté avant qu’on le voie.`;
  const less = fact.less === null ? '' : ` C’est ${hundredths(fact.less)} de moins.`;
  return head + less + (fact.refuted_by ? ` ${fact.refuted_by} le réfute.` : '');
}

function searched(san: string, fact: Extract<Fact, { fact: 'searched' }>, techniques: Techniques): string {
  const worth = `${san} vaut ${worthText(fact.worth)}, et il fallait battre ${scoreText(fact.to_beat)}`;
  if (fact.reply) return `${fact.reply} y répond : ${worth} (${line(fact.line)}).`;
  if (!fact.ending) return `${worth}.`;
  const isOver = ['mated', 'stalemated', 'stuck'].includes(fact.ending.ending);
  return `${worth}. ${isOver ? 'Il n’y a pas de réponse' : 'Aucune réponse n’était à trouver'} : ${ending(fact.ending, techniques)}.`;
}

function bestAt(san: string, fact: Extract<Fact, { fact: 'best-at' }>, techniques: Techniques): string {
  const choice = (row: DepthVerdict): string => `${row.san} (${scoreText(row.score)})`;
  const [first] = fact.depths;
  const head =
    fact.depths.length === 1
      ? `${san} n’a paru le meilleur qu’à la profondeur ${first}.`
      : `${san} a paru le meilleur dès la profondeur ${first}, en tout aux profondeurs ${runs(fact.depths)}.`;
  const before = fact.before
    ? ` À la profondeur ${fact.before.depth} il était encore ${verdict(fact.before, techniques)}, et le choix ${choice(fact.before)}.`
    : '';
  const lost = fact.lost
    ? ` Il a perdu cette place à la profondeur ${fact.lost.depth} (${verdict(fact.lost, techniques)}) pour ${choice(fact.lost)}.`
    : '';
  return head + before + lost;
}

function why(san: string, fact: Fact, techniques: Techniques): string {
  switch (fact.fact) {
    case 'makes':
      return `${san} donne ${withArticle(fact.shape)} ${TO_SIDES[fact.side]}.`;
    case 'prevents':
      return `Il empêche ${SIDES[fact.side]} d’y faire ${withArticle(fact.shape)}.`;
    case 'captures':
      return `Il prend ${fact.pairs} ${fact.pairs === 1 ? 'paire' : 'paires'}.`;
    case 'chosen':
      return `${san} a été choisi ${when(fact.depth, fact.unfinished)} : ${scoreText(fact.score)}, avec ${line(fact.line)}.`;
    case 'not-chosen':
      return `${san} n’a pas été choisi. Le choix ${when(fact.depth, fact.unfinished)} est ${fact.best} : ${scoreText(fact.score)}, avec ${line(fact.line)}.`;
    case 'only-move':
      return 'C’est le seul coup légal.';
    case 'best-of-others':
      return `Le meilleur des autres coups vaut ${scoreText(fact.score)} : ${line(fact.line)}.`;
    case 'alone':
      return alone(san, fact);
    case 'searched':
      return searched(san, fact, techniques);
    case 'best':
      return `${san} y est le meilleur coup${fact.worth ? ` : ${worthText(fact.worth)}` : ''}.`;
    case 'extended':
      return `Il a été cherché ${plies(Math.abs(fact.plies))} ${fact.plies > 0 ? 'de plus' : 'de moins'} par ${decision(fact.decision, techniques)}.`;
    case 'reduced': {
      const again = fact.again
        ? 'et promettait assez pour être cherché de nouveau en entier'
        : 'et n’a pas surpris : il n’a pas été cherché en entier';
      return `Coup ${fact.number} sur ${fact.of}, il a été cherché à la profondeur ${minus(fact.to)} au lieu de ${fact.depth} ${again} : ${decision(fact.decision, techniques)}.`;
    }
    case 'answers-skipped':
      return `Des ${fact.legal} réponses ${OF_SIDES[fact.side]}, ${fact.searched} ont été cherchées ; les autres ont été sautées, ${fact.example ?? 'les coups calmes'} par ${decision(fact.decision, techniques)}.`;
    case 'skipped':
      return `${san} n’a pas été cherché : sauté${fact.with_rest ? ' avec tous les coups calmes qui restaient' : ''} par ${decision(fact.decision, techniques)}.`;
    case 'not-reached':
      return `${san} n’a pas été regardé : ${fact.better} suffit déjà, ${worthText(fact.worth)} quand il fallait ${scoreText(fact.needed)}.`;
    case 'node-ended':
      return `${san} n’a pas été regardé, ni aucun autre coup : ${ending(fact.ending, techniques)}.`;
    case 'excluded':
      return `${san} a été mis de côté pour voir ce que valent les autres coups.`;
    case 'proves':
      return `${san} gagne de force en ${plies(fact.plies)}, trouvé par ${techniques.name(fact.by)}.`;
    case 'not-looked-at':
      return `${san} n’a pas été regardé : la recherche n’y regarde pas tous les coups.`;
    case 'stopped':
      return `La recherche a été arrêtée avant ${san}.`;
    case 'never-best':
      return `${san} a été écarté dès la profondeur 1 : il n’a été le meilleur à aucune.`;
    case 'best-at':
      return bestAt(san, fact, techniques);
  }
}

function conclusion(san: string, facts: readonly Fact[]): string {
  const chosen = factOf(facts, 'chosen');
  if (chosen) return `${san} est le choix : ${scoreText(chosen.score)}.`;
  const better = factOf(facts, 'not-chosen');
  if (!better) return factOf(facts, 'only-move') ? 'C’est le seul coup légal.' : san;
  const head = `${san} n’a pas été choisi :`;
  const it = factOf(facts, 'alone');
  if (it?.refuted_by) return `${head} ${it.refuted_by} le réfute, et ${better.best} est meilleur.`;
  if (it && !it.no_less && it.less !== null)
    return `${head} il vaut ${hundredths(it.less)} de moins que ${better.best}.`;
  if (it?.no_less) return `${head} ${better.best} est aussi bon.`;
  return `${head} ${better.best} est meilleur (${scoreText(better.score)}).`;
}

function row(child: TreeChild, techniques: Techniques): string {
  switch (child.what) {
    case 'searched': {
      const how = { planned: '', reduced: 'réduit ; ', again: 'cherché de nouveau ; ' }[child.how];
      const end = child.ending;
      if (end?.ending === 'cut') return how + proved(end.proof) + briefly(end.decision, techniques);
      return how + (end ? ending(end, techniques) : 'arrêté');
    }
    case 'skipped':
      return `sauté par ${briefly(child.decision, techniques)}`;
    case 'skipped-many':
      return `sautés par ${techniques.name(child.by)} : ${child.san.join(', ')}`;
    case 'not-searched':
      return 'pas cherché';
    case 'not-recorded':
      return 'cherché, pas enregistré';
    case 'aside':
      return child.by ? `une recherche au compte de ${techniques.name(child.by)}` : 'une recherche à part';
  }
}

function node(tree: Tree, techniques: Techniques): string {
  const end = tree.ending ? ending(tree.ending, techniques) : 'la recherche a été arrêtée ici';
  const parts = [
    tree.score
      ? `Rend ${worthText({ score: tree.score, bound: tree.bound })}, trait ${TO_SIDES[tree.side]} : ${end}.`
      : `${upper(end)}.`,
  ];
  if (tree.reduced)
    parts.push(
      `Le nœud entier a été cherché à la profondeur ${minus(tree.reduced.to)} par ${decision(tree.reduced.decision, techniques)}.`,
    );
  if (tree.rest_skipped)
    parts.push(`Les coups calmes qui restaient ont été sautés par ${decision(tree.rest_skipped, techniques)}.`);
  if (tree.left_out > 0) parts.push(`${tree.left_out} nœuds au-dessous n’ont pas été enregistrés.`);
  return parts.join(' ');
}

function reason({ reason, side }: Over): string {
  const who = side ? SIDES[side] : 'un camp';
  switch (reason) {
    case 'checkmate':
      return 'mat';
    case 'stalemate':
      return 'pat';
    case 'repetition':
      return 'triple répétition';
    case 'fifty-moves':
      return 'cinquante coups sans prise ni coup de pion';
    case 'insufficient-material':
      return 'matériel insuffisant';
    case 'five':
      return 'cinq en ligne';
    case 'captures':
      return 'dix pierres prises';
    case 'no-move':
      return 'il ne reste pas de coup légal';
    case 'resigned':
      return `${who} abandonnent`;
    case 'agreement':
      return 'nulle par accord';
    case 'recorded':
      return 'comme noté';
    case 'time':
      return `le temps est écoulé pour ${who}`;
    case 'time-bare-king':
      return `le temps est écoulé pour ${who}, mais ${SIDES[side === 'white' ? 'black' : 'white']} n’ont que leur roi`;
  }
}

export const french: Wording = {
  // Where a newer board tells of a technique that this page does not know, its name has to do.
  technique: (game, { id }) => {
    const sentences: Record<string, string> = game === 'chess' ? chessTechniques : gomokuTechniques;
    return sentences[id] ?? '';
  },
  result: over => RESULTS[over.result],
  reason,
  shape: shape => SHAPES[shape],
  mark: mark => MARKS[mark],
  better: san => `meilleur était ${san}`,
  percent: number => `${number.toFixed(1).replace('.', ',')} %`,
  hint: hint => {
    const then = hint.line.slice(1, 5).join(' ');
    return `${hint.san} : ${scoreText(hint.score)}${then ? `, puis ${then}` : ''}.`;
  },
  conclusion,
  why,
  verdict,
  row,
  node,
};
