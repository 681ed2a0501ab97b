import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mailbox } from '../../src/engine/mailbox.js';
import type { Told } from '../../src/engine/orders.js';
import { Talk, type TalkEvents } from '../../src/engine/talk.js';

const ROOM = 64 + 8;

test('texts come out as they went in, and round the end of the memory', () => {
  const sender = new Mailbox(new SharedArrayBuffer(ROOM));
  const reader = new Mailbox(sender.memory);
  assert.equal(reader.take(), null);
  for (let i = 0; i < 50; i += 1) {
    const texts = [`${i} Régence`, '', 'x'.repeat(i % 40)];
    for (const text of texts) assert.ok(sender.put(text), text);
    for (const text of texts) assert.equal(reader.take(), text);
    assert.ok(reader.isEmpty());
  }
});

test('a full mailbox takes nothing more until something is taken', () => {
  const mailbox = new Mailbox(new SharedArrayBuffer(ROOM));
  assert.ok(mailbox.put('x'.repeat(60)));
  assert.ok(!mailbox.put(''));
  assert.ok(!new Mailbox(new SharedArrayBuffer(ROOM)).put('x'.repeat(61)));
  assert.equal(mailbox.take(), 'x'.repeat(60));
  assert.ok(mailbox.put('next'));
  assert.equal(mailbox.take(), 'next');
});

function talking(canShare: boolean): { talk: Talk; posted: unknown[]; events: string[]; take(told: Told): void } {
  const posted: unknown[] = [];
  const events: string[] = [];
  const log: TalkEvents = {
    said: text => events.push(`said ${text}`),
    ready: hearing => events.push(`ready ${hearing}`),
    progress: bytes => events.push(`progress ${bytes}`),
    failed: why => events.push(`failed ${why}`),
  };
  const worker = {
    postMessage: (message: unknown) => posted.push(message),
    terminate: () => events.push('terminated'),
  };
  const options = { program: 'p', network: 'n', player: 'page', hashMegabytes: 8 } as const;
  const talk = new Talk(worker, options, log, canShare);
  return { talk, posted, events, take: told => talk.take(told) };
}

test('without shared memory texts are posted, with it they lie in the mailbox', () => {
  const plain = talking(false);
  plain.talk.send('stop');
  assert.deepEqual(plain.posted[1], 'stop');
  const shared = talking(true);
  shared.talk.send('stop');
  assert.equal(shared.posted[1], null);
  const { mailbox } = shared.posted[0] as { mailbox: SharedArrayBuffer };
  assert.equal(new Mailbox(mailbox).take(), 'stop');
});

test('a text for which there is no room waits for it, in order', async () => {
  const { talk, posted } = talking(true);
  const mailbox = new Mailbox((posted[0] as { mailbox: SharedArrayBuffer }).mailbox);
  const large = 'x'.repeat(3 << 20);
  talk.send(large);
  talk.send(`${large}y`);
  talk.send('stop');
  assert.equal(mailbox.take(), large);
  while (mailbox.isEmpty()) await new Promise(done => setImmediate(done));
  assert.equal(mailbox.take(), `${large}y`);
  while (mailbox.isEmpty()) await new Promise(done => setImmediate(done));
  assert.equal(mailbox.take(), 'stop');
});

test('an engine that does not hear is ended, and one that does is not', async () => {
  const { talk, events, take } = talking(false);
  take({ ready: 'deaf' });
  talk.send('one');
  take({ heard: 1 });
  await new Promise(done => setTimeout(done, 70));
  assert.deepEqual(events, ['ready deaf']);
  talk.send('two');
  while (events.length < 3) await new Promise(done => setImmediate(done));
  assert.deepEqual(events.slice(1), ['terminated', 'failed The engine did not hear.']);
  take('too late');
  assert.equal(events.length, 3);
});
