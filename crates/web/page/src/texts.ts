// What the page's own parts say, in each language. wording.ts makes sentences of what the board tells.

const english = {
  game: 'Game',
  movesLabel: 'Moves; the arrow keys walk through them',
  noMoveYet: 'No move yet.',
  walk: 'Walk through the game',
  toStart: 'To the start',
  back: 'Back',
  forward: 'Forward',
  toEnd: 'To the end',
  flip: 'Flip the board',
  annotate: 'Comment and glyphs',
  glyphs: 'Glyphs',
  glyphNames: {
    1: 'Good move',
    2: 'Mistake',
    3: 'Brilliant move',
    4: 'Blunder',
    5: 'Interesting move',
    6: 'Dubious move',
  } as Record<number, string>,
  comment: 'Comment',
  promote: 'Move the variation up',
  makeMain: 'Make it the main line',
  deleteFromHere: 'Delete from here on',
};

export type Texts = typeof english;

const french: Texts = {
  game: 'Partie',
  movesLabel: 'Coups ; les flèches les parcourent',
  noMoveYet: 'Aucun coup.',
  walk: 'Parcourir la partie',
  toStart: 'Au début',
  back: 'En arrière',
  forward: 'En avant',
  toEnd: 'À la fin',
  flip: 'Retourner l’échiquier',
  annotate: 'Commentaire et symboles',
  glyphs: 'Symboles',
  glyphNames: {
    1: 'Bon coup',
    2: 'Erreur',
    3: 'Coup brillant',
    4: 'Gaffe',
    5: 'Coup intéressant',
    6: 'Coup douteux',
  },
  comment: 'Commentaire',
  promote: 'Remonter la variante',
  makeMain: 'En faire la ligne principale',
  deleteFromHere: 'Supprimer à partir d’ici',
};

export const LANGUAGES = { en: english, fr: french } as const;
export type Language = keyof typeof LANGUAGES;

/** The words of the chosen language. */
export let ui: Texts = english;

export function speak(language: Language): void {
  ui = LANGUAGES[language];
}
