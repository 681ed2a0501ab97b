// The worker's side of the talk: loads the engine, and carries texts to and fro.
import { load, unpack } from './files.js';
import { Mailbox } from './mailbox.js';
import { Module } from './module.js';
import type { Begin, Order, Told } from './orders.js';

/** Gives what takes the messages to the worker. */
export function serve(tell: (told: Told) => void): (message: unknown) => void {
  let begun: Promise<Module> | null = null;
  let module: Module | null = null;
  let heard = 0;

  const obey = (ready: Module, order: Order): void => {
    if (typeof order === 'string') ready.hear(order);
    else if (order === null) ready.empty();
    else {
      const began = performance.now();
      tell({ bench: ready.bench(order.bench), ms: performance.now() - began });
    }
    heard += 1;
    if (ready.hearing === 'deaf') tell({ heard });
  };

  const begin = async (order: Begin): Promise<Module> => {
    const bytesOf = (file: string | Uint8Array): Promise<Uint8Array> =>
      typeof file === 'string' ? load(file, bytes => tell({ progress: bytes })) : unpack(file);
    const [program, network] = await Promise.all([
      bytesOf(order.program).then(bytes => WebAssembly.compile(bytes as BufferSource)),
      bytesOf(order.network),
    ]);
    const mailbox = order.mailbox && new Mailbox(order.mailbox);
    module = new Module(program, network, { say: tell, complain: text => tell({ failed: text }) }, mailbox);
    tell({ ready: module.hearing });
    module.open(order.player, order.hashMegabytes);
    return module;
  };

  return message => {
    const failed = (error: unknown): void => tell({ failed: String(error) });
    if (!begun) {
      begun = begin(message as Begin);
      begun.catch(failed);
    } else if (module) obey(module, message as Order);
    // In order with those that came before the engine was there.
    else
      void begun.then(
        ready => {
          try {
            obey(ready, message as Order);
          } catch (error) {
            failed(error);
          }
        },
        () => {},
      );
  };
}
