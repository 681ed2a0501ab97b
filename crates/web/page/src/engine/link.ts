// The static page: its board and engine run in this browser, in a worker.
import { boardTexts } from '../board-texts.js';
import type { Progress } from '../link.js';
import type { SocketLike } from '../net.js';
import type { Hearing } from './module.js';
import { Talk } from './talk.js';

/** Set when the page is built: names and sizes of the engine's files. */
declare const REGENCE_FILES: { program: string; network: string; bytes: number };

/** Megabytes of a search's table, by what the device has. Browsers tell at most 8 GB. */
export function tableMegabytes(gigabytes: number | undefined): number {
  if (gigabytes === undefined) return 16;
  if (gigabytes < 2) return 8;
  return gigabytes < 8 ? 16 : 64;
}

export const ENGINE = boardTexts.inBrowser;

/** No server keeps this page's games: this browser does. */
export const IS_SERVED = false;

const addressOf = (file: string): string => new URL(file, document.baseURI).href;

class WorkerSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onclose: SocketLike['onclose'] = null;
  onmessage: SocketLike['onmessage'] = null;
  private readonly talk: Talk;
  private loaded = 0;

  constructor(progress: Progress) {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
    const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
    this.talk = new Talk(
      worker,
      {
        program: addressOf(REGENCE_FILES.program),
        network: addressOf(REGENCE_FILES.network),
        player: 'page',
        hashMegabytes: tableMegabytes(deviceMemory),
      },
      {
        said: data => this.onmessage?.({ data }),
        ready: hearing => this.open(hearing, progress),
        progress: bytes => {
          this.loaded += bytes;
          progress(Math.min(1, this.loaded / REGENCE_FILES.bytes));
        },
        failed: why => this.fail(why),
      },
      globalThis.crossOriginIsolated === true,
    );
    worker.onmessage = event => this.talk.take(event.data);
    worker.onerror = event => this.fail(event.message ?? 'the worker of the engine cannot be started');
  }

  send(text: string): void {
    this.talk.send(text);
  }

  close(): void {
    this.talk.end();
    this.onclose?.(undefined as never);
  }

  private open(hearing: Hearing, progress: Progress): void {
    progress(1);
    document.documentElement.dataset.hearing = hearing;
    this.onopen?.(undefined as never);
  }

  private fail(why: string): void {
    console.warn(`The engine is started anew: ${why}`);
    this.close();
  }
}

export function openLink(progress: Progress): SocketLike {
  return new WorkerSocket(progress);
}

/** Has the browser keep the page for use without a net. The service worker also isolates the page, from its next visit
    on, so that memory can be shared; a browser in which the engine would be deaf visits it at once. */
export function settle(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const root = document.documentElement;
  serviceWorker.register(addressOf('sw.js')).then(
    async () => {
      await serviceWorker.ready;
      root.dataset.offline = '';
      const isDeaf = root.dataset.hearing === 'deaf' && !globalThis.crossOriginIsolated;
      if (isDeaf && sessionStorage.getItem('regence-visit') === null) {
        sessionStorage.setItem('regence-visit', 'again');
        location.reload();
      }
    },
    (error: unknown) => console.warn(`This page will not work without a net: ${String(error)}`),
  );
}
