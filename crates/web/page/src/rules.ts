// The rule sets of Gomoku in a sentence each.
import { pick } from './language.js';

interface Rule {
  name: string;
  sentence: string;
}

const english: Record<string, Rule> = {
  freestyle: { name: 'Freestyle', sentence: 'Five or more in a row win.' },
  standard: { name: 'Standard', sentence: 'Exactly five in a row win; six do not.' },
  renju: { name: 'Renju', sentence: 'Black may not make double threes, double fours or six in a row; White may.' },
  caro: { name: 'Caro', sentence: 'Five in a row win unless both ends are closed.' },
  'standard-caro': {
    name: 'Standard caro',
    sentence: 'Exactly five in a row win unless both ends are closed; six do not.',
  },
  ninuki: {
    name: 'Ninuki',
    sentence:
      'Pairs between two stones are captured; ten captured stones win, too. Two free threes at once are forbidden.',
  },
};

const french: Record<string, Rule> = {
  freestyle: { name: 'Libre', sentence: 'Cinq en ligne ou plus gagnent.' },
  standard: { name: 'Standard', sentence: 'Cinq en ligne exactement gagnent ; six non.' },
  renju: {
    name: 'Renju',
    sentence: 'Les Noirs n’ont droit ni au double trois, ni au double quatre, ni à six en ligne ; les Blancs si.',
  },
  caro: { name: 'Caro', sentence: 'Cinq en ligne gagnent, sauf fermés aux deux bouts.' },
  'standard-caro': {
    name: 'Caro standard',
    sentence: 'Cinq en ligne exactement gagnent, sauf fermés aux deux bouts ; six non.',
  },
  ninuki: {
    name: 'Ninuki',
    sentence:
      'Les paires entre deux pierres sont prises ; dix pierres prises gagnent aussi. Deux trois libres à la fois sont interdits.',
  },
};

export const RULES: Record<string, Rule> = pick({ en: english, fr: french });
