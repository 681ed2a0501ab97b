// Tabs. Each is a tab stop of its own: the arrow keys walk through the game, whatever has the focus.
import { h } from './dom.js';
import { playTexts } from './play-texts.js';

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons: HTMLButtonElement[];
  private readonly panels: HTMLElement[];

  constructor(
    private readonly entries: readonly (readonly [id: string, name: string, panel: HTMLElement])[],
    chosen: (id: string) => void,
  ) {
    this.buttons = entries.map(([id, name]) =>
      h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${id}`,
          'aria-controls': `panel-${id}`,
          onclick: () => chosen(id),
        },
        name,
      ),
    );
    this.panels = entries.map(([id, , panel]) =>
      h('div', { role: 'tabpanel', id: `panel-${id}`, 'aria-labelledby': `tab-${id}` }, panel),
    );
    this.element = h(
      'div',
      { class: 'tabs' },
      h('div', { role: 'tablist', 'aria-label': playTexts.whatToDo }, ...this.buttons),
      ...this.panels,
    );
    this.select(entries[0]![0]);
  }

  select(id: string): void {
    this.entries.forEach(([entry], i) => {
      const isChosen = entry === id;
      this.buttons[i]!.setAttribute('aria-selected', String(isChosen));
      this.panels[i]!.hidden = !isChosen;
    });
  }
}
