// The language of the page: what the browser prefers, until someone chooses. Another one loads the page again, which loses nothing.
import { remember, settings } from './settings.js';

export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const isLanguage = (name: string): name is Language => name in LANGUAGES;

function chosen(): Language {
  if (isLanguage(settings.language)) return settings.language;
  if (typeof document === 'undefined') return 'en';
  const names = navigator.languages.map(name => name.slice(0, 2).toLowerCase());
  return names.find(isLanguage) ?? 'en';
}

export const language: Language = chosen();

/** The language with the country that the browser names, for dates. */
export const locale: string =
  typeof document === 'undefined'
    ? language
    : (navigator.languages.find(name => name.toLowerCase().startsWith(language)) ?? language);

/** What is said in the language of the page. */
export const pick = <T>(texts: Record<Language, T>): T => texts[language];

export function speak(wanted: Language): void {
  remember({ language: wanted });
  location.reload();
}
