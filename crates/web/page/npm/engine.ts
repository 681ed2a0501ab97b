// What both entries of the package share.

import type { Hearing } from '../src/engine/module.js';
import type { Told } from '../src/engine/orders.js';
import { Talk, type WorkerLike } from '../src/engine/talk.js';

/** What the engine speaks: UCI for chess, Gomocup's protocol for Gomoku. */
export type Protocol = 'uci' | 'gomocup';

/** An engine in a worker of its own. */
export interface Engine {
  /** Sends a line, or several with ends of line between them. */
  send(text: string): void;
  /** Gets each line that the engine says. What it says before this is set is kept for it. */
  onmessage: ((line: string) => void) | null;
  /** Called if the engine ends by itself, with the reason. */
  onerror: ((error: Error) => void) | null;
  /** Ends it at once. */
  terminate(): void;
}

/** The worker, and where its files are. */
export interface Place {
  worker: WorkerLike & { listen(take: (told: Told) => void, fail: (why: string) => void): void };
  program: string | Uint8Array;
  network: string | Uint8Array;
  canShare: boolean;
}

const DEAF =
  'This engine cannot be stopped here: it needs a page that is cross-origin isolated (Cross-Origin-Opener-Policy: same-origin, Cross-Origin-Embedder-Policy: require-corp), or a browser with WebAssembly.Suspending.';

export function begin(protocol: Protocol, place: Place): Promise<Engine> {
  return new Promise((resolve, reject) => {
    const kept: string[] = [];
    let take: ((line: string) => void) | null = null;
    const engine: Engine = {
      send: text => talk.send(text),
      get onmessage() {
        return take;
      },
      set onmessage(listener) {
        take = listener;
        if (listener) for (const line of kept.splice(0)) listener(line);
      },
      onerror: null,
      terminate: () => talk.end(),
    };
    const failed = (why: string): void => {
      const error = new Error(why);
      reject(error);
      engine.onerror?.(error);
    };
    const talk: Talk = new Talk(
      place.worker,
      { program: place.program, network: place.network, player: protocol, hashMegabytes: 16 },
      {
        said: text => {
          for (const line of text.split('\n'))
            if (take) take(line);
            else kept.push(line);
        },
        ready: (hearing: Hearing) => {
          if (hearing === 'deaf') {
            talk.end();
            failed(DEAF);
          } else resolve(engine);
        },
        progress: () => {},
        failed,
      },
      place.canShare,
    );
    place.worker.listen(told => talk.take(told), failed);
  });
}
