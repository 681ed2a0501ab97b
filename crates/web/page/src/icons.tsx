// The icons as components; dom.ts has their paths.
import type { JSX } from 'preact';
import { ICONS, type IconName } from './dom.js';

export type { IconName };

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}
