// A queue of texts in shared memory: one side puts, the other takes, also in the middle of a search.
// Room for the longest message; memory that is never used is never taken. A power of two: counts run over.
const CAPACITY = 32 << 20;
const HEADER = 8;
/** Where the counts of bytes put and taken stand. */
const PUT = 0;
const TAKEN = 1;

export class Mailbox {
  private readonly counts: Int32Array;
  private readonly bytes: Uint8Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(HEADER + CAPACITY)) {
    this.counts = new Int32Array(memory, 0, 2);
    this.bytes = new Uint8Array(memory, HEADER);
  }

  /** Puts a text; false if there is no room now. */
  put(text: string): boolean {
    const bytes = new TextEncoder().encode(text);
    const put = Atomics.load(this.counts, PUT);
    const used = (put - Atomics.load(this.counts, TAKEN)) | 0;
    if (used + bytes.length + 4 > this.bytes.length) return false;
    const { length } = bytes;
    this.write(put, new Uint8Array([length, length >> 8, length >> 16, length >> 24]));
    this.write(put + 4, bytes);
    Atomics.store(this.counts, PUT, (put + 4 + length) | 0);
    Atomics.notify(this.counts, PUT);
    return true;
  }

  /** The next text, if there is one. */
  take(): string | null {
    if (this.isEmpty()) return null;
    const taken = Atomics.load(this.counts, TAKEN);
    const [a, b, c, d] = this.read(taken, 4) as unknown as [number, number, number, number];
    const length = a | (b << 8) | (c << 16) | (d << 24);
    const text = new TextDecoder().decode(this.read(taken + 4, length));
    Atomics.store(this.counts, TAKEN, (taken + 4 + length) | 0);
    return text;
  }

  isEmpty(): boolean {
    return Atomics.load(this.counts, PUT) === Atomics.load(this.counts, TAKEN);
  }

  /** Sleeps until there is a text, but not longer. */
  wait(milliseconds: number): void {
    const taken = Atomics.load(this.counts, TAKEN);
    Atomics.wait(this.counts, PUT, taken, milliseconds);
  }

  private write(at: number, bytes: Uint8Array): void {
    const start = (at >>> 0) % this.bytes.length;
    const first = Math.min(bytes.length, this.bytes.length - start);
    this.bytes.set(bytes.subarray(0, first), start);
    this.bytes.set(bytes.subarray(first), 0);
  }

  private read(at: number, length: number): Uint8Array {
    const start = (at >>> 0) % this.bytes.length;
    const first = Math.min(length, this.bytes.length - start);
    const bytes = new Uint8Array(length);
    bytes.set(this.bytes.subarray(start, start + first));
    bytes.set(this.bytes.subarray(0, length - first), first);
    return bytes;
  }
}
