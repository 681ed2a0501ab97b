// A button that copies a text, and says that it did.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ui } from './texts.js';

const SHOWN = 2000;

interface CopyProps {
  text(): string;
  announce(text: string): void;
  label?: string;
  id?: string;
}

export function CopyButton({ text, announce, label = ui.copy, id = 'copy' }: CopyProps): JSX.Element {
  const said = useSignal<string | null>(null);
  const copy = async (): Promise<void> => {
    const isDone = await copied(text());
    said.value = isDone ? ui.copied : ui.notCopied;
    announce(said.value);
    setTimeout(() => {
      said.value = null;
    }, SHOWN);
  };
  return (
    <button type="button" class="quiet" id={id} onClick={() => void copy()}>
      {said.value ?? label}
    </button>
  );
}

/** The clipboard is closed to pages of other machines without https: there the old way works. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    // Where the focus may be: in the dialog that is open.
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const isDone = document.execCommand('copy');
    area.remove();
    return isDone;
  }
}
