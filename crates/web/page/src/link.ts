// Where the page's board is: here, on a server. The static page is built with `engine/link.ts` in place of this file.
import { boardTexts } from './board-texts.js';
import type { SocketLike } from './net.js';
import { openSocket } from './net.js';

/** Told while the engine is being fetched: the share that has come. */
export type Progress = (share: number) => void;

/** Which engine answers, for the page's head. */
export const ENGINE = boardTexts.onServer;

/** Whether a server has this page, and may keep its games. */
export const IS_SERVED = true;

export function openLink(_progress: Progress): SocketLike {
  return openSocket();
}

/** What there is to do once the page stands. */
export function settle(): void {}
