// Look inside: the search depth by depth, what each technique did, a recorded search as a tree, and
// plain words on why a move was not chosen.
import type { Actions } from './actions.js';
import { type Child, h, redraw, setText, show } from './dom.js';
import { boundSign, countText, scoreText, shortTime } from './format.js';
import { insideTexts as texts } from './inside-texts.js';
import { readChessMove, readPoint } from './notation.js';
import type { Deeds, DepthRow, Score, TechniqueCount, Tree, TreeChild, Why } from './protocol.js';
import { type App, positionKey } from './state.js';
import { type Techniques, techniquesOf, words } from './wording.js';

const NODE_CHOICES = [20_000, 100_000, 500_000];
/** So many moves of a node are shown at once. */
const FIRST_ROWS = 12;

export class InsidePanel {
  readonly element: HTMLElement;
  private readonly depths = h('tbody');
  private readonly table: HTMLElement;
  private readonly depthNote = h('p', { class: 'facts' });
  private readonly techniques = h('ul', { class: 'techniques', 'aria-label': texts.techniquesLabel });
  private readonly nodes: HTMLSelectElement;
  private readonly record: HTMLButtonElement;
  private readonly whyButton: HTMLButtonElement;
  private readonly traceNote = h('p', { class: 'facts' });
  private readonly tree = h('div', { class: 'tree' });
  private readonly question = h('input', {
    id: 'why-move',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 12,
  });
  private readonly pick: HTMLButtonElement;
  private readonly whyError = h('p', { class: 'field-error', role: 'alert' });
  private readonly answer = h('div', { class: 'answer', 'aria-live': 'polite' });
  private app: App | null = null;
  private treeOf = '';
  private busy: 'why' | 'record' | null = null;

