// What can be done with the move that is looked at: a glyph, words, its place among the variations.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Actions } from './actions.js';
import { ui } from './texts.js';
import { glyph, MOVE_GLYPHS, pathTo, ROOT, toggledGlyph } from './tree.js';
import { at, tree } from './view.js';

export function NodeTools({ actions }: { actions: Actions }): JSX.Element {
  const isOpen = useSignal(false);
  const toggle = (event: Event): void => {
    isOpen.value = (event.currentTarget as HTMLDetailsElement).open;
  };
  return (
    <details class="node-tools" onToggle={toggle}>
      <summary>{ui.annotate}</summary>
      {isOpen.value && <Tools actions={actions} key={`${tree.value.game}-${at.value}`} />}
    </details>
  );
}

function Tools({ actions }: { actions: Actions }): JSX.Element {
  const node = tree.value.nodes.get(at.value);
  const text = useSignal(node?.comment ?? '');
  if (!node) return <p class="facts">{ui.noMoveYet}</p>;
  const say = (): void => {
    if (text.value.trim() !== node.comment) actions.annotate({ node: node.id, comment: text.value });
  };
  const isVariation = pathTo(tree.value, node.id).some(
    id => tree.value.nodes.get(tree.value.nodes.get(id)?.parent ?? ROOT)?.children[0] !== id,
  );
  return (
    <div class="tools">
      {node.id !== ROOT && (
        // biome-ignore lint/a11y/useSemanticElements: buttons, not fields
        <div class="glyph-buttons" role="group" aria-label={ui.glyphs}>
          {MOVE_GLYPHS.map(nag => (
            <button
              key={nag}
              type="button"
              class="quiet"
              data-nag={nag}
              title={ui.glyphNames[nag]}
              aria-pressed={node.nags.includes(nag)}
              onClick={() => actions.annotate({ node: node.id, nags: toggledGlyph(node.nags, nag) })}
            >
              {glyph(nag)}
            </button>
          ))}
        </div>
      )}
      <label for="comment">{ui.comment}</label>
      <textarea
        id="comment"
        rows={2}
        value={text.value}
        onInput={event => {
          text.value = event.currentTarget.value;
        }}
        onBlur={say}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) say();
        }}
      />
      {node.id !== ROOT && (
        <div class="buttons">
          {isVariation && (
            <button type="button" class="quiet" id="promote" onClick={() => actions.promote(node.id, false)}>
              {ui.promote}
            </button>
          )}
          {isVariation && (
            <button type="button" class="quiet" id="make-main" onClick={() => actions.promote(node.id, true)}>
              {ui.makeMain}
            </button>
          )}
          <button type="button" class="quiet" id="delete-move" onClick={() => actions.remove(node.id)}>
            {ui.deleteFromHere}
          </button>
        </div>
      )}
    </div>
  );
}
