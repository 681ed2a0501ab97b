// A line that says what was just done, with a way back. It goes by itself with the next thing that is done.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { gamesTexts as texts } from './games-texts.js';

export interface Undoable {
  text: string;
  label: string;
  undo(): void;
}

export const undoable = signal<Undoable | null>(null);

export function UndoLine(): JSX.Element {
  const last = undoable.value;
  const close = (): void => {
    undoable.value = null;
  };
  return (
    <div role="status">
      {last && (
        <div class="notice undo">
          <span>{last.text}</span>
          <button
            type="button"
            class="quiet"
            id="undo-last"
            onClick={() => {
              close();
              last.undo();
            }}
          >
            {last.label}
          </button>
          <button type="button" class="close" aria-label={texts.dismiss} onClick={close}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}
