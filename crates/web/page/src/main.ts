// The page put together: one store, one socket, and the parts that draw what they are told.
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './board.css';
import './theme.css';
import './games.css';
import { h as h2, render } from 'preact';
import type { Actions } from './actions.js';
import { mountAnalysis, REVIEW_NODES } from './analysis.js';
import { openArchive } from './archive.js';
import { ChessBoard } from './chess-board.js';
import { PlayerStrip } from './clock.js';
import { newGameDialog, sidesDialog } from './dialogs.js';
import { h, icon, iconButton, setText, show } from './dom.js';
import { showEditor } from './editor.js';
import { EvalBar } from './eval-bar.js';
import { showExchange } from './exchange.js';
import { watchDrops } from './files.js';
import { gamesTexts } from './games-texts.js';
import { GomokuBoard } from './gomoku-board.js';
import { InsidePanel } from './inside.js';
import { Keeper, type Named, readView, type Unanswered, type View } from './keeper.js';
import { watchKeys, watchWheel } from './keys.js';
import { language } from './language.js';
import { isSecret, lesson, lessonOn, tryMove } from './lesson.js';
import { ENGINE, IS_SERVED, openLink, settle } from './link.js';
import { unpackLink } from './link-text.js';
import { mountMoves } from './moves.js';
import { showMyGames } from './my-games.js';
import { Net } from './net.js';
import { watchGame } from './news.js';
import { PlayPanel, statusText } from './play.js';
import { playTexts } from './play-texts.js';
import type { FromServer, GameState, NewGame, Told, ToServer } from './protocol.js';
import { isEngine } from './protocol.js';
import { remember, settings, USUAL_HASH } from './settings.js';
import { settingsLabel, showSettings } from './settings-dialog.js';
import { showShare } from './share.js';
import { type App, emptyApp, mover, Store, stonesToPlace, type Tab } from './state.js';
import { Tabs } from './tabs.js';
import { ui } from './texts.js';
import { applyTheme, isDark, toggleTheme } from './theme.js';
import { pathTo, ROOT, sibling } from './tree.js';
import { UndoLine, undoable } from './undo.js';
import { mirror } from './view.js';

applyTheme();
document.documentElement.lang = language;

const store = new Store({ ...emptyApp(), lineCount: settings.lines, showNumbers: settings.numbers });
const net = new Net(() => openLink(showProgress), {
  receive: message => {
    store.receive(message);
    if (message.type === 'hello') void greet();
  },
  link: link => {
    if (link === 'lost') {
      delete document.documentElement.dataset.ready;
      keeper.pause();
    }
    store.change({ link, ...(link === 'lost' ? { analysing: false, reviewing: null } : {}) });
  },
});

const FIRST_GAME: NewGame = {
  type: 'new',
  game: 'chess',
  fen: null,
  chess960: null,
  clock: null,
  players: { white: 'human', black: { engine: { elo: 1500, movetime: 500 } } },
};

async function greet(): Promise<void> {
  // What nobody has chosen stays as the board has it.
  if (settings.engine.threads > 1 || settings.engine.hash > USUAL_HASH) actions.armEngine();
  const left = keeper.left();
  if (!left || !(await putBack(left))) {
    await actions.begin(FIRST_GAME).catch((error: Error) => actions.notice(error.message));
    keeper.adopt(null);
  }
  await openLinked();
  document.documentElement.dataset.ready = '';
  settle();
}

/** The game of a link that the page was opened by. */
async function openLinked(): Promise<void> {
  const { hash } = location;
  if (hash.length < 2) return;
  history.replaceState(null, '', location.pathname + location.search);
  const linked = await unpackLink(hash);
  try {
    if (!linked) throw new Error(ui.badLink);
    await actions.load(linked.format, linked.text);
    actions.goto(linked.ply);
  } catch (error) {
    actions.notice((error as Error).message);
  }
}
window.addEventListener('hashchange', () => void openLinked());

/** The move whose answer is waited for. */
let unanswered: Unanswered | null = null;

const keeper = new Keeper({
  ask: message => net.ask(message),
  app: () => store.app,
  unanswered: () => unanswered,
  kept: plies => {
    document.documentElement.dataset.kept = String(plies);
  },
  trouble: why => store.change({ notice: why === null ? null : gamesTexts.notKept(why) }),
});
keeper.use(openArchive(IS_SERVED));

