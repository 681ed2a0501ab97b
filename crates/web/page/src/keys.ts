// Keys that hold wherever the focus is, but where text is written.
import type { Actions } from './actions.js';

type KeyActions = Pick<Actions, 'first' | 'back' | 'forward' | 'last' | 'variation' | 'flip'>;

/** What a key asks for. */
export function keyAction(key: string, actions: KeyActions): (() => void) | null {
  switch (key) {
    case 'ArrowLeft':
      return actions.back;
    case 'ArrowRight':
      return actions.forward;
    case 'ArrowUp':
      return () => actions.variation(-1);
    case 'ArrowDown':
      return () => actions.variation(1);
    case 'Home':
      return actions.first;
    case 'End':
      return actions.last;
    case 'f':
      return actions.flip;
    default:
      return null;
  }
}

/** Where keys mean something else: fields for text and choices, and open dialogs. */
const OWN_KEYS = 'input:not([type=checkbox]), select, textarea, dialog, [contenteditable]';

export function watchKeys(actions: KeyActions): void {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if ((event.target as HTMLElement).closest(OWN_KEYS)) return;
    const action = keyAction(event.key, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
