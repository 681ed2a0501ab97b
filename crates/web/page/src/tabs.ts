// Tabs as the ARIA practices describe them: arrow keys walk, one tab stop for all.
import { h } from './dom.js';

export class Tabs {
  readonly element: HTMLElement;
  private readonly buttons: HTMLButtonElement[];
  private readonly panels: HTMLElement[];

  constructor(
    private readonly entries: readonly (readonly [id: string, name: string, panel: HTMLElement])[],
    private readonly chosen: (id: string) => void,
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
          onkeydown: (event: KeyboardEvent) => this.key(event),
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
      h('div', { role: 'tablist', 'aria-label': 'What to do' }, ...this.buttons),
      ...this.panels,
    );
    this.select(entries[0]![0]);
  }

  select(id: string): void {
    this.entries.forEach(([entry], i) => {
      const isChosen = entry === id;
      this.buttons[i]!.setAttribute('aria-selected', String(isChosen));
      this.buttons[i]!.tabIndex = isChosen ? 0 : -1;
      this.panels[i]!.hidden = !isChosen;
    });
  }

  private key(event: KeyboardEvent): void {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move) return;
    event.preventDefault();
    const now = this.buttons.indexOf(event.target as HTMLButtonElement);
    const next = (now + move + this.buttons.length) % this.buttons.length;
    this.chosen(this.entries[next]![0]);
    this.buttons[next]!.focus();
  }
}
