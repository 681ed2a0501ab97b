// What the components look at, as signals: a part is drawn again only when what it reads has changed.
import { batch, signal } from '@preact/signals';
import type { Over, Review } from './protocol.js';
import { type App, emptyApp } from './state.js';
import { type GameTree, NO_TREE, ROOT } from './tree.js';

/** All of it; for what is drawn anew with every change. */
export const shown = signal<App>(emptyApp());
export const tree = signal<GameTree>(NO_TREE);
export const at = signal(ROOT);
export const line = signal<readonly number[]>([]);
export const reviews = signal<readonly Review[]>([]);
/** How the game ended, where it did. */
export const over = signal<Over | null>(null);

/** Takes over what the store says. */
export function mirror(app: App): void {
  batch(() => {
    shown.value = app;
    tree.value = app.tree;
    at.value = app.at;
    if (app.game && app.game.line.join() !== line.value.join()) line.value = app.game.line;
    reviews.value = app.reviews;
    over.value = app.game?.over ?? (app.server?.playing === false ? app.server.over : null);
  });
}
