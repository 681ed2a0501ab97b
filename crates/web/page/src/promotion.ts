// What a pawn becomes: four squares over the board, from the pawn's own inwards. A dialog of its own, because it is part of a move.
import { h } from './dom.js';
import type { Color } from './protocol.js';
import { ui } from './texts.js';

const CHOICES = [
  ['q', 'queen'],
  ['r', 'rook'],
  ['b', 'bishop'],
  ['n', 'knight'],
] as const;

/** Where the choice is shown: on the screen, with the size of a square. */
export interface PromotionPlace {
  left: number;
  top: number;
  side: number;
  /** The pawn's square is the upper one. */
  isTop: boolean;
}

/** The letter of the chosen piece, or null when the move is taken back. */
export function askPromotion(color: Color, { left, top, side, isTop }: PromotionPlace): Promise<string | null> {
  return new Promise(resolve => {
    let choice: string | null = null;
    const buttons = CHOICES.map(([letter, name]) =>
      h(
        'button',
        {
          type: 'button',
          'aria-label': ui.pieces[letter],
          title: ui.pieces[letter],
          'data-piece': letter,
          autofocus: letter === 'q',
          onclick: () => {
            choice = letter;
            dialog.close();
          },
        },
        pieceElement(name, color),
      ),
    );
    const dialog = h(
      'dialog',
      {
        class: 'promotion cg-wrap',
        'aria-label': ui.promotePawn,
        onclick: (event: MouseEvent) => {
          if (event.target === dialog) dialog.close();
        },
        onclose: () => {
          dialog.remove();
          resolve(choice);
        },
      },
      ...(isTop ? buttons : [...buttons].reverse()),
    );
    dialog.style.left = `${left}px`;
    dialog.style.top = `${top}px`;
    dialog.style.setProperty('--side', `${side}px`);
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