  constructor(
    private readonly actions: Actions,
    private readonly setPicking: (on: boolean) => void,
  ) {
    this.nodes = h(
      'select',
      { id: 'inside-nodes' },
      ...NODE_CHOICES.map((n, i) => h('option', { value: n, selected: i === 1 }, texts.nodes(countText(n)))),
    );
    this.record = h(
      'button',
      {
        type: 'button',
        class: 'main',
        id: 'record-search',
        onclick: () => (this.busy ? this.actions.stopQuestions() : void this.recordSearch()),
      },
      texts.record,
    );
    this.whyButton = h('button', { type: 'submit', class: 'quiet', id: 'why-ask' }, texts.ask);
    this.pick = h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        id: 'why-pick',
        'aria-pressed': 'false',
        onclick: () => this.setPicking(!this.app?.picking),
      },
      texts.pick,
    );
    this.table = h(
      'table',
      { class: 'depths' },
      h('thead', {}, h('tr', {}, ...texts.columns.map(name => h('th', { scope: 'col' }, name)))),
      this.depths,
    );
    const form = h(
      'form',
      {
        class: 'typed',
        onsubmit: (event: Event) => {
          event.preventDefault();
          if (this.busy) this.actions.stopQuestions();
          else this.submit();
        },
      },
      h('label', { for: 'why-move' }, texts.move),
      this.question,
      this.whyButton,
      this.pick,
    );
    this.element = h(
      'div',
      { class: 'panel-body inside' },
      h('section', {}, h('h2', {}, texts.why), form, this.whyError, this.answer),
      h(
        'section',
        {},
        h('h2', {}, texts.recorded),
        h(
          'div',
          { class: 'bar' },
          this.record,
          h('label', { for: 'inside-nodes', class: 'visually-hidden' }, texts.nodesToSearch),
          this.nodes,
        ),
        this.traceNote,
        this.tree,
      ),
      h('section', {}, h('h2', {}, texts.depths), this.depthNote, this.table),
      h(
        'section',
        {},
        h('h2', {}, texts.techniques),
        h('p', { class: 'facts' }, texts.techniquesNote),
        this.techniques,
      ),
    );
  }

  update(app: App): void {
    this.app = app;
    const game = app.game;
    if (!game) return;
    this.question.placeholder = game.game === 'chess' ? 'Nf3, e2e4' : 'h8';
    this.pick.setAttribute('aria-pressed', String(app.picking));
    setText(this.pick, app.picking ? texts.makeMove : texts.pick);
    const rows = app.live?.depths ?? [];
    setText(this.depthNote, rows.length > 0 ? '' : texts.noDepths);
    show(this.depthNote, rows.length === 0);
    show(this.table, rows.length > 0);
    redraw(this.depths, JSON.stringify(rows), () => rows.map(depthRow));
    this.table.classList.toggle(
      'untimed',
      rows.every(row => row.ms === 0),
    );
    this.updateTechniques(app);
    this.updateAnswer(app);
    if (!app.trace || this.treeOf !== positionKey(game)) this.forgetTree();
  }

  /** The techniques of the game on the board. */
  private known(): Techniques {
    return techniquesOf(this.app?.hello ?? null, this.app?.game?.game ?? 'chess');
  }

  private updateTechniques(app: App): void {
    const counts = app.live?.techniques ?? [];
    redraw(this.techniques, JSON.stringify(counts), () => techniqueRows(counts, this.known()));
  }

  private updateAnswer(app: App): void {
    const why = app.why;
    redraw(this.answer, JSON.stringify(why), () => (why ? whyAnswer(why, this.known()) : []));
  }

  private submit(): void {
    const game = this.app?.game;
    if (!game) return;
    const asked =
      game.game === 'chess'
        ? readChessMove(this.question.value, game)
        : readPoint(this.question.value, game.size, game.height);
    setText(this.whyError, 'error' in asked ? asked.error : '');
    if ('error' in asked) return;
    void this.ask(asked.move);
  }

  async ask(move: string): Promise<void> {
    setText(this.whyError, '');
    this.setBusy('why');
    this.answer.setAttribute('aria-busy', 'true');
    await this.actions.ask({ type: 'why', move });
    this.answer.removeAttribute('aria-busy');
    this.setBusy(null);
  }

  /** While a search runs its button ends it. */
  private setBusy(busy: 'why' | 'record' | null): void {
    this.busy = busy;
    setText(this.whyButton, busy === 'why' ? texts.stop : texts.ask);
    setText(this.record, busy === 'record' ? texts.stop : texts.record);
    this.whyButton.disabled = busy === 'record';
    this.pick.disabled = busy !== null;
    this.record.disabled = busy === 'why';
  }

  private async recordSearch(): Promise<void> {
    this.setBusy('record');
    setText(this.traceNote, texts.searching);
    const answer = await this.actions.ask({ type: 'inside', nodes: Number(this.nodes.value) });
    this.setBusy(null);
    const game = this.app?.game;
    if (answer?.type !== 'inside' || !game) {
      setText(this.traceNote, '');
      return;
    }
    this.treeOf = positionKey(game);
    if (answer.root === null) return;
    setText(this.traceNote, texts.recordedNote(countText(answer.nodes), countText(answer.recorded)));
    this.tree.replaceChildren(await this.branch(answer.root, () => undefined));
  }

  private forgetTree(): void {
    if (this.treeOf === '') return;
    this.treeOf = '';
    setText(this.traceNote, '');
    this.tree.replaceChildren();
  }

  /** What lies below a node. `note` is told the line that leads there. */
  private async branch(node: number, note: (line: string[]) => void): Promise<HTMLElement> {
    const answer = await this.actions.ask({ type: 'tree', node });
    if (answer?.type !== 'tree') return h('p', { class: 'facts' }, texts.nothingRecorded);
    const children = answer.children;
    const line = answer.line.filter(move => move !== null);
    note(line);
    return h(
      'div',
      { class: 'branch' },
      nodeNote(answer, this.known()),
      children.length > 0 ? this.leaves(children, line) : h('p', { class: 'facts' }, texts.noMove),
    );
  }

  /** The first moves; the others wait behind a button. */
  private leaves(children: TreeChild[], line: string[]): HTMLElement {
    const rows = (some: TreeChild[]): HTMLElement[] => some.map(child => this.leaf(child, line));
    const few = children.length > FIRST_ROWS + 3 ? children.slice(0, FIRST_ROWS) : children;
    const list = h('ul', {}, ...rows(few));
    const rest = children.slice(few.length);
    if (rest.length === 0) return list;
    const more = h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: 'quiet more',
          onclick: () => {
            const added = rows(rest);
            more.replaceWith(...added);
            added[0]?.querySelector<HTMLElement>('button')?.focus();
          },
        },
        texts.more(rest.length),
      ),
    );
    list.append(more);
    return list;
  }

  private leaf(child: TreeChild, above: string[]): HTMLElement {
    const below = h('div', { hidden: true });
    let isLoaded = false;
    let line = child.move ? [...above, child.move] : above;
    const open = async (): Promise<void> => {
      const isOpen = row.getAttribute('aria-expanded') === 'true';
      row.setAttribute('aria-expanded', String(!isOpen));
      below.hidden = isOpen;
      this.actions.showLine(isOpen ? above : line);
      if (isLoaded || isOpen || child.id === null) return;
      isLoaded = true;
      below.replaceChildren(
        await this.branch(child.id, found => {
          line = found;
        }),
      );
    };
    const cells: Child[] = [
      h('span', { class: 'san' }, child.san ?? child.move ?? '–'),
      h('span', { class: 'score' }, child.score ? boundSign(child.bound) + scoreText(child.score) : ''),
      h(
        'span',
        { class: 'count' },
        [child.depth !== null ? `d${child.depth}` : '', child.nodes ? countText(child.nodes) : '']
          .filter(Boolean)
          .join(' · '),
      ),
      h('span', { class: 'what' }, words.row(child, this.known())),
    ];
    const kind = isPruned(child) ? 'node pruned' : 'node';
    const title = isPruned(child) ? texts.pruned : null;
    if (child.id === null) return h('li', {}, h('div', { class: kind, title }, ...cells));
    const row = h(
      'button',
      { type: 'button', class: kind, title, 'aria-expanded': 'false', onclick: () => void open() },
      ...cells,
    );
    return h('li', {}, row, below);
  }
}

