import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gifOf, packed8 } from '../../src/gif.js';

/** Unpacks as every viewer does. */
function unpacked(bytes: readonly number[]): number[] {
  const out: number[] = [];
  let [at, held, bits, width] = [0, 0, 0, 9];
  let known: number[][] = [];
  let before: number[] | null = null;
  const clear = (): void => {
    known = Array.from({ length: 258 }, (_, code) => (code < 256 ? [code] : []));
    [width, before] = [9, null];
  };
  clear();
  for (;;) {
    while (bits < width) {
      held |= bytes[at++]! << bits;
      bits += 8;
    }
    const code = held & ((1 << width) - 1);
    held >>>= width;
    bits -= width;
    if (code === 256) {
      clear();
      continue;
    }
    if (code === 257) return out;
    const entry: number[] = known[code] ?? [...before!, before![0]!];
    out.push(...entry);
    if (before && known.length < 4096) known.push([...before, entry[0]!]);
    if (known.length === 1 << width && width < 12) width += 1;
    before = entry;
  }
}

test('what is packed is unpacked again, however long', () => {
  let seed = 1;
  const noise = Uint8Array.from({ length: 20_000 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (seed >> 8) & 255;
  });
  for (const places of [Uint8Array.from([7]), new Uint8Array(5000), noise, noise.map(n => n & 3)])
    assert.deepEqual(unpacked(packed8(places)), [...places]);
});

test('an animated GIF has its pictures, and two colours stay two', () => {
  const picture = (part: number) => ({
    width: 2,
    height: 1,
    data: Uint8ClampedArray.from([part, 0, 0, 255, 0, 0, 255, 255]),
  });
  const gif = gifOf([picture(255), picture(0)], [500, 1000]);
  const text = String.fromCharCode(...gif);
  assert.ok(text.startsWith('GIF89a\x02\x00\x01\x00'));
  assert.ok(text.includes('NETSCAPE2.0'));
  assert.equal(text.split('\x21\xf9\x04').length - 1, 2);
  assert.equal(gif.at(-1), 0x3b);
  // Blue is the most frequent colour.
  assert.deepEqual([...gif.subarray(13, 16)], [0, 0, 255]);
});