/** Puts a game that was kept on the board, as it was. */
async function putBack({ id, game, view, unkept }: Omit<Named, 'view'> & { view: Partial<View> }): Promise<boolean> {
  keeper.pause();
  const answer = await ask({ type: 'restore', game, clock: view.clock ?? null });
  if (!answer) {
    keeper.adopt(keeper.current());
    return false;
  }
  let node = unkept?.from ?? ROOT;
  for (const move of unkept?.moves ?? []) {
    if (!(await ask({ type: 'move', move, node }))) break;
    node = store.app.server!.node;
  }
  const { bottom, tab, reviews, lineCount, placing, placingMore } = view;
  // Whoever made a move looked at what came of it.
  const isBehind = unkept && view.at === unkept.from;
  if (view.at !== undefined && !isBehind && store.app.tree.nodes.has(view.at)) store.look(view.at);
  store.change({
    ...(bottom ? { bottom } : {}),
    ...(tab ? { tab } : {}),
    ...(lineCount ? { lineCount } : {}),
    ...(placing ? { placing, placingMore: placingMore ?? false } : {}),
    reviews: reviews ?? [],
  });
  if (view.analysing || store.app.analysing) actions.analyse(view.analysing ?? false);
  keeper.adopt(id);
  return true;
}

/** Says what became of the game before, and offers the way back to it. */
function offerBack(before: Named | null, text: string, label: string): void {
  undoable.value = before && { text, label, undo: () => void putBack(before) };
}

async function resign(): Promise<FromServer | null> {
  const before = await keeper.now();
  store.change({ notice: null });
  const answer = await ask({ type: 'resign' });
  if (answer) offerBack(before, gamesTexts.resigned, gamesTexts.takeItBack);
  return answer;
}

async function offerDraw(): Promise<void> {
  const before = await keeper.now();
  const answer = await ask({ type: 'draw' });
  if (answer?.type === 'draw' && !answer.accepted) actions.notice(playTexts.drawRefused);
  else if (answer) offerBack(before, playTexts.drawn, gamesTexts.takeItBack);
}

const openMyGames = (): void =>
  showMyGames({
    archive: () => keeper.games(),
    current: () => keeper.current(),
    open: async id => {
      const before = await keeper.now();
      if (before?.id === id) return true;
      const archive = await keeper.games();
      if (!archive) return false;
      const { game, view } = await archive.get(id);
      const { unkept = null, ...seen } = readView(view);
      if (!(await putBack({ id, game, view: seen, unkept }))) return false;
      offerBack(before, gamesTexts.gameLoaded, gamesTexts.backToIt);
      return true;
    },
    removed: id => {
      if (id === null || id === keeper.current()) keeper.forget();
    },
  });

/** Messages that are about the position on the board: the server has to be where the page looks. */
const POSITIONAL: ReadonlySet<ToServer['type']> = new Set([
  'analyse',
  'hint',
  'threat',
  'review',
  'inside',
  'why',
  'go',
  'export',
]);

function follow(message: ToServer): void {
  const { app } = store;
  if (!POSITIONAL.has(message.type) || !app.server || app.server.node === app.at) return;
  store.app = { ...app, asked: [...app.asked, app.at] };
  net.send({ type: 'goto', node: app.at });
}

/** While the reader walks the server is told nothing; where he stays it is, if it has to think there. */
const REST = 120;
let resting: ReturnType<typeof setTimeout> | undefined;

function visit(node: number): void {
  if (node === store.app.at || !store.app.tree.nodes.has(node)) return;
  store.look(node);
  clearTimeout(resting);
  resting = setTimeout(() => {
    const { app } = store;
    const hasToKnow = app.analysing || (app.server?.playing && app.server.paused);
    if (hasToKnow && app.server && app.server.node !== app.at) {
      store.app = { ...app, asked: [...app.asked, app.at] };
      net.send({ type: 'goto', node: app.at });
    }
  }, REST);
}

/** Asks, and fails with the server's words. */
function question<Type extends FromServer['type']>(message: ToServer, _type: Type): Promise<Told<Type>> {
  follow(message);
  return net.ask(message) as Promise<Told<Type>>;
}

async function ask(message: ToServer): Promise<FromServer | null> {
  follow(message);
  try {
    return await net.ask(message);
  } catch (error) {
    actions.notice((error as Error).message);
    return null;
  }
}

