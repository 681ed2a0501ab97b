// What a program and the worker of its engine say to each other beside the texts.
import type { Hearing, PlayerName } from './module.js';

/** The first message to the worker. */
export interface Begin {
  /** Where the files are, or what is in them. */
  program: string | Uint8Array;
  network: string | Uint8Array;
  player: PlayerName;
  hashMegabytes: number;
  mailbox: SharedArrayBuffer | null;
}

/** The others: a text for the engine, null where there is one in the mailbox, or a bench to count. */
export type Order = string | null | { bench: 'chess' | 'gomoku' };

/** What the worker says: a text of the engine, or one of these. */
export type Told =
  | string
  | { progress: number }
  | { ready: Hearing }
  | { heard: number }
  | { bench: number; ms: number }
  | { failed: string };
