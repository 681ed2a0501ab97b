// The moves of the game: the main line with its times, variations and comments below, and the buttons to walk.
import { useComputed } from '@preact/signals';
import { type JSX, type RefObject, render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Actions } from './actions.js';
import { spentText } from './format.js';
import { Icon, type IconName } from './icons.js';
import { markSign } from './judge.js';
import { NodeTools } from './node-tools.js';
import type { NodeState } from './protocol.js';
import { type Row, rowsOf, type Token, tokensOf } from './rows.js';
import { ui } from './texts.js';
import { glyph, lineOf, pathTo, ROOT } from './tree.js';
import { at, line, over, reviews, tree } from './view.js';
import { words } from './wording.js';

export function mountMoves(element: HTMLElement, actions: Actions): void {
  render(<MoveBlock actions={actions} />, element);
}

function MoveBlock({ actions }: { actions: Actions }): JSX.Element {
  return (
    <section class="move-block" aria-label={ui.game}>
      <OpeningName />
      <MoveList actions={actions} />
      <NodeTools actions={actions} />
      <Walk actions={actions} />
    </section>
  );
}

/** What the opening is called: by the last position with a name on the way here. */
function OpeningName(): JSX.Element | null {
  const { nodes } = tree.value;
  const named = pathTo(tree.value, at.value).findLast(id => nodes.get(id)?.opening);
  const name = named === undefined ? undefined : nodes.get(named)?.opening;
  return name ? <p class="opening">{name}</p> : null;
}

function MoveList({ actions }: { actions: Actions }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const game = tree.value;
  const rows = rowsOf(game);
  const ply = new Map(lineOf(game, ROOT).map((id, index) => [id, index + 1]));
  const click = (event: MouseEvent): void => {
    const move = (event.target as HTMLElement).closest<HTMLElement>('[data-node]');
    if (move) actions.visit(Number(move.dataset.node));
  };
  return (
    // One tab stop for the whole list: long games would otherwise stand between the reader and the buttons.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the moves are buttons; the list only hears of them
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <ol class="moves" aria-label={ui.movesLabel} tabIndex={0} ref={list} onClick={click}>
      {rows.map(row => (
        <RowOf key={keyOf(row)} row={row} ply={ply} />
      ))}
      {rows.length === 0 && <li class="empty">{ui.noMoveYet}</li>}
      <Result />
      <InSight list={list} />
    </ol>
  );
}

/** Keeps the present move in sight without moving the page; at once, so that nothing moves under the next click. */
function InSight({ list }: { list: RefObject<HTMLOListElement | null> }): null {
  const place = `${tree.value.game}|${tree.value.nodes.size}|${at.value}`;
  useLayoutEffect(() => {
    const { current } = list;
    if (!current) return;
    const move = current.querySelector<HTMLElement>(`[data-node="${place.split('|').at(-1)}"]`);
    const show = (): void => {
      current.scrollTop = move ? move.offsetTop - current.clientHeight / 2 : 0;
    };
    show();
    // Another tab leaves the list more room, or less.
    const watcher = new ResizeObserver(show);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [place, list]);
  return null;
}

function keyOf(row: Row): string {
  if (row.kind === 'moves') return `m${row.first}-${row.second}`;
  return row.kind === 'line' ? `l${row.from}` : `t${row.of}${row.text}`;
}

function Result(): JSX.Element | null {
  const end = over.value;
  return end && <li class="result">{`${end.result} · ${words.reason(end)}`}</li>;
}

function RowOf({ row, ply }: { row: Row; ply: ReadonlyMap<number, number> }): JSX.Element {
  const { nodes } = tree.value;
  if (row.kind === 'text') return <li class="said">{row.text}</li>;
  if (row.kind === 'line') {
    const before = pathTo(tree.value, row.from).length - 1;
    return (
      <li class="variation">
        {tokensOf(tree.value, row.from, before).map((token, index) => (
          <TokenOf key={token.kind === 'move' ? `m${token.id}` : `${token.kind}${index}`} token={token} />
        ))}
      </li>
    );
  }
  const cell = (id: number | null): JSX.Element => {
    const node = id === null ? undefined : nodes.get(id);
    return node ? <Move node={node} ply={ply.get(node.id)} /> : <span />;
  };
  return (
    <li>
      <span class="number" aria-hidden="true">
        {row.number}
      </span>
      {row.first === null ? <span class="gap">…</span> : cell(row.first)}
      {cell(row.second)}
    </li>
  );
}

function TokenOf({ token }: { token: Token }): JSX.Element | null {
  switch (token.kind) {
    case 'open':
      return <span class="bracket">(</span>;
    case 'close':
      return <span class="bracket">) </span>;
    case 'text':
      return <span class="said">{token.text} </span>;
    case 'move': {
      const node = tree.value.nodes.get(token.id);
      return node ? <Move node={node} label={token.label} /> : null;
    }
  }
}

function Move({ node, ply, label }: { node: NodeState; ply?: number | undefined; label?: string }): JSX.Element {
  const isHere = useComputed(() => at.value === node.id);
  const review = useComputed(() => reviews.value.find(found => found.node === node.id)).value;
  const mark = review?.mark ?? null;
  const better = review?.better ? `; ${words.better(review.better.san)}` : '';
  const played = node.played!;
  return (
    <button
      type="button"
      tabIndex={-1}
      class={`move${isHere.value ? ' here' : ''}${label === undefined ? '' : ' inline'}`}
      data-ply={ply}
      data-node={node.id}
      aria-current={isHere.value ? 'step' : undefined}
      title={mark ? `${words.mark(mark)}${better}` : undefined}
    >
      <span class="san">
        {label && <span class="label">{label} </span>}
        {played.san}
        {node.nags.length > 0 && <span class="glyphs">{node.nags.map(glyph).join(' ')}</span>}
        {mark && (
          <span class={`mark ${mark}`}>
            {markSign(mark)}
            <span class="visually-hidden"> {words.mark(mark)}</span>
          </span>
        )}
      </span>
      {label === undefined && played.ms > 0 && <span class="spent">{spentText(played.ms)}</span>}
    </button>
  );
}

function Walk({ actions }: { actions: Actions }): JSX.Element {
  const ply = pathTo(tree.value, at.value).length;
  const last = line.value.length;
  const button = (icon: IconName, name: string, go: () => void, isOff: boolean, id?: string): JSX.Element => (
    <button type="button" class="icon-button" aria-label={name} title={name} onClick={go} disabled={isOff} id={id}>
      <Icon name={icon} />
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form is filled in here
    <div class="walk" role="group" aria-label={ui.walk}>
      {button('first', ui.toStart, actions.first, ply === 0)}
      {button('back', ui.back, actions.back, ply === 0, 'undo')}
      <span class="ply">{`${ply} / ${last}`}</span>
      {button('forward', ui.forward, actions.forward, ply === last, 'redo')}
      {button('last', ui.toEnd, actions.last, ply === last)}
      {button('flip', ui.flip, actions.flip, false, 'flip')}
    </div>
  );
}
