// The package in a browser.
import { begin, type Engine, type Protocol } from './engine.js';

export type { Engine, Protocol } from './engine.js';

/** Starts an engine. Its files are fetched from beside this one. */
export function start(protocol: Protocol = 'uci'): Promise<Engine> {
  const worker = new Worker(new URL('../src/engine/worker.js', import.meta.url), { type: 'module', name: 'regence' });
  return begin(protocol, {
    worker: {
      postMessage: message => worker.postMessage(message),
      terminate: () => worker.terminate(),
      listen: (take, fail) => {
        worker.onmessage = event => take(event.data);
        worker.onerror = event => fail(event.message ?? 'the worker of the engine cannot be started');
      },
    },
    program: new URL('../regence.wasm.gz', import.meta.url).href,
    network: new URL('../network.nnue.gz', import.meta.url).href,
    canShare: globalThis.crossOriginIsolated === true,
  });
}
