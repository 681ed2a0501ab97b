// A game as a link: the record, packed into the part of an address that is sent to no server.
import type { Format } from './protocol.js';

const LETTERS: Partial<Record<Format, string>> = { pgn: 'p', gomoku: 'g' };
/** More than any game has: a link may be made to unpack to anything. */
const LONGEST = 4 * 1024 * 1024;

export interface Linked {
  format: Format;
  text: string;
  /** The ply that was looked at. */
  ply: number;
}

/** What follows the `#`. */
export async function packLink({ format, text, ply }: Linked): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  const base = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${LETTERS[format]}${ply}.${base}`;
}

/** The game of a link; null where there is none that can be read. */
export async function unpackLink(link: string): Promise<Linked | null> {
  const parts = /^#?([pg])(\d+)\.([\w-]+)$/.exec(link);
  if (!parts) return null;
  try {
    const letters = atob(parts[3]!.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, letter => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      if (text.length > LONGEST) return null;
    }
    return { format: parts[1] === 'p' ? 'pgn' : 'gomoku', text, ply: Number(parts[2]) };
  } catch {
    return null;
  }
}
