// Sharing: the position as FEN, the game as a link, the board as a picture, the whole game as an animated one.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Actions } from './actions.js';
import { CopyButton } from './copy.js';
import { saveFile } from './files.js';
import { packLink } from './link-text.js';
import { showModal } from './modal.js';
import { boardPng, boardSvg, gameGif } from './picture.js';
import { playTexts as texts } from './play-texts.js';
import type { App } from './state.js';
import { ui } from './texts.js';

export function showShare(actions: Actions, app: App): void {
  showModal('share-dialog', texts.share, () => <Share actions={actions} app={app} />);
}

function Share({ actions, app }: { actions: Actions; app: App }): JSX.Element | null {
  const link = useSignal('');
  const busy = useSignal('');
  const trouble = useSignal('');
  const game = app.game!;
  const isChess = game.game === 'chess';
  useEffect(() => {
    void (async () => {
      try {
        const format = isChess ? 'pgn' : 'gomoku';
        const text = await actions.record(format);
        const address = new URL(location.href);
        address.hash = await packLink({ format, text, ply: game.ply });
        link.value = address.href;
      } catch (error) {
        trouble.value = (error as Error).message;
      }
    })();
  }, []);
  const svg = (): string => boardSvg(game, app.bottom, app.tree.nodes.get(app.at)?.shapes);
  const save = async (name: string, make: () => Promise<Blob>): Promise<void> => {
    if (busy.value) return;
    busy.value = '…';
    try {
      saveFile(name, await make());
      trouble.value = '';
    } catch (error) {
      trouble.value = (error as Error).message;
    }
    busy.value = '';
  };
  const progress = (share: number): void => {
    busy.value = `${Math.round(share * 100)} %`;
  };
  return (
    <div class="exchange share">
      {isChess && (
        <div class="field">
          <label for="share-fen">{ui.shareFen}</label>
          <div class="field-row">
            <input id="share-fen" type="text" readOnly value={game.fen} />
            <CopyButton id="copy-fen" text={() => game.fen} announce={actions.announce} />
          </div>
        </div>
      )}
      <div class="field">
        <label for="share-link">{ui.shareLink}</label>
        <div class="field-row">
          <input id="share-link" type="text" readOnly value={link.value} />
          <CopyButton id="copy-link" text={() => link.value} announce={actions.announce} />
        </div>
        <p class="explain">{ui.shareLinkHint}</p>
      </div>
      {trouble.value && (
        <p class="field-error" role="alert">
          {trouble.value}
        </p>
      )}
      <div class="buttons">
        <button type="button" class="quiet" id="save-svg" onClick={() => saveFile('board.svg', svg(), 'image/svg+xml')}>
          {ui.boardAs('SVG')}
        </button>
        <button type="button" class="quiet" id="save-png" onClick={() => void save('board.png', () => boardPng(svg()))}>
          {ui.boardAs('PNG')}
        </button>
        {game.moves.length > 0 && (
          <button
            type="button"
            class="quiet"
            id="save-gif"
            onClick={() => void save('game.gif', () => gameGif(app, progress))}
          >
            {ui.gameAsGif} {busy.value}
          </button>
        )}
      </div>
    </div>
  );
}
