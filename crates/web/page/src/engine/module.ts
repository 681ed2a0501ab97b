// The engine's WebAssembly module and what it is brought: `crates/wasm/src/abi.rs` is the other side. It searches on the
// thread that it is called on, and hears what it is told in the meantime in one of three ways.
import type { Mailbox } from './mailbox.js';

/** How it hears while it searches: by shared memory; by letting go of the thread every few milliseconds (JavaScript
    Promise Integration); or not at all, so that who wants something else has to end it. */
export type Hearing = 'shared' | 'slices' | 'deaf';

/** Who is talked to. */
export const PLAYERS = { page: 0, uci: 1, gomocup: 2 } as const;
export type PlayerName = keyof typeof PLAYERS;

export interface Hooks {
  say(text: string): void;
  complain(text: string): void;
}

interface Exports {
  memory: WebAssembly.Memory;
  begin(): void;
  room(length: number): number;
  network(): number;
  open(player: number, hashMegabytes: number): number;
  hear(): void;
  work(): void;
  tick(): number;
  bench(game: number): number;
}

interface Promises {
  Suspending?: new (call: () => Promise<void>) => object;
  promising?(call: () => void): () => Promise<void>;
}

/** How long a search keeps the thread to itself. */
const SLICE = 20;
/** How long a search that has nothing to do sleeps before it looks at its clock. */
const NAP = 50;

const promises = (): Promises => WebAssembly as unknown as Promises;

export function hearing(mailbox: Mailbox | null): Hearing {
  if (mailbox) return 'shared';
  return promises().Suspending && promises().promising ? 'slices' : 'deaf';
}

export class Module {
  readonly hearing: Hearing;
  private readonly exports: Exports;
  private readonly work: () => void | Promise<void>;
  private isWorking = false;
  private sliceEnds = 0;
  private wakesAt = Number.POSITIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heard: () => void = () => {};
  private readonly channel = new MessageChannel();

  /** `network` is the content of the network's file. */
  constructor(
    program: WebAssembly.Module,
    network: Uint8Array,
    private readonly hooks: Hooks,
    private readonly mailbox: Mailbox | null,
  ) {
    this.hearing = hearing(mailbox);
    const { Suspending, promising } = promises();
    const suspending = (call: () => Promise<void>): WebAssembly.ImportValue =>
      new Suspending!(call) as WebAssembly.ImportValue;
    const isSliced = this.hearing === 'slices';
    const host: WebAssembly.ModuleImports = {
      say: (text: number, length: number) => hooks.say(this.text(text, length)),
      complain: (text: number, length: number) => hooks.complain(this.text(text, length)),
      now: () => performance.now(),
      random: () => crypto.getRandomValues(new Uint32Array(1))[0]!,
      is_due: () => this.isDue(),
      pause: isSliced ? suspending(() => this.pause()) : () => {},
      wait: isSliced ? suspending(() => this.waitForText()) : () => this.sleep(),
    };
    this.exports = new WebAssembly.Instance(program, { host }).exports as unknown as Exports;
    this.work = isSliced ? promising!(this.exports.work) : this.exports.work;
    this.exports.begin();
    this.put(network);
    if (!this.exports.network()) throw new Error('The network of the engine cannot be read: load the page again.');
    // In Node a port that listens keeps the program alive.
    const port = this.channel.port1 as MessagePort & { unref?(): void };
    port.start();
    port.unref?.();
  }

  open(player: PlayerName, hashMegabytes: number): void {
    if (!this.exports.open(PLAYERS[player], hashMegabytes)) throw new Error(`This engine is no ${player} player.`);
  }

  /** Hears a text, and does what it asks for. */
  hear(text: string): void {
    this.take(text);
    void this.go();
  }

  /** Hears what waits in the mailbox. */
  empty(): void {
    this.takeAll();
    void this.go();
  }

  /** Counts the nodes of a bench. It keeps the thread to itself until it is done: only `work` can let go of it. */
  bench(game: 'chess' | 'gomoku'): number {
    this.sliceEnds = Number.POSITIVE_INFINITY;
    return this.exports.bench(game === 'chess' ? 0 : 1);
  }

  private async go(): Promise<void> {
    if (this.isWorking) return;
    this.isWorking = true;
    try {
      this.sliceEnds = performance.now() + SLICE;
      await this.work();
    } catch (error) {
      this.hooks.complain(String(error));
      throw error;
    } finally {
      this.isWorking = false;
    }
    this.tick();
  }

  private take(text: string): void {
    this.put(new TextEncoder().encode(text));
    this.exports.hear();
    this.heard();
    this.tick();
  }

  private takeAll(): void {
    for (let text = this.mailbox?.take() ?? null; text !== null; text = this.mailbox?.take() ?? null) this.take(text);
  }

  private tick(): void {
    clearTimeout(this.timer);
    const wakesIn = this.exports.tick();
    this.wakesAt = wakesIn < 0 ? Number.POSITIVE_INFINITY : performance.now() + wakesIn;
    if (wakesIn >= 0)
      this.timer = setTimeout(() => {
        this.tick();
        void this.go();
      }, wakesIn);
  }

  private isDue(): number {
    if (this.mailbox && !this.mailbox.isEmpty()) this.takeAll();
    const now = performance.now();
    if (now >= this.wakesAt) this.tick();
    return this.hearing === 'slices' && now >= this.sliceEnds ? 1 : 0;
  }

  /** Lets go of the thread: what has been told meanwhile is heard before this is answered. */
  private async pause(): Promise<void> {
    await new Promise(done => {
      this.channel.port1.addEventListener('message', done, { once: true });
      this.channel.port2.postMessage(null);
    });
    this.sliceEnds = performance.now() + SLICE;
  }

  private waitForText(): Promise<void> {
    return new Promise(done => {
      this.heard = () => {
        this.heard = () => {};
        done();
      };
    });
  }

  private sleep(): void {
    this.mailbox?.wait(NAP);
    this.isDue();
  }

  private put(bytes: Uint8Array): void {
    const at = this.exports.room(bytes.length);
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
  }

  private text(at: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, at, length));
  }
}
