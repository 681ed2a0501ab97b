// The package under Node.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { begin, type Engine, type Protocol } from './engine.js';

export type { Engine, Protocol } from './engine.js';

/** Starts an engine on a thread of its own. */
export function start(protocol: Protocol = 'uci'): Promise<Engine> {
  const worker = new Worker(new URL('./node-worker.js', import.meta.url));
  const file = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(`../${name}`, import.meta.url)));
  return begin(protocol, {
    worker: {
      postMessage: message => worker.postMessage(message),
      terminate: () => worker.terminate(),
      listen: (take, fail) => {
        worker.on('message', take);
        worker.on('error', error => fail(String(error)));
      },
    },
    program: file('regence.wasm.gz'),
    network: file('network.nnue.gz'),
    canShare: true,
  });
}
