// Why the board refuses something, as a sentence of the page.
import { frenchError } from './errors-fr.js';
import { capital } from './format.js';
import { pick } from './language.js';

const inLanguage = pick({ en: (text: string) => text, fr: frenchError });

/** It begins with a capital letter, but not where it begins with a move: `h8` is no `H8`. */
export function errorText(text: string): string {
  const sentence = inLanguage(text);
  return /^\p{L}[\p{L}’'-]*[\s,:]/u.test(sentence) ? capital(sentence) : sentence;
}