const turnBoard = (blackBelow: boolean): void => store.change({ bottom: blackBelow ? 'black' : 'white' });

const live = h('div', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite', id: 'live' });

const actions: Actions = {
  move: move => {
    moving = moving.then(() => makeMove(move)).catch((error: Error) => actions.notice(error.message));
  },
  moves: (moves, from) => {
    moving = moving.then(async () => {
      let node = from ?? store.app.at;
      if (node !== store.app.at) store.look(node);
      for (const move of moves) {
        if (!(await ask({ type: 'move', move, node }))) return;
        node = store.app.server!.node;
      }
    });
  },
  settled: async () => {
    await moving;
    return store.app;
  },
  visit,
  goto: ply => visit(ply <= 0 ? ROOT : (store.app.game?.line[ply - 1] ?? store.app.at)),
  first: () => visit(ROOT),
  back: () => visit(store.app.tree.nodes.get(store.app.at)?.parent ?? ROOT),
  forward: () => visit(store.app.tree.nodes.get(store.app.at)?.children[0] ?? store.app.at),
  last: () => visit(store.app.game?.line.at(-1) ?? store.app.at),
  variation: direction => visit(sibling(store.app.tree, store.app.at, direction) ?? store.app.at),
  takeBack: () => {
    const { app } = store;
    if (!app.server) return;
    const path = [ROOT, ...pathTo(app.tree, app.asked.at(-1) ?? app.server.node)];
    // The turn before a move is its parent's.
    const own = (id: number): boolean => !isEngine(app.server!.players[app.tree.nodes.get(id)!.turn]);
    const back = path.slice(0, -1).findLast(own);
    if (back === undefined) return;
    store.look(back);
    store.app = { ...store.app, asked: [...store.app.asked, back] };
    net.send({ type: 'goto', node: back });
  },
  promote: (node, main) => void ask({ type: 'promote', node, main }),
  remove: node => {
    const { app } = store;
    const parent = app.tree.nodes.get(node)?.parent ?? null;
    if (parent !== null && pathTo(app.tree, app.at).includes(node)) store.look(parent);
    void ask({ type: 'delete', node });
  },
  annotate: change => void ask({ type: 'annotate', ...change }),
  begin: async message => {
    store.change({ notice: null });
    const before = await keeper.now();
    await question(message, 'state');
    offerBack(before, gamesTexts.newGameBegun, gamesTexts.backToIt);
    const { white, black } = message.players;
    turnBoard(
      (isEngine(white) && !isEngine(black)) || (message.game === 'gomoku' && isEngine(white) === isEngine(black)),
    );
    // There it says whose turn it is, and what an opening asks for.
    if (store.app.tab === 'inside' || !store.app.analysing) store.change({ tab: 'play' });
    restartAnalysis();
  },
  load: async (format, text) => {
    store.change({ notice: null });
    const before = await keeper.now();
    const kind = store.app.server?.game;
    const { game } = await question({ type: 'load', format, text }, 'state');
    if (game !== kind) turnBoard(game === 'gomoku');
    offerBack(before, gamesTexts.gameLoaded, gamesTexts.backToIt);
    restartAnalysis();
  },
  gamesOf: async text => (await question({ type: 'games', text }, 'games')).games,
  record: async format => (await question({ type: 'export', format }, 'export')).text,
  summary: () => question({ type: 'keep' }, 'kept'),
  setPlayers: players => void ask({ type: 'players', players }),
  swap2: (choice, stones) => {
    if (choice === 'place' && !stones) store.change({ placingMore: true });
    else void ask({ type: 'swap2', choice, ...(stones ? { stones } : {}) });
  },
  analyse: on => {
    store.change({ analysing: on, lines: [], candidates: [] });
    tell(on ? analysis() : { type: 'stop' });
  },
  stopQuestions: () => {
    net.send({ type: 'stop' });
    restartAnalysis();
  },
  setLines: lines => {
    remember({ lines });
    store.change({ lineCount: lines, lines: store.app.lines.slice(0, lines) });
    if (store.app.analysing) tell(analysis());
  },
  armEngine: () => {
    const { threads, hash } = settings.engine;
    net.send({ type: 'power', threads, hash });
    if (!store.app.analysing) return;
    store.change({ lines: [] });
    tell(analysis());
  },
  toggleThreat: () => {
    if (store.app.threat) store.change({ threat: null });
    else if (store.app.game && !store.app.game.over) void ask({ type: 'threat' });
  },
  reviewGame: () => {
    store.change({ tab: 'analyse' });
    if (!store.app.reviewing && !store.app.reviews.at(-1)?.sides) tell({ type: 'review', nodes: REVIEW_NODES });
  },
  offerDraw: () => void offerDraw(),
  showLine: shown => store.change({ shown }),
  flip: () => turnBoard(store.app.bottom === 'white'),
  playBest: () => {
    const { app } = store;
    const best = app.analysing ? app.lines[0]?.pv[0] : undefined;
    if (best && mover(app)) actions.move(best);
    else if (!app.analysing && !app.game?.playing) actions.analyse(true);
  },
  ask,
  send: message => (message.type === 'resign' ? void resign() : tell(message)),
  announce: text => setText(live, text),
  notice: notice => store.change({ notice }),
};

function tell(message: ToServer): void {
  follow(message);
  net.send(message);
}

/** The analysis goes on with a new game, too; a server that ended it is asked again. */
function restartAnalysis(): void {
  if (store.app.analysing) tell(analysis());
}

const analysis = (): ToServer => ({ type: 'analyse', lines: store.app.lineCount, depth: settings.engine.depth });

/** Moves are made one after the other: of two quick ones the second is made where the first one leads. */
let moving: Promise<void> = Promise.resolve();

async function makeMove(move: string): Promise<void> {
  const { app } = store;
  // What was clicked twice is there already, or is somebody else's turn.
  if (stonesToPlace(app) === 0 && mover(app) === null) return;
  if (app.game?.game === 'gomoku' && app.game.stones.some(stone => stone.at === move)) return;
  store.change({ notice: null });
  undoable.value = null;
  if (lessonOn(app) && isSecret(app)) {
    await tryMove(move, actions, () => store.app);
    chess.reset();
    return;
  }
  if (app.picking) {
    store.change({ picking: false });
    chess.reset();
    await inside.ask(move);
    return;
  }
  const wanted = stonesToPlace(app);
  if (wanted > 0) {
    const placing = [...app.placing, move];
    store.change({ placing });
    if (placing.length === wanted && !(await ask({ type: 'swap2', choice: 'place', stones: placing })))
      store.change({ placing: [] });
    return;
  }
  unanswered = { from: app.at, move };
  const answer = await ask({ type: 'move', move, node: app.at });
  unanswered = null;
  if (!answer) chess.reset();
}

// --- The parts -------------------------------------------------------------------------------

const chess = new ChessBoard(actions);
const gomoku = new GomokuBoard(actions);
const boards = h('div', { class: 'board' }, chess.element, gomoku.element);
watchWheel(boards, actions);
const evalBar = new EvalBar();
const phoneWalk = h(
  'div',
  { class: 'phone-walk', role: 'group', 'aria-label': ui.walk },
  iconButton('back', ui.back, () => actions.back(), { id: 'phone-back' }),
  iconButton('forward', ui.forward, () => actions.forward(), { id: 'phone-forward' }),
  iconButton('flip', ui.flip, () => actions.flip(), { id: 'phone-flip' }),
);
const strips = [new PlayerStrip('top'), new PlayerStrip('bottom')] as const;
const list = h('div', { class: 'move-list' });
mountMoves(list, actions);
const openExchange = (file: File | null = null): void => {
  if (store.app.game) showExchange(actions, store.app.game, file);
};
const openNew = (): void => newGameDialog(actions, store.app.hello);
const playPanel = new PlayPanel(
  actions,
  {
    newGame: openNew,
    sides: () => {
      if (store.app.game) sidesDialog(actions, store.app.hello, store.app.game);
    },
    playFromHere: () => {
      const go = (): void => void ask({ type: 'go' });
      if (store.app.game) sidesDialog(actions, store.app.hello, store.app.game, go);
    },
    exchange: () => {
      openExchange();
    },
    editor: () => {
      if (store.app.game) showEditor(actions, store.app.game);
    },
    share: () => {
      if (store.app.game) showShare(actions, store.app);
    },
  },
  showNumbers => store.change({ showNumbers }),
);
const analysePanel = h('div');
mountAnalysis(analysePanel, actions);
const inside = new InsidePanel(actions, picking => store.change({ picking }));
const tabs = new Tabs(
  [
    ['play', playTexts.tabs.play, playPanel.element],
    ['analyse', playTexts.tabs.analyse, analysePanel],
    ['inside', playTexts.tabs.inside, inside.element],
  ],
  tab => store.change({ tab: tab as Tab, picking: false, shown: [] }),
);

const themeButton = iconButton(
  'moon',
  '',
  () => {
    toggleTheme();
    drawButtons();
  },
  { id: 'theme' },
);
const soundButton = iconButton(
  'mute',
  '',
  () => {
    remember({ sound: !settings.sound });
    drawButtons();
  },
  { id: 'sound' },
);

const settingsButton = iconButton(
  'gear',
  settingsLabel,
  () => showSettings({ themed: drawButtons, numbered: showNumbers => store.change({ showNumbers }) }),
  { id: 'settings' },
);

function drawButtons(): void {
  const label = (button: HTMLButtonElement, text: string): void => {
    button.setAttribute('aria-label', text);
    button.title = text;
  };
  themeButton.replaceChildren(icon(isDark() ? 'sun' : 'moon'));
  label(themeButton, isDark() ? playTexts.light : playTexts.dark);
  soundButton.replaceChildren(icon(settings.sound ? 'sound' : 'mute'));
  label(soundButton, settings.sound ? playTexts.soundsOff : playTexts.soundsOn);
}
drawButtons();

const noticeText = h('span');
const notice = h(
  'div',
  { class: 'notice', role: 'alert', hidden: true },
  noticeText,
  h(
    'button',
    { type: 'button', class: 'close', 'aria-label': gamesTexts.dismiss, onclick: () => actions.notice(null) },
    '×',
  ),
);
const lost = h('div', { class: 'notice', role: 'status', hidden: true }, playTexts.lost);
const undoPlace = h('div');
render(h2(UndoLine, null), undoPlace);
const loading = h('div', { class: 'notice', role: 'status', hidden: true });
const version = h('span', { class: 'version', title: ENGINE.long });

/** While the engine is fetched, which a page from a server never is. */
function showProgress(share: number): void {
  setText(loading, playTexts.loadingEngine(Math.floor(share * 100)));
  show(loading, share < 1);
}

document
  .getElementById('app')!
  .replaceChildren(
    h(
      'header',
      { class: 'masthead' },
      h('h1', {}, 'Régence'),
      version,
      h(
        'div',
        { class: 'top-buttons' },
        h('button', { type: 'button', class: 'main', id: 'new-game', onclick: openNew }, playTexts.newGame),
        h('button', { type: 'button', class: 'quiet', id: 'my-games', onclick: openMyGames }, gamesTexts.myGames),
        soundButton,
        themeButton,
        settingsButton,
      ),
    ),
    h(
      'main',
      {},
      h(
        'section',
        { class: 'table', 'aria-label': playTexts.board },
        strips[0].element,
        h('div', { class: 'board-row' }, evalBar.element, boards),
        strips[1].element,
        phoneWalk,
        h('div', { class: 'toasts' }, notice, lost, undoPlace, loading),
      ),
      h('aside', { class: 'side', 'aria-label': playTexts.panel }, tabs.element, list),
    ),
    live,
  );

function drawBoard(app: App, game: GameState): void {
  chess.element.hidden = game.game !== 'chess';
  gomoku.element.toggleAttribute('hidden', game.game !== 'gomoku');
  if (game.game === 'chess') chess.update(app, game);
  else gomoku.update(app, game);
}

store.watch(app => {
  mirror(app);
  const game = app.game;
  setText(version, app.hello ? `${app.hello.version} · ${ENGINE.short}` : '');
  setText(noticeText, app.notice ?? '');
  show(notice, app.notice !== null);
  show(lost, app.link === 'lost');
  tabs.select(app.tab);
  if (!game) return;
  drawBoard(app, game);
  evalBar.update(app);
  for (const strip of strips) strip.update(app);
  playPanel.update(app);
  inside.update(app);
  keeper.look(app);
  document.title = `${statusText(app)} · Régence`;
  document.documentElement.dataset.game = game.game;
  document.documentElement.dataset.ply = String(game.ply);
});
store.watch(watchGame(actions.announce));
// What a lesson shows on the board changes without a word from the engine.
lesson.subscribe(() => {
  if (store.app.game) drawBoard(store.app, store.app.game);
});

watchKeys(actions);
watchDrops(openExchange);
window.addEventListener('pagehide', () => keeper.leave());

net.connect();