/** The search did not look at what lies below, or not at all of it. */
export function isPruned(child: TreeChild): boolean {
  if (child.what === 'skipped' || child.what === 'skipped-many') return true;
  return child.what === 'searched' && child.ending?.ending === 'cut';
}

function nodeNote(tree: Tree, techniques: Techniques): HTMLElement {
  const facts = [windowText(tree.window)];
  if (tree.static) facts.push(texts.staticEvaluation(scoreText(tree.static)));
  if (tree.table)
    facts.push(texts.tableKnew(boundSign(tree.table.bound) + scoreText(tree.table.score), tree.table.depth));
  return h(
    'p',
    { class: 'node-note' },
    words.node(tree, techniques),
    h('span', { class: 'node-facts' }, facts.join(' · ')),
  );
}

function whyAnswer(why: Why, techniques: Techniques): Child[] {
  const facts = why.facts.map(fact => h('p', {}, words.why(why.san, fact, techniques)));
  return [
    h('p', { class: 'conclusion' }, words.conclusion(why.san, why.facts)),
    h('details', { class: 'keys' }, h('summary', {}, texts.details), h('div', { class: 'answer' }, ...facts)),
    whyTable(why, techniques),
  ];
}

/** What each depth chose, and what it made of the move that is asked about. */
function whyTable(why: Why, techniques: Techniques): HTMLElement | null {
  if (why.table.length === 0) return null;
  return h(
    'details',
    { class: 'keys' },
    h('summary', {}, texts.depths),
    h(
      'table',
      { class: 'verdicts' },
      h('thead', {}, h('tr', {}, ...texts.verdicts.map(name => h('th', { scope: 'col' }, name)))),
      h(
        'tbody',
        {},
        ...why.table.map(row =>
          h(
            'tr',
            {},
            h('td', {}, row.depth),
            h('td', {}, `${row.san} ${scoreText(row.score)}`),
            h('td', {}, words.verdict(row, techniques)),
          ),
        ),
      ),
    ),
  );
}

export function windowText([low, high]: [Score | null, Score | null]): string {
  return texts.window(low ? scoreText(low) : texts.open, high ? scoreText(high) : texts.open);
}

function depthRow(row: DepthRow): HTMLElement {
  return h(
    'tr',
    {},
    h('td', {}, row.depth),
    h('td', { class: 'san' }, row.san ?? row.move),
    h('td', {}, scoreText(row.score)),
    h('td', {}, countText(row.nodes)),
    h('td', {}, shortTime(row.ms)),
  );
}

/** The part of all that a count is, in percent as people read it. */
export function partText(count: number, all: number): string {
  const percent = all > 0 ? (100 * count) / all : 0;
  return percent > 0 && percent < 0.1 ? '< 0.1 %' : `${percent.toFixed(1)} %`;
}

/** What a technique did in a recorded search. */
export function deedsText({ cut, skipped, reduced, extended, own }: Deeds): string {
  const parts: [number, string][] = [
    [cut, texts.deeds.cut],
    [skipped, texts.deeds.skipped],
    [reduced, texts.deeds.reduced],
    [extended, texts.deeds.extended],
    [own, texts.deeds.own],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${countText(count)} ${what}`)
    .join(' · ');
}

function techniqueRows(counts: TechniqueCount[], techniques: Techniques): Child[] {
  const acted = counts.filter(row => row.count > 0 || row.did).sort((a, b) => b.count - a.count);
  if (acted.length === 0) return [h('li', { class: 'facts' }, texts.nothingYet)];
  const all = acted.reduce((sum, row) => sum + row.count, 0);
  return acted.map(row => {
    const bar = h('span', { class: 'bar-fill' });
    bar.style.width = `${((100 * row.count) / Math.max(1, all)).toFixed(1)}%`;
    return h(
      'li',
      {},
      h(
        'span',
        { class: 'technique-head' },
        h('b', {}, techniques.name(row.id)),
        h('span', { class: 'count' }, `${countText(row.count)} · ${partText(row.count, all)}`),
      ),
      h('span', { class: 'bar-track', 'aria-hidden': 'true' }, bar),
      h('span', { class: 'sentence' }, techniques.sentence(row.id)),
      row.did && h('span', { class: 'deeds' }, deedsText(row.did)),
    );
  });
}
