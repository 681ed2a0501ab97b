// The two files of the engine: loaded with their progress, and unpacked if they come packed.

/** Loads a file. `report` is told how many more bytes have come. */
export async function load(url: string, report: (bytes: number) => void): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url} cannot be loaded: ${answer.status} ${answer.statusText}`);
  const parts: Uint8Array[] = [];
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    report(part.value.length);
  }
  return unpack(joined(parts));
}

/** A server may have unpacked a file already: its first bytes tell. */
export async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
