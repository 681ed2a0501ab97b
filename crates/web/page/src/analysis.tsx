// The Analyse panel: lines of the running search, threats, the review of the game and its graph, and what to learn from it.
import { useSignal } from '@preact/signals';
import { Fragment, type JSX, render } from 'preact';
import type { Actions } from './actions.js';
import { analysisTexts as texts } from './analysis-texts.js';
import { boundSign, capital, countText, leaning, scoreText, scoreWords } from './format.js';
import { EvalGraph } from './graph.js';
import { countMarks, lessonsOf, MARKS, markSign, reviewAt } from './judge.js';
import { beginLesson, giveUp, isSecret, lesson, nextLesson, placeOf } from './lesson.js';
import { MiniBoard } from './mini.js';
import type { Color, GameState, Info, Threat } from './protocol.js';
import { other } from './protocol.js';
import { numbering } from './rows.js';
import { remember, settings } from './settings.js';
import { type App, firstPlayer, mover } from './state.js';
import { shown } from './view.js';
import { words } from './wording.js';

export const REVIEW_NODES = 50_000;
const MOST_LINES = 5;
/** So many moves of a line are written out. */
const LONGEST_LINE = 16;
const DEPTHS = [10, 15, 20, 25, 30, 40];
const SIDES = ['white', 'black'] as const;

export function mountAnalysis(element: HTMLElement, actions: Actions): void {
  render(<AnalysePanel actions={actions} />, element);
}

