// The page's side of the talk with a worker: it looks like a socket.
import { Mailbox } from './mailbox.js';
import type { Hearing, PlayerName } from './module.js';
import type { Begin, Told } from './orders.js';

/** The part of a worker that is used. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

export interface TalkEvents {
  said(text: string): void;
  ready(hearing: Hearing): void;
  progress(bytes: number): void;
  /** It is over: the worker is ended. */
  failed(why: string): void;
}

/** An engine that can't hear while it searches is given so long, in milliseconds. */
const PATIENCE = 50;
/** How long to wait for room in a full mailbox. */
const RETRY = 5;

export interface Options {
  program: string | Uint8Array;
  network: string | Uint8Array;
  player: PlayerName;
  hashMegabytes: number;
}

export class Talk {
  private readonly mailbox: Mailbox | null;
  private readonly queue: string[] = [];
  private hearing: Hearing | null = null;
  private sent = 0;
  private heard = 0;
  private isOver = false;

  constructor(
    private readonly worker: WorkerLike,
    options: Options,
    private readonly events: TalkEvents,
    canShare: boolean,
  ) {
    this.mailbox = canShare ? new Mailbox() : null;
    worker.postMessage({ ...options, mailbox: this.mailbox?.memory ?? null } satisfies Begin);
  }

  /** Takes a message of the worker. */
  take(told: Told): void {
    if (this.isOver) return;
    if (typeof told === 'string') this.events.said(told);
    else if ('progress' in told) this.events.progress(told.progress);
    else if ('heard' in told) this.heard = told.heard;
    else if ('failed' in told) this.fail(told.failed);
    else if ('ready' in told) {
      this.hearing = told.ready;
      this.events.ready(told.ready);
    }
  }

  send(text: string): void {
    if (this.isOver) return;
    this.sent += 1;
    if (!this.mailbox) this.worker.postMessage(text);
    else {
      this.queue.push(text);
      if (this.queue.length === 1) this.post();
    }
    if (this.hearing === 'deaf') {
      const number = this.sent;
      setTimeout(() => {
        if (this.heard < number) this.fail('The engine did not hear.');
      }, PATIENCE);
    }
  }

  end(): void {
    this.isOver = true;
    void this.worker.terminate();
  }

  private fail(why: string): void {
    if (this.isOver) return;
    this.end();
    this.events.failed(why);
  }

  private post(): void {
    while (this.queue.length > 0 && this.mailbox?.put(this.queue[0]!)) {
      this.queue.shift();
      this.worker.postMessage(null);
    }
    if (this.queue.length > 0 && !this.isOver) setTimeout(() => this.post(), RETRY);
  }
}
