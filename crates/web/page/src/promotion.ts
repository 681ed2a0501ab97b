// What a pawn becomes. A dialog of its own, because it is part of a move.
import { h } from './dom.js';
import type { Color } from './protocol.js';

const CHOICES = [
  ['q', 'queen'],
  ['r', 'rook'],
  ['b', 'bishop'],
  ['n', 'knight'],
] as const;

/** The letter of the chosen piece, or null when the move is taken back. */
export function askPromotion(color: Color): Promise<string | null> {
  return new Promise(resolve => {
    let choice: string | null = null;
    const dialog = h(
      'dialog',
      {
        class: 'promotion',
        'aria-label': 'Promote the pawn',
        onclose: () => {
          dialog.remove();
          resolve(choice);
        },
      },
      h('h2', {}, 'The pawn becomes'),
      h(
        'div',
        { class: 'promotion-choices cg-wrap' },
        ...CHOICES.map(([letter, name]) =>
          h(
            'button',
            {
              type: 'button',
              'aria-label': name,
              title: name,
              'data-piece': letter,
              onclick: () => {
                choice = letter;
                dialog.close();
              },
            },
            pieceElement(name, color),
          ),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** chessground draws its pieces by the tag `piece` and two classes. */
function pieceElement(name: string, color: Color): HTMLElement {
  const piece = document.createElement('piece');
  piece.className = `${name} ${color}`;
  return piece;
}
