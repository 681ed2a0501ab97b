// The rule sets of Gomoku in a sentence each, for the new-game dialog.
export const RULES: Record<string, { name: string; sentence: string }> = {
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
