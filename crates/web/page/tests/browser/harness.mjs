// A real server, a real browser, and hands on the board. Tests act and assert through the hands alone: every
// `expect…` looks until it is so, with a limit that a busy machine does not reach. tests/tools/waiting.test.mjs
// holds them to it.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { eventually, LIMIT, matches } from './eventually.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../..');
const TARGET = process.env.CARGO_TARGET_DIR
  ? path.resolve(ROOT, process.env.CARGO_TARGET_DIR)
  : path.join(ROOT, 'target');
const PROGRAM = process.env.REGENCE ?? path.join(TARGET, 'release', 'regence');
// A folder to serve in place of the page inside the program: for work on the page.
const PAGE = process.env.REGENCE_PAGE ? ['--page', path.resolve(process.env.REGENCE_PAGE)] : [];
const SHOTS = path.join(ROOT, 'target', 'screenshots');
/** The nodes of a game's bench on every machine. */
export function standardBench(game) {
  const text = readFileSync(path.join(ROOT, 'bench.txt'), 'utf8');
  return Number(new RegExp(`^${game} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** What `npm run package` leaves. */
export const PACKAGE = path.join(TARGET, 'npm', 'regence');

/** What `npm run static` leaves. */
export const STATIC = process.env.REGENCE_STATIC ?? path.join(TARGET, 'static');

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const LOOKS = [
  { theme: 'light', width: 360, height: 740 },
  { theme: 'dark', width: 360, height: 740 },
  { theme: 'light', width: 1280, height: 800 },
  { theme: 'dark', width: 1280, height: 800 },
];

export const lookName = look => `${look.theme}-${look.width}`;

function findBrowser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
  const candidates = [
    process.env.CHROMIUM,
    ...names.flatMap(name => (process.env.PATH ?? '').split(path.delimiter).map(folder => path.join(folder, name))),
  ];
  for (const candidate of candidates) {
    if (!candidate) continue;
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not there: look on.
    }
  }
  throw new Error('no chromium found: install it (Debian: apt-get install chromium) or name it in CHROMIUM');
}

/** Starts `regence serve` on a free port and waits until it says where. */
async function startServer(data, more, port = '0') {
  const server = spawn(PROGRAM, ['serve', '--port', port, '--no-open', '--data', data, ...more, ...PAGE], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const address = await new Promise((resolve, reject) => {
    const listen = chunk => {
      said += chunk;
      // A chunk may end within the address: it is whole when something follows it.
      const found = /http:\/\/\S+(?=\s)/.exec(said);
      if (found) resolve(found[0]);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('error', error =>
      reject(
        new Error(
          `${PROGRAM} does not start (${error.message}): build it with cargo build --release -p regence, or name it in REGENCE`,
        ),
      ),
    );
    server.on('exit', code => reject(new Error(`${PROGRAM} serve ended with ${code}: ${said}`)));
    const isSilent = () => reject(new Error(`${PROGRAM} serve says no address within ${LIMIT / 1000} s: ${said}`));
    setTimeout(isSilent, LIMIT).unref();
  });
  const ended = new Promise(resolve => server.on('exit', resolve));
  return {
    address,
    stop: () => {
      server.kill();
      return ended;
    },
  };
}

const MIME = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Any file server: serves the folder as it is, and knows nothing else. What is `missing` in WebAssembly is taken away from
    workers, as if the browser did not have it. */
async function startFiles(folder, missing) {
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const isWorker = path.basename(file).startsWith('worker-');
      const prelude = isWorker ? missing.map(name => `delete WebAssembly.${name};`).join('') : '';
      const content = Buffer.concat([Buffer.from(prelude), readFileSync(file)]);
      answer.writeHead(200, { 'Content-Type': MIME[path.extname(file)] ?? 'application/octet-stream' }).end(content);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    stop: () =>
      new Promise(resolve => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The small endgame tables that come with the tests of the program. */
export const TABLES = path.join(ROOT, 'crates/engine/tests/syzygy');

/** A house with the real server, which may be given more arguments, or with a folder that is only served. */
export async function startHouse({ folder, start = 'index.html', missing = [], server: more = [] } = {}) {
  mkdirSync(SHOTS, { recursive: true });
  if (folder && !existsSync(path.join(folder, start)))
    throw new Error(`${folder} has no ${start}: make it with npm run static and npm run package`);
  const data = mkdtempSync(path.join(tmpdir(), 'regence-games-'));
  let server = await (folder ? startFiles(folder, missing) : startServer(data, more));
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    timeout: LIMIT,
  });
  return {
    /** Opens the page and gives the hands that use it. */
    async open(look) {
      const hands = await this.visit(look);
      await hands.ready();
      return hands;
    },
    /** The same with any other page. */
    async visit(look = LOOKS[2]) {
      const context = await browser.newContext({
        viewport: { width: look.width, height: look.height },
        colorScheme: look.theme,
        locale: look.locale ?? 'en-GB',
        hasTouch: look.touch ?? false,
        permissions: ['clipboard-read', 'clipboard-write'],
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(LIMIT);
      const page = await context.newPage();
      const hands = new Hands(page);
      if (look.mayFallSilent) await hands.listenBetween();
      await page.goto(new URL(start === 'index.html' ? '' : start, server.address).href);
      return hands;
    },
    /** What all processes of the browser have used so far, in seconds; for the programs that measure. */
    async processorTime() {
      return (await this.processes()).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    },
    /** All processes of the browser. */
    async processes() {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      await session.detach();
      return processInfo;
    },
    stopServer: () => server.stop(),
    /** The server comes back under the same address. */
    async restartServer() {
      server = await startServer(data, more, new URL(server.address).port);
    },
    async stop() {
      await browser.close();
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

export class Hands {
  #errors = [];
  /** What the page may complain of, because the test provokes it. */
  #allowed = [];

  /** `page` is for the programs that take pictures and times; tests do not touch it. */
  constructor(page) {
    this.page = page;
    page.on('pageerror', error => this.#errors.push(String(error)));
    page.on('console', message => {
      if (message.type() === 'error') this.#errors.push(message.text());
    });
  }

  /** Stands between page and server, so that the server may fall silent. */
  listenBetween() {
    return this.page.routeWebSocket(/\/ws$/, socket => {
      const server = socket.connectToServer();
      server.onMessage(message => {
        if (!this.isSilent) socket.send(message);
      });
    });
  }

  /** From here on the page hears no answer. */
  async silenceServer() {
    this.isSilent = true;
  }

  // --- What hands do ---------------------------------------------------------------------------

  click(selector) {
    return this.page.locator(selector).first().click();
  }

  clickAt(selector, x, y) {
    return this.page.locator(selector).click({ position: { x, y } });
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Rolls the wheel over an element. */
  async wheel(selector, pixels) {
    await this.page.locator(selector).hover();
    await this.page.mouse.wheel(0, pixels);
  }

  /** Touches a point with a finger. */
  async touchPoint(name) {
    const { board, position } = await this.#point(name);
    await board.tap({ position });
  }

  /** Two clicks on a point that leave no time between them. */
  async doubleClickPoint(name) {
    await this.clickPoint(name, 'left', 2);
  }

  hover(selector) {
    return this.page.locator(selector).first().hover();
  }

  doubleClick(selector) {
    return this.page.locator(selector).dblclick();
  }

  /** Types as fast as keys can be pressed, to the field that has the focus. */
  type(text) {
    return this.page.keyboard.type(text);
  }

  fill(selector, text) {
    return this.page.fill(selector, text);
  }

  select(selector, value) {
    return this.page.selectOption(selector, value);
  }

  async focus(selector) {
    await this.page.locator(selector).focus();
    await this.expectFocus(selector);
  }

  /** Presses Tab until the element has the focus, so often at most. */
  async tabTo(selector, most) {
    const isThere = () => this.page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector);
    for (let presses = 0; presses < most && !(await isThere()); presses += 1) await this.press('Tab');
    await this.expectFocus(selector);
  }

  tab(name) {
    return this.click(`#tab-${name}`);
  }

  /** A point of the board by the number of its field, counted from the left and the top. */
  async #field(selector, x, y, columns, margin) {
    const board = this.page.locator(selector);
    const { width } = await this.#boxOf(board);
    const unit = width / (columns + 2 * margin);
    return { board, position: { x: (x + 0.5 + margin) * unit, y: (y + 0.5 + margin) * unit } };
  }

  /** A board that has just been shown has no size yet. */
  #boxOf(board) {
    return eventually(
      'a board with a size',
      () => board.boundingBox(),
      box => box !== null && box.width > 0,
    );
  }

  async #square(name) {
    const isFlipped = await this.page.evaluate(() => document.querySelector('.cg-wrap.orientation-black') !== null);
    const file = name.charCodeAt(0) - 97;
    const rank = Number(name[1]) - 1;
    return this.#field('cg-board', isFlipped ? 7 - file : file, isFlipped ? rank : 7 - rank, 8, 0);
  }

  async clickSquare(name) {
    const { board, position } = await this.#square(name);
    await board.click({ position });
  }

  /** Plays by two clicks and waits for the move to be on the board. */
  async clickMove(from, to, ply) {
    await this.clickSquare(from);
    await this.expectPresent('square.selected');
    await this.clickSquare(to);
    if (ply !== undefined) await this.expectPlyAtLeast(ply);
  }

  async dragMove(from, to) {
    const { board, position: start } = await this.#square(from);
    const { position: end } = await this.#square(to);
    await board.hover({ position: start });
    await this.page.mouse.down();
    await board.hover({ position: end });
    // A drag begins with a frame that sees the pointer elsewhere; before that it is a click.
    await this.drawn();
    await this.page.mouse.up();
  }

  /** Draws an arrow with the other button, or a circle where both squares are the same. */
  async drawArrow(from, to) {
    const { board, position: start } = await this.#square(from);
    const { position: end } = await this.#square(to);
    await board.hover({ position: start });
    await this.page.mouse.down({ button: 'right' });
    await board.hover({ position: end });
    await this.drawn();
    await this.page.mouse.up({ button: 'right' });
  }

  async #point(name) {
    const size = Number(await this.page.locator('svg.gomoku').getAttribute('data-size'));
    return this.#field('svg.gomoku', name.charCodeAt(0) - 97, size - Number(name.slice(1)), size, 0.5);
  }

  async clickPoint(name, button = 'left', clickCount = 1) {
    const { board, position } = await this.#point(name);
    await board.click({ position, button, clickCount });
  }

  /** From here on counts what the page sends to the server. */
  async countSent() {
    if (this.sent === undefined) {
      const session = await this.page.context().newCDPSession(this.page);
      await session.send('Network.enable');
      // A game that has just been loaded is kept when there is time for it: that is no step's doing.
      session.on('Network.webSocketFrameSent', ({ response }) => {
        if (JSON.parse(response.payloadData).type !== 'keep') this.sent += 1;
      });
    }
    this.sent = 0;
  }

  /** Fills the new-game dialog and begins. `choices` are ids to press, `fields` ids and values. */
  async newGame(choices, fields = {}) {
    await this.click('#new-game');
    for (const id of choices) await this.click(`label[for="${id}"]`);
    for (const [id, value] of Object.entries(fields)) {
      const field = this.page.locator(`#${id}`);
      if ((await field.evaluate(element => element.tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
    await this.click('#begin');
    await this.expectGone('dialog');
    await this.expectPresent(`html[data-game="${choices.includes('game-gomoku') ? 'gomoku' : 'chess'}"]`);
    await this.drawn();
  }

  async paste(text) {
    await this.tab('play');
    await this.click('#exchange');
    await this.fill('#record', text);
    await this.click('#load');
    await this.expectGone('dialog');
    await this.drawn();
  }

  /** Counts a bench in a worker of the static page. */
  bench(game) {
    const script = readdirSync(path.join(STATIC, 'assets')).find(name => /^worker-.*\.js$/.test(name));
    const files = readdirSync(path.join(STATIC, 'engine'));
    return this.page.evaluate(
      ([worker, program, network, wanted]) =>
        new Promise((resolve, reject) => {
          const engine = new Worker(worker, { type: 'module' });
          engine.onerror = ({ message }) => reject(new Error(message));
          engine.onmessage = ({ data }) => {
            if (data.failed) reject(new Error(data.failed));
            if (data.bench) resolve(data);
          };
          const at = file => new URL(file, document.baseURI).href;
          engine.postMessage({
            program: at(program),
            network: at(network),
            player: 'page',
            hashMegabytes: 16,
            mailbox: null,
          });
          engine.postMessage({ bench: wanted });
        }),
      [
        `assets/${script}`,
        ...['regence-', 'network-'].map(name => `engine/${files.find(file => file.startsWith(name))}`),
        game,
      ],
    );
  }

  async expectBench(game, expected) {
    const { bench } = await this.bench(game);
    if (bench !== expected) throw new Error(`the bench of ${game} counts ${bench} nodes, not ${expected}`);
  }

  /** The same browser closes this page and opens another one. */
  async reopen() {
    const address = this.page.url();
    // As a browser closes a tab: the page hears of it.
    const closed = this.page.waitForEvent('close');
    await this.page.close({ runBeforeUnload: true });
    await closed;
    const hands = new Hands(await this.page.context().newPage());
    await hands.page.goto(address);
    await hands.ready();
    return hands;
  }

  /** Opens the address that a field has, in another page of the same browser. */
  async follow(selector) {
    const address = await this.page.locator(selector).inputValue();
    await this.page.close();
    const hands = new Hands(await this.page.context().newPage());
    await hands.page.goto(address);
    await hands.ready();
    return hands;
  }

  /** What a click saves: the file's name and text. */
  async saved(selector) {
    const [file] = await Promise.all([this.page.waitForEvent('download', { timeout: LIMIT }), this.click(selector)]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  }

  /** Gives the page a file to open. */
  choose(selector, name, text) {
    return this.page.setInputFiles(selector, { name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  }

  /** Drops a file on the page. */
  drop(name, text) {
    return this.page.evaluate(
      ([file, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], file, { type: 'text/plain' }));
        for (const type of ['dragover', 'drop'])
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
  }

  async reload() {
    await this.page.reload();
    await this.ready();
  }

  // --- What eyes see ---------------------------------------------------------------------------

  /** The first game is on the board: a person against the engine. */
  async ready() {
    await this.expectPresent('html[data-ready][data-ply]');
    await this.drawn();
  }

  /** What has arrived is on the screen: the page draws in one frame, chessground in the one after. */
  async drawn() {
    const frames = () =>
      this.page.evaluate(
        () =>
          new Promise(done => {
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));
          }),
      );
    await eventually('a page that draws', frames, isDrawn => isDrawn);
  }

  /** Everything is drawn and nothing moves any more. */
  async #settled() {
    await this.page.evaluate(() => document.fonts.ready.then(() => undefined));
    await this.drawn();
    await eventually(
      'no running animation',
      () => this.page.evaluate(() => document.getAnimations().length),
      running => running === 0,
    );
  }

  #look(selector, read) {
    return this.page.evaluate(
      ([wanted, how]) => {
        const all = [...document.querySelectorAll(wanted)];
        const element = all[0];
        switch (how) {
          case 'count':
            return all.length;
          case 'visible':
            return all.filter(found => found.checkVisibility({ visibilityProperty: true })).length;
          case 'text':
            return element ? (element.innerText ?? element.textContent) : null;
          case 'texts':
            return all.map(found => found.innerText ?? found.textContent);
          case 'value':
            return element?.value ?? null;
          case 'checked':
            return element?.checked ?? null;
          case 'width':
            return element?.getBoundingClientRect().width ?? null;
          case 'bottom':
            return element?.getBoundingClientRect().bottom ?? null;
          case 'top':
            return element?.getBoundingClientRect().top ?? null;
          default:
            return element?.getAttribute(how) ?? null;
        }
      },
      [selector, read],
    );
  }

  expectCount(selector, count) {
    return eventually(
      `${count} of ${selector}`,
      () => this.#look(selector, 'count'),
      found => found === count,
    );
  }

  /** There is such an element, drawn or not. */
  expectPresent(selector) {
    return eventually(
      selector,
      () => this.#look(selector, 'count'),
      found => found > 0,
    );
  }

  expectVisible(selector) {
    return eventually(
      `${selector} to be seen`,
      () => this.#look(selector, 'visible'),
      found => found > 0,
    );
  }

  /** No such element is to be seen. */
  expectGone(selector) {
    return eventually(
      `no ${selector} to be seen`,
      () => this.#look(selector, 'visible'),
      found => found === 0,
    );
  }

  /** Where the first such element begins on the screen, in pixels from its top. */
  expectTop(selector, isRight = () => true) {
    return eventually(
      `the right place of ${selector}`,
      () => this.#look(selector, 'top'),
      top => top !== null && isRight(top),
    );
  }

  /** How wide the first such element is, in pixels. */
  expectWidth(selector, isRight) {
    return eventually(
      `the right width of ${selector}`,
      () => this.#look(selector, 'width'),
      width => width !== null && isRight(width),
    );
  }

  /** Where the first such element ends on the screen. */
  expectBottom(selector, isRight) {
    return eventually(
      `the right end of ${selector}`,
      () => this.#look(selector, 'bottom'),
      bottom => bottom !== null && isRight(bottom),
    );
  }

  /** Nothing that lies around the elements cuts a piece off. */
  expectWhole(selector) {
    return eventually(
      `${selector} to be there and not clipped`,
      () =>
        this.page.evaluate(wanted => {
          const all = [...document.querySelectorAll(wanted)];
          const isWhole = element => {
            const box = element.getBoundingClientRect();
            for (let outer = element.parentElement; outer; outer = outer.parentElement) {
              if (getComputedStyle(outer).overflow === 'visible') continue;
              const room = outer.getBoundingClientRect();
              const isInside =
                box.left >= room.left - 0.5 && box.right <= room.right + 0.5 && box.top >= room.top - 0.5;
              if (!isInside) return false;
            }
            return true;
          };
          return all.length > 0 && all.every(isWhole);
        }, selector),
      found => found === true,
    );
  }

  /** The two can be seen, and neither lies over the other. */
  expectApart(selector, other) {
    return eventually(
      `${selector} beside ${other}`,
      () =>
        this.page.evaluate(
          both => both.map(wanted => document.querySelector(wanted)?.getBoundingClientRect().toJSON() ?? null),
          [selector, other],
        ),
      ([a, b]) =>
        a?.width > 0 &&
        b?.width > 0 &&
        (a.bottom <= b.top + 4 || b.bottom <= a.top + 4 || a.right <= b.left || b.right <= a.left),
    );
  }

  /** The first such element can be seen in what scrolls around it. */
  expectInSight(selector, around) {
    return eventually(
      `${selector} in sight of ${around}`,
      () =>
        this.page.evaluate(
          both => both.map(wanted => document.querySelector(wanted)?.getBoundingClientRect().toJSON() ?? null),
          [selector, around],
        ),
      ([a, b]) => a?.height > 0 && b && a.top >= b.top - 1 && a.bottom <= b.bottom + 1,
    );
  }

  /** The element lies over the square. */
  async expectAtSquare(selector, name) {
    const { board, position } = await this.#square(name);
    const corner = await this.#boxOf(board);
    await eventually(
      `${selector} at ${name}`,
      () => this.#boxOf(this.page.locator(selector)),
      box => {
        const [x, y] = [corner.x + position.x, corner.y + position.y];
        return (
          box.x < x && x < box.x + box.width && box.y < y && y < box.y + box.height && box.width < corner.width / 7
        );
      },
    );
  }

  /** The text of the first such element. `expected` is a part of it, a pattern, or a question. */
  expectText(selector, expected) {
    return eventually(
      `${selector} to say ${expected}`,
      () => this.#look(selector, 'text'),
      text => matches(expected, text),
    );
  }

  /** How the first such element is drawn. */
  expectStyle(selector, property, expected) {
    return eventually(
      `${property} of ${selector} to be ${expected}`,
      () =>
        this.page
          .locator(selector)
          .first()
          .evaluate((found, name) => getComputedStyle(found)[name], property),
      value => matches(expected, value),
    );
  }

  /** There are such elements, and the text of each is right. */
  expectEach(selector, isRight) {
    return eventually(
      `the right texts of ${selector}`,
      () => this.#look(selector, 'texts'),
      texts => texts.length > 0 && texts.every(isRight),
    );
  }

  expectAttribute(selector, name, expected) {
    return eventually(
      `${name} of ${selector} to be ${expected}`,
      () => this.#look(selector, name),
      value => (typeof expected === 'string' ? value === expected : matches(expected, value)),
    );
  }

  expectValue(selector, expected) {
    return eventually(
      `the value of ${selector} to be ${expected}`,
      () => this.#look(selector, 'value'),
      text => matches(expected, text),
    );
  }

  expectChecked(selector) {
    return eventually(
      `${selector} to be checked`,
      () => this.#look(selector, 'checked'),
      value => value === true,
    );
  }

  /** A click saves a file of that name with that text. */
  async expectSaved(selector, name, expected) {
    const file = await this.saved(selector);
    if (file.name !== name || !matches(expected, file.text))
      throw new Error(`expected ${name} with ${expected}, found ${file.name}: ${file.text}`);
  }

  expectFocus(selector) {
    return eventually(
      `the focus on ${selector}`,
      () =>
        this.page.evaluate(wanted => {
          const { activeElement: active } = document;
          return active?.matches(wanted) ? true : `${active?.tagName}#${active?.id}.${active?.getAttribute('class')}`;
        }, selector),
      found => found === true,
    );
  }

  expectPly(ply) {
    return this.expectAttribute('html', 'data-ply', String(ply));
  }

  /** At least so many moves are on the board. Gives how many. */
  async expectPlyAtLeast(ply) {
    return Number(await this.expectAttribute('html', 'data-ply', value => Number(value) >= ply));
  }

  /** So many moves are on the board, or the game is over. Gives whether it is over. */
  expectPlyOrEnd(ply) {
    const read = async () => ({
      isOver: (await this.#look('.moves .result', 'count')) > 0,
      ply: Number(await this.#look('html', 'data-ply')),
    });
    return eventually(`ply ${ply} or the end of the game`, read, seen => seen.isOver || seen.ply >= ply).then(
      seen => seen.isOver,
    );
  }

  expectStatus(text) {
    return this.expectText('.status', text);
  }

  /** The analysis has reached a depth. */
  expectDepth(depth) {
    return this.expectText('#panel-analyse .facts', text => Number(/Depth (\d+)/.exec(text)?.[1] ?? 0) >= depth);
  }

  async expectExport(format, expected) {
    await this.tab('play');
    await this.click('#exchange');
    await this.click(`#export-${format}`);
    await eventually(
      `an export as ${format} with ${expected}`,
      () => this.#look('#record', 'value'),
      text => matches(expected, text),
    );
    await this.press('Escape');
    await this.expectGone('dialog');
  }

  /** So many messages have gone to the server since they are counted. */
  expectSent(count) {
    return eventually(
      `${count} messages to the server`,
      async () => this.sent,
      sent => sent === count,
    );
  }

  /** Nothing sticks out to the right. */
  expectNoOverflow() {
    return eventually(
      'nothing to stick out to the right',
      () => this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      pixels => pixels === 0,
    );
  }

  /** axe finds nothing wrong. */
  async expectAccessible(where) {
    await this.#settled();
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(AXE);
    const read = async () => {
      const { violations } = await this.page.evaluate(() =>
        window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] }),
      );
      return violations.map(({ id, impact, nodes }) => {
        const targets = nodes.map(node => node.target.join(' '));
        return `${id} (${impact}): ${targets.slice(0, 4).join(', ')}`;
      });
    };
    await eventually(`nothing for axe to find: ${where}`, read, found => found.length === 0);
  }

  async shot(name, folder = SHOTS) {
    await this.#settled();
    await this.page.evaluate(() => window.scrollTo(0, 0));
    await this.page.screenshot({ path: path.join(folder, `${name}.png`), timeout: LIMIT });
  }

  /** The page may complain of this from now on. */
  allowErrors(pattern) {
    this.#allowed.push(pattern);
  }

  async close() {
    await this.page.context().close();
    const errors = this.#errors.filter(error => !this.#allowed.some(pattern => pattern.test(error)));
    if (errors.length > 0) throw new Error(`the page complained: ${errors.join('; ')}`);
  }
}