function AnalysePanel({ actions }: { actions: Actions }): JSX.Element | null {
  const app = shown.value;
  const game = app.game;
  if (!game || app.tab !== 'analyse') return null;
  return (
    <div class="panel-body">
      <div class="bar">
        <label class="switch" for="analyse-on">
          <input
            type="checkbox"
            role="switch"
            id="analyse-on"
            aria-checked={app.analysing}
            checked={app.analysing}
            onChange={event => actions.analyse(event.currentTarget.checked)}
          />
          {texts.analyse}
        </label>
        <span class="field inline">
          <label for="line-count">{texts.lines}</label>
          <select
            id="line-count"
            value={app.lineCount}
            onChange={event => actions.setLines(Number(event.currentTarget.value))}
          >
            {Array.from({ length: MOST_LINES }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </select>
        </span>
      </div>
      <EngineSettings app={app} actions={actions} />
      <p class="facts">{factsText(app)}</p>
      <Lines app={app} game={game} actions={actions} />
      <Threats app={app} game={game} actions={actions} />
      <div class="bar">
        <h2>{texts.theGame}</h2>
        <button
          type="button"
          class="quiet"
          id="review"
          disabled={game.moves.length === 0}
          onClick={() => (app.reviewing ? actions.stopQuestions() : actions.reviewGame())}
        >
          {app.reviewing ? texts.stopReview : texts.review}
        </button>
        {app.reviewing && (
          <progress aria-label={texts.review} max={1} value={app.reviewing.done / Math.max(1, app.reviewing.total)} />
        )}
      </div>
      <EvalGraph app={app} actions={actions} />
      {lesson.value ? <LessonView app={app} actions={actions} /> : <Verdict app={app} actions={actions} />}
      <ReviewResult app={app} game={game} />
    </div>
  );
}

/** What the analysis is doing. Where the game is over there is nothing to search. */
export function factsText(app: App): string {
  const line = app.lines[0];
  if (!app.analysing) return texts.off;
  if (line) {
    const facts = texts.facts(`${line.depth}/${line.seldepth}`, countText(line.nodes), countText(line.nps));
    return app.game ? `${facts} · ${texts.view[firstPlayer(app.game)]}` : facts;
  }
  return app.game?.over ? texts.nothing : texts.thinking;
}

/** Powers of two up to the most. */
const powers = (least: number, most: number): number[] => {
  const found = [];
  for (let n = least; n < most; n *= 2) found.push(n);
  return [...found, most];
};

function EngineSettings({ app, actions }: { app: App; actions: Actions }): JSX.Element {
  const most = app.hello?.power ?? { threads: 1, hash: 16 };
  const { threads, hash, depth } = settings.engine;
  const choose = (change: Partial<typeof settings.engine>): void => {
    remember({ engine: { ...settings.engine, ...change } });
    actions.armEngine();
  };
  const field = (id: string, label: string, value: number, options: [number, string][], set: (n: number) => void) => (
    <span class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={event => set(Number(event.currentTarget.value))}>
        {options.map(([n, text]) => (
          <option key={n} value={n}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
  return (
    <details class="keys engine-settings">
      <summary>{texts.settings}</summary>
      <div class="fields">
        {field(
          'analysis-depth',
          texts.depth,
          depth ?? 0,
          [[0, texts.endless], ...DEPTHS.map((n): [number, string] => [n, String(n)])],
          n => choose({ depth: n || null }),
        )}
        {most.threads > 1 &&
          field(
            'analysis-threads',
            texts.threads,
            Math.min(threads, most.threads),
            powers(1, most.threads).map(n => [n, String(n)]),
            n => choose({ threads: n }),
          )}
        {most.hash > 16 &&
          field(
            'analysis-hash',
            texts.hash,
            Math.min(hash, most.hash),
            powers(16, most.hash).map(n => [n, texts.megabytes(n)]),
            n => choose({ hash: n }),
          )}
      </div>
    </details>
  );
}

interface PanelProps {
  app: App;
  game: GameState;
  actions: Actions;
}

/** The board that a move of a line leads to, and where the pointer is. */
interface Peek {
  moves: readonly string[];
  left: number;
  top: number;
}

const PEEK_SIZE = 216;

function Lines({ app, game, actions }: PanelProps): JSX.Element | null {
  const peek = useSignal<Peek | null>(null);
  if (!app.analysing) return null;
  const lines = app.lines.slice(0, app.lineCount).filter(Boolean);
  const hide = (): void => {
    peek.value = null;
  };
  const show = (moves: readonly string[], target: HTMLElement): void => {
    const box = target.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left), window.innerWidth - PEEK_SIZE - 8);
    const isAbove = box.bottom + PEEK_SIZE + 12 > window.innerHeight;
    peek.value = { moves, left, top: isAbove ? box.top - PEEK_SIZE - 6 : box.bottom + 6 };
  };
  return (
    // The lines have their room before they are there: what stands below does not move while somebody clicks on it.
    <ol
      class="lines"
      aria-label={texts.bestLines}
      style={{ minHeight: `calc(${app.lineCount} * var(--line-height))` }}
      onMouseLeave={hide}
    >
      {lines.map(line => (
        <Line key={line.line} line={line} app={app} game={game} actions={actions} show={show} hide={hide} />
      ))}
      {peek.value && (
        <li class="peek" style={{ left: `${peek.value.left}px`, top: `${peek.value.top}px`, width: `${PEEK_SIZE}px` }}>
          <MiniBoard game={game} moves={peek.value.moves} bottom={app.bottom} />
        </li>
      )}
    </ol>
  );
}

interface LineProps extends PanelProps {
  line: Info;
  show(moves: readonly string[], target: HTMLElement): void;
  hide(): void;
}

function Line({ line, app, game, actions, show, hide }: LineProps): JSX.Element {
  const first = firstPlayer(game);
  const names = line.san ?? line.pv;
  const isPlayable = mover(app) !== null;
  const count = numbering(app.tree);
  const label = (index: number): string => {
    if (game.game !== 'chess') return '';
    const { number, isSecond } = count(game.ply + index);
    return isSecond ? (index === 0 ? `${number}…` : '') : `${number}.`;
  };
  const play = (index: number): void => {
    hide();
    actions.moves(line.pv.slice(0, index + 1));
  };
  return (
    <li>
      <span class={`score ${isGood(line, game) ? 'good' : ''}`} title={scoreWords(line.score, first, other(first))}>
        {boundSign(line.bound) + scoreText(line.score)}
      </span>
      <span class="pv">
        {line.pv.slice(0, LONGEST_LINE).map((move, index) => (
          <Fragment key={index}>
            {label(index) && <span class="pv-number">{label(index)}</span>}
            <button
              type="button"
              class={index === 0 ? 'pv-move pv-first' : 'pv-move'}
              // One stop for a line: the others are reached by the pointer.
              tabIndex={index === 0 ? 0 : -1}
              disabled={!isPlayable || (game.playing && index > 0)}
              aria-label={texts.play(names[index] ?? move)}
              onClick={() => play(index)}
              onMouseEnter={event => show(line.pv.slice(0, index + 1), event.currentTarget)}
              onFocus={event =>
                event.currentTarget.matches(':focus-visible') && show(line.pv.slice(0, index + 1), event.currentTarget)
              }
              onBlur={hide}
            >
              {names[index] ?? move}
            </button>
          </Fragment>
        ))}
      </span>
    </li>
  );
}

/** Good for the side to move. */
function isGood(line: Info, game: GameState): boolean {
  const first = firstPlayer(game);
  const forFirst = leaning(line.score, first);
  return game.turn === first ? forFirst > 0 : forFirst < 0;
}

function Threats({ app, game, actions }: PanelProps): JSX.Element {
  const threats = app.analysing && game.game === 'gomoku' ? (game.threats ?? []) : [];
  const { threat } = app;
  return (
    <div class="threats">
      <button
        type="button"
        class="quiet"
        id="threat"
        aria-pressed={threat !== null}
        disabled={game.over !== null}
        onClick={actions.toggleThreat}
      >
        {threat ? texts.hideThreat : texts.showThreat}
      </button>
      {threat && (
        <p class="facts" id="threat-text" role="status">
          {texts.threat(threat.san, scoreText(threat.score))}
          {threat.line.length > 1 ? ` · ${threat.line.slice(1, 6).join(' ')}` : ''}
        </p>
      )}
      {threats.length > 0 && (
        <ul aria-label={texts.threats}>
          {threatGroups(threats).map(([name, points]) => (
            <li key={name}>
              <b>{name}</b> {texts.at} {points.join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function threatGroups(threats: readonly Threat[]): [string, string[]][] {
  const groups = new Map<string, string[]>();
  for (const threat of threats) {
    const name = `${texts.sides[threat.side]} : ${words.shape(threat.class)}`.replace(' :', ':');
    groups.set(name, [...(groups.get(name) ?? []), threat.at]);
  }
  return [...groups];
}

/** How well both sides played, and how often they did not. */
function ReviewResult({ app, game }: { app: App; game: GameState }): JSX.Element | null {
  if (app.reviewing)
    return (
      <p class="facts" id="review-summary">
        {texts.reviewed(app.reviewing.done, app.reviewing.total)}
      </p>
    );
  const sides = app.reviews.at(-1)?.sides;
  if (!sides)
    return game.moves.length === 0 ? (
      <p class="facts" id="review-summary">
        {texts.grows}
      </p>
    ) : null;
  const counts = {
    white: countMarks(app.tree, app.reviews, 'white'),
    black: countMarks(app.tree, app.reviews, 'black'),
  };
  const percent = (n: number | undefined): string => (n === undefined ? '–' : words.percent(n));
  return (
    <table class="review-table" id="review-summary">
      <thead>
        <tr>
          <td />
          {SIDES.map(side => (
            <th key={side} scope="col">
              <span class={`disc ${side}`} aria-hidden="true" /> {texts.sides[side]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr class="accuracy">
          <th scope="row">{texts.accuracy}</th>
          {SIDES.map(side => (
            <td key={side} data-accuracy={side}>
              {percent(sides[side]?.accuracy)}
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row">{texts.averageLoss}</th>
          {SIDES.map(side => (
            <td key={side}>{percent(sides[side]?.average_loss)}</td>
          ))}
        </tr>
        {MARKS.map(mark => (
          <tr key={mark}>
            <th scope="row">
              <span class={`mark ${mark}`}>{markSign(mark)}</span> {texts.marks[mark]}
            </th>
            {SIDES.map(side => (
              <td key={side}>{counts[side][mark]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the review says of the move that is looked at, and the way to learn from all of them. */
function Verdict({ app, actions }: { app: App; actions: Actions }): JSX.Element | null {
  const review = reviewAt(app.reviews, app.at);
  const isDone = app.reviews.at(-1)?.sides && !app.reviewing;
  const learners =
    isDone && !app.game?.playing ? SIDES.filter(side => lessonsOf(app.tree, app.reviews, side).length > 0) : [];
  const better = review?.better;
  const parent = app.tree.nodes.get(app.at)?.parent ?? null;
  return (
    <>
      {review?.mark && (
        <p class={`verdict ${review.mark}`} id="verdict">
          <b class={`mark ${review.mark}`}>{markSign(review.mark)}</b>{' '}
          {texts.judged(
            capital(words.mark(review.mark)),
            review.lost === null ? '' : ` (−${words.percent(review.lost)})`,
            better?.san ?? null,
          )}{' '}
          {better && parent !== null && !app.game?.playing && (
            <button
              type="button"
              class="quiet small"
              id="show-better"
              onClick={() => actions.moves([better.move], parent)}
            >
              {texts.showBetter}
            </button>
          )}
        </p>
      )}
      {learners.length > 0 && (
        <div class="buttons">
          {learners.map(side => (
            <button
              key={side}
              type="button"
              class="quiet"
              id={`learn-${side}`}
              onClick={() => beginLesson(app, actions, side)}
            >
              {texts.learn(texts.sides[side])}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function LessonView({ app, actions }: { app: App; actions: Actions }): JSX.Element | null {
  const it = lesson.value;
  if (!it || it.game !== app.tree.game) return null;
  const mistake = it.mistakes[it.index]!;
  const played = app.tree.nodes.get(mistake.node)?.played?.san ?? '';
  const side: Color = it.side;
  const isAway = app.at !== placeOf(app, it);
  const { now } = it;
  const said = (): string => {
    switch (now.step) {
      case 'find':
        return texts.find(texts.sides[side], `${played}${markSign(mistake.mark!)}`);
      case 'judging':
        return texts.judging;
      case 'solution':
        return texts.solution(mistake.better?.san ?? '');
      case 'good':
        return now.isBest ? texts.best(now.san) : texts.good(now.san);
      case 'bad':
        return texts.bad(now.san, words.percent(now.lost));
    }
  };
  const isLast = it.index + 1 === it.mistakes.length;
  return (
    <section class={`lesson ${now.step}`} aria-live="polite">
      <p id="lesson-text">
        <b>{texts.progress(it.index + 1, it.mistakes.length)}</b> {said()}
      </p>
      <div class="buttons">
        {isAway && (
          <button type="button" class="quiet" onClick={() => actions.visit(placeOf(app, it))}>
            ↩
          </button>
        )}
        {isSecret(app) && (
          <button type="button" class="quiet" id="lesson-solution" onClick={giveUp}>
            {texts.showSolution}
          </button>
        )}
        <button type="button" class="main" id="lesson-next" onClick={() => nextLesson(app, actions)}>
          {isLast ? texts.finish : texts.next}
        </button>
        <button
          type="button"
          class="quiet"
          id="lesson-stop"
          onClick={() => {
            lesson.value = null;
          }}
        >
          {texts.stopLearning}
        </button>
      </div>
    </section>
  );
}
