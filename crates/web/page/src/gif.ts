// Animated GIFs: pictures of one size, with the colours that occur most in them.

export interface Picture {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each point. */
  data: Uint8ClampedArray;
}

const MOST_COLOURS = 256;
/** Colours are told apart by so many bits of each part. */
const BITS = 5;

const keyOf = (data: Uint8ClampedArray, at: number): number =>
  ((data[at]! >> (8 - BITS)) << (2 * BITS)) | ((data[at + 1]! >> (8 - BITS)) << BITS) | (data[at + 2]! >> (8 - BITS));

/** The palette, and for each colour its place there. */
function paletteOf(pictures: readonly Picture[]): { colours: number[]; placeOf: (key: number) => number } {
  const counts = new Map<number, number>();
  for (const { data } of pictures)
    for (let at = 0; at < data.length; at += 4) {
      const key = keyOf(data, at);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const colours = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_COLOURS)
    .map(([key]) => key);
  const places = new Map(colours.map((key, place) => [key, place]));
  const parts = (key: number): [number, number, number] => {
    const most = (1 << BITS) - 1;
    return [key >> (2 * BITS), (key >> BITS) & most, key & most];
  };
  const placeOf = (key: number): number => {
    const known = places.get(key);
    if (known !== undefined) return known;
    const [r, g, b] = parts(key);
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    colours.forEach((colour, place) => {
      const [red, green, blue] = parts(colour);
      const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
      if (distance < least) [least, nearest] = [distance, place];
    });
    places.set(key, nearest);
    return nearest;
  };
  return { colours, placeOf };
}

/** Pictures one after the other, each shown for so many milliseconds, for ever. */
export function gifOf(pictures: readonly Picture[], delays: readonly number[]): Uint8Array<ArrayBuffer> {
  const first = pictures[0]!;
  const { colours, placeOf } = paletteOf(pictures);
  const bytes: number[] = [];
  const word = (n: number): void => void bytes.push(n & 255, n >> 8);
  const text = (letters: string): void => void bytes.push(...[...letters].map(letter => letter.charCodeAt(0)));
  text('GIF89a');
  word(first.width);
  word(first.height);
  // A palette of 256 colours for all pictures.
  bytes.push(0xf7, 0, 0);
  for (let place = 0; place < MOST_COLOURS; place += 1) {
    const key = colours[place] ?? 0;
    for (const part of [key >> (2 * BITS), key >> BITS, key])
      bytes.push(Math.round(((part & ((1 << BITS) - 1)) * 255) / ((1 << BITS) - 1)));
  }
  bytes.push(0x21, 0xff, 11);
  text('NETSCAPE2.0');
  bytes.push(3, 1, 0, 0, 0);
  pictures.forEach((picture, index) => {
    bytes.push(0x21, 0xf9, 4, 0);
    word(Math.round((delays[index] ?? 1000) / 10));
    bytes.push(0, 0, 0x2c, 0, 0, 0, 0);
    word(picture.width);
    word(picture.height);
    bytes.push(0, 8);
    const places = new Uint8Array(picture.width * picture.height);
    for (let point = 0; point < places.length; point += 1) places[point] = placeOf(keyOf(picture.data, point * 4));
    const packed = packed8(places);
    for (let at = 0; at < packed.length; at += 255) {
      const block = packed.slice(at, at + 255);
      bytes.push(block.length, ...block);
    }
    bytes.push(0);
  });
  bytes.push(0x3b);
  return Uint8Array.from(bytes);
}

const CLEAR = 256;
const END = 257;
const MOST_CODES = 4096;

/** LZW as GIF has it, from places of eight bits. */
export function packed8(places: Uint8Array): number[] {
  const out: number[] = [];
  let [held, bits, width, next] = [0, 0, 9, END + 1];
  let known = new Map<number, number>();
  const put = (code: number): void => {
    held |= code << bits;
    bits += width;
    for (; bits >= 8; bits -= 8, held >>>= 8) out.push(held & 255);
  };
  put(CLEAR);
  let prefix = places[0]!;
  for (let at = 1; at < places.length; at += 1) {
    const place = places[at]!;
    const longer = known.get((prefix << 8) | place);
    if (longer !== undefined) {
      prefix = longer;
      continue;
    }
    put(prefix);
    if (next < MOST_CODES) {
      if (next === 1 << width) width += 1;
      known.set((prefix << 8) | place, next);
      next += 1;
    } else {
      put(CLEAR);
      [width, next, known] = [9, END + 1, new Map()];
    }
    prefix = place;
  }
  put(prefix);
  if (next === 1 << width && width < 12) width += 1;
  put(END);
  if (bits > 0) out.push(held & 255);
  return out;
}
