// Keys that hold wherever the focus is, but where text is written.
import type { Actions } from './actions.js';

type KeyActions = Pick<
  Actions,
  'first' | 'back' | 'forward' | 'last' | 'variation' | 'flip' | 'playBest' | 'toggleThreat'
>;

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
    case 'x':
      return actions.toggleThreat;
    case ' ':
      return actions.playBest;
    default:
      return null;
  }
}

/** Where keys mean something else: fields for text and choices, and open dialogs. */
const OWN_KEYS = 'input:not([type=checkbox]), select, textarea, dialog, [contenteditable]';

/** The space bar presses what has the focus. */
const PRESSED = 'button, summary, a, [role=tab], [type=checkbox]';

/** A roll of the wheel over the board walks a ply; a touch pad tells many small rolls. */
const ROLL = 60;

export function watchWheel(element: HTMLElement, actions: Pick<Actions, 'back' | 'forward'>): void {
  let rolled = 0;
  element.addEventListener(
    'wheel',
    event => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 40;
      if (Math.sign(pixels) !== Math.sign(rolled)) rolled = 0;
      rolled += pixels;
      if (Math.abs(rolled) < ROLL) return;
      if (rolled < 0) actions.back();
      else actions.forward();
      rolled = 0;
    },
    { passive: false },
  );
}

export function watchKeys(actions: KeyActions): void {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    if (target.closest(OWN_KEYS) || (event.key === ' ' && target.closest(PRESSED))) return;
    const action = keyAction(event.key, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
