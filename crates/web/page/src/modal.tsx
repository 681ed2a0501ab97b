// A dialog with a component inside. The browser keeps the focus in it and closes it on Escape.
import { type ComponentChild, render } from 'preact';
import { gamesTexts } from './games-texts.js';

/** Shows a dialog; `body` gets a function that closes it. */
export function showModal(id: string, title: string, body: (close: () => void) => ComponentChild): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'wide';
  dialog.id = id;
  dialog.setAttribute('aria-labelledby', `${id}-title`);
  const close = (): void => dialog.close();
  dialog.addEventListener('close', () => {
    render(null, dialog);
    dialog.remove();
  });
  dialog.addEventListener('click', event => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  render(
    <>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" class="close" aria-label={gamesTexts.close} onClick={close}>
          ×
        </button>
      </header>
      {body(close)}
    </>,
    dialog,
  );
  dialog.showModal();
}
