import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Net, type SocketLike } from '../../src/net.js';
import type { FromServer } from '../../src/protocol.js';

class FakeSocket implements SocketLike {
  onopen: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly sent: { type: string; id?: number }[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; id?: number });
  }
  close(): void {
    this.onclose?.(undefined as never);
  }
  open(): void {
    this.onopen?.(undefined as never);
  }
  answer(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function connected(): {
  net: Net;
  sockets: FakeSocket[];
  received: FromServer[];
  links: string[];
  pauses: number[];
  retry(): void;
} {
  const sockets: FakeSocket[] = [];
  const received: FromServer[] = [];
  const links: string[] = [];
  const pauses: number[] = [];
  let retry = (): void => {};
  const net = new Net(
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    { receive: message => received.push(message), link: state => links.push(state) },
    (action, ms) => {
      pauses.push(ms);
      retry = action;
    },
  );
  net.connect();
  sockets[0]!.open();
  return { net, sockets, received, links, pauses, retry: () => retry() };
}

test('an answer finds its question', async () => {
  const { net, sockets, received } = connected();
  const first = net.ask({ type: 'why', move: 'e2e4' });
  const second = net.ask({ type: 'export', format: 'pgn' });
  const [a, b] = sockets[0]!.sent;
  sockets[0]!.answer({ type: 'export', id: b!.id, format: 'pgn', text: '*' });
  sockets[0]!.answer({ type: 'why', id: a!.id, move: 'e2e4', text: ['It is.'] });
  assert.equal((await first).type, 'why');
  assert.equal((await second).type, 'export');
  assert.equal(received.length, 2);
});

test('an error rejects its question, and one without id is told', async () => {
  const { net, sockets, received } = connected();
  const asked = net.ask({ type: 'move', move: 'e2e5' });
  sockets[0]!.answer({ type: 'error', id: sockets[0]!.sent[0]!.id, message: 'e2e5 is not legal' });
  await assert.rejects(asked, /not legal/);
  assert.equal(received.length, 0);
  sockets[0]!.answer({ type: 'error', id: null, message: 'too fast' });
  assert.equal(received.length, 1);
});

test('a lost line is tried again, later each time, and questions do not wait for ever', async () => {
  const { net, sockets, links, pauses, retry } = connected();
  const asked = net.ask({ type: 'hint' });
  sockets[0]!.close();
  await assert.rejects(asked, /lost/);
  await assert.rejects(net.ask({ type: 'hint' }), /not reachable/);
  retry();
  sockets[1]!.close();
  retry();
  sockets[2]!.open();
  assert.deepEqual(pauses, [500, 1000]);
  assert.deepEqual(links, ['connecting', 'open', 'lost', 'connecting', 'lost', 'connecting', 'open']);
  net.send({ type: 'stop' });
  assert.equal(sockets[2]!.sent.length, 1);
});

test('garbage is passed over', () => {
  const { sockets, received } = connected();
  sockets[0]!.onmessage?.({ data: '{' });
  assert.equal(received.length, 0);
});
