// A real server, a real browser, and hands on the board. Everything waits for conditions, with limits
// that a busy machine does not reach; nothing sleeps.
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../..');
const TARGET = process.env.CARGO_TARGET_DIR
  ? path.resolve(ROOT, process.env.CARGO_TARGET_DIR)
  : path.join(ROOT, 'target');
const PROGRAM = process.env.REGENCE ?? path.join(TARGET, 'release', 'regence');
// A folder to serve in place of the page inside the program: for work on the page.
const PAGE = process.env.REGENCE_PAGE ? ['--page', path.resolve(process.env.REGENCE_PAGE)] : [];
const SHOTS = path.join(ROOT, 'target', 'screenshots');

export const LIMIT = 60_000;
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
    ...names.flatMap(name => (process.env.PATH ?? '').split(':').map(folder => path.join(folder, name))),
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
async function startServer(port = '0') {
  const server = spawn(PROGRAM, ['serve', '--port', port, '--no-open', ...PAGE], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const address = await new Promise((resolve, reject) => {
    const listen = chunk => {
      said += chunk;
      const found = /http:\/\/[^\s]+/.exec(said);
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

export async function startHouse() {
  mkdirSync(SHOTS, { recursive: true });
  let server = await startServer();
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return {
    /** Opens the page and gives the hands that use it. */
    async open(look = LOOKS[2]) {
      const context = await browser.newContext({
        viewport: { width: look.width, height: look.height },
        colorScheme: look.theme,
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(LIMIT);
      const page = await context.newPage();
      const errors = [];
      page.on('pageerror', error => errors.push(String(error)));
      page.on('console', message => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(server.address);
      const hands = new Hands(page, errors, server.address);
      await hands.ready();
      return hands;
    },
    stopServer: () => server.stop(),
    /** The server comes back under the same address. */
    async restartServer() {
      server = await startServer(new URL(server.address).port);
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

export class Hands {
  constructor(page, errors, address) {
    this.page = page;
    this.errors = errors;
    this.address = address;
  }

  /** The first game is on the board: a person against the engine. */
  ready() {
    return this.page.waitForSelector('html[data-ready]');
  }

  ply(n) {
    return this.page.waitForSelector(`html[data-ply="${n}"]`);
  }

  /** At least so many moves are on the board. */
  plyAtLeast(n) {
    return this.page.waitForFunction(wanted => Number(document.documentElement.dataset.ply) >= wanted, n);
  }

  /** What has arrived is on the screen. */
  drawn() {
    return this.page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  }

  status(text) {
    return this.page.locator('.status', { hasText: text }).waitFor();
  }

  async square(name) {
    const board = this.page.locator('cg-board');
    await board.scrollIntoViewIfNeeded();
    const box = await board.boundingBox();
    const isFlipped = (await this.page.locator('.cg-wrap.orientation-black').count()) > 0;
    const file = name.charCodeAt(0) - 97;
    const rank = Number(name[1]) - 1;
    const [x, y] = isFlipped ? [7 - file, rank] : [file, 7 - rank];
    return { x: box.x + ((x + 0.5) * box.width) / 8, y: box.y + ((y + 0.5) * box.height) / 8 };
  }

  async clickSquare(name) {
    const { x, y } = await this.square(name);
    await this.page.mouse.click(x, y);
  }

  /** Plays by two clicks and waits for the move to be on the board. */
  async clickMove(from, to, ply) {
    await this.clickSquare(from);
    await this.page.waitForSelector('square.selected');
    await this.clickSquare(to);
    if (ply !== undefined) await this.plyAtLeast(ply);
  }

  async dragMove(from, to) {
    const [a, b] = [await this.square(from), await this.square(to)];
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    await this.page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
    await this.page.mouse.move(b.x, b.y, { steps: 4 });
    await this.page.mouse.up();
  }

  async clickPoint(name) {
    const board = this.page.locator('svg.gomoku');
    await board.scrollIntoViewIfNeeded();
    const box = await board.boundingBox();
    const size = Number(await board.getAttribute('data-size'));
    const x = name.charCodeAt(0) - 97;
    const y = size - Number(name.slice(1));
    const unit = box.width / (size + 1);
    await this.page.mouse.click(box.x + (x + 1) * unit, box.y + (y + 1) * unit);
  }

  /** Fills the new-game dialog and begins. `choices` are ids to press, `fields` ids and values. */
  async newGame(choices, fields = {}) {
    await this.page.click('#new-game');
    for (const id of choices) await this.page.click(`label[for="${id}"]`);
    for (const [id, value] of Object.entries(fields)) {
      const field = this.page.locator(`#${id}`);
      if ((await field.evaluate(element => element.tagName)) === 'SELECT') await field.selectOption(value);
      else await field.fill(value);
    }
    await this.page.click('#begin');
    await this.page.waitForSelector('dialog', { state: 'detached' });
    await this.page.waitForSelector(`html[data-game="${choices.includes('game-gomoku') ? 'gomoku' : 'chess'}"]`);
    await this.drawn();
  }

  async exported(format) {
    await this.tab('play');
    await this.page.click('#exchange');
    await this.page.click(`#export-${format}`);
    await this.page.waitForFunction(() => document.querySelector('#record').value !== '');
    const text = await this.page.inputValue('#record');
    await this.page.keyboard.press('Escape');
    await this.page.waitForSelector('dialog', { state: 'detached' });
    return text;
  }

  async paste(text) {
    await this.tab('play');
    await this.page.click('#exchange');
    await this.page.fill('#record', text);
    await this.page.click('#load');
    await this.page.waitForSelector('dialog', { state: 'detached' });
    await this.drawn();
  }

  tab(name) {
    return this.page.click(`#tab-${name}`);
  }

  async shot(name) {
    await this.page.evaluate(() => window.scrollTo(0, 0));
    await this.page.screenshot({ path: path.join(SHOTS, `${name}.png`) });
  }

  /** Nothing sticks out to the right. */
  overflow() {
    return this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  }

  async close() {
    await this.page.context().close();
    if (this.errors.length > 0) throw new Error(`the page complained: ${this.errors.join('; ')}`);
  }
}
