// Records in and out: a text that is pasted, a file that is opened or dropped, and the game on the board as a text or a file. A
// file with several games shows them all, to pick one.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Actions } from './actions.js';
import { CopyButton } from './copy.js';
import { errorText } from './errors.js';
import { LONGEST_FILE, saveFile } from './files.js';
import { gamesTexts as texts } from './games-texts.js';
import { guessFormat, isSgf } from './guess.js';
import type { FoundGame } from './messages.js';
import { showModal } from './modal.js';
import { aboutOf, nameOf } from './my-games.js';
import type { Format, GameState } from './protocol.js';
import { RULES } from './rules.js';

/** Opens the dialog; with a file it is read at once. */
export function showExchange(actions: Actions, game: GameState, file: File | null = null): void {
  showModal('exchange-dialog', texts.exchange, close => (
    <Exchange actions={actions} game={game} file={file} close={close} />
  ));
}

/** A text with several games, and what they are. */
interface Several {
  text: string;
  format: Format;
  games: readonly FoundGame[];
}

interface ExchangeProps {
  actions: Actions;
  game: GameState;
  file: File | null;
  close(): void;
}

function Exchange({ actions, game, file, close }: ExchangeProps): JSX.Element {
  const text = useSignal('');
  const format = useSignal<Format | 'auto'>('auto');
  const trouble = useSignal('');
  const isBusy = useSignal(false);
  const several = useSignal<Several | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    trouble.value = '';
    try {
      await work();
    } catch (error) {
      trouble.value = (error as Error).message;
    }
    isBusy.value = false;
  };

  const take = async (record: string): Promise<void> => {
    const wanted = format.value === 'auto' ? guessFormat(record) : format.value;
    const games = wanted === 'pgn' || isSgf(record) ? await actions.gamesOf(record) : [];
    if (games.length > 1) several.value = { text: record, format: wanted, games };
    else {
      await actions.load(wanted, record.trim());
      close();
    }
  };

  const open = (chosen: File): Promise<void> =>
    attempt(async () => {
      if (chosen.size > LONGEST_FILE) throw new Error(texts.fileTooLong(chosen.name, chosen.size / 1024 / 1024));
      await take(textOf(await chosen.arrayBuffer()));
    });
  useEffect(() => {
    if (file) void open(file);
  }, []);

  const fill = (wanted: Format): Promise<void> =>
    attempt(async () => {
      text.value = await actions.record(wanted);
      area.current?.focus();
      requestAnimationFrame(() => area.current?.select());
    });
  const download = (): Promise<void> =>
    attempt(async () => {
      const answer = await actions.summary();
      saveFile(nameOf(answer.summary), answer.record);
    });
  const out = (wanted: Format, label: string): JSX.Element => (
    <button type="button" class="quiet" id={`export-${wanted}`} onClick={() => void fill(wanted)}>
      {label}
    </button>
  );

  if (several.value)
    return (
      <Picker
        several={several.value}
        trouble={trouble.value}
        pick={found =>
          attempt(async () => {
            const { format, text } = several.value!;
            await actions.load(format, gameAt(text, found));
            close();
          })
        }
      />
    );
  return (
    <div class="exchange">
      <label for="record">{texts.recordLabel}</label>
      <textarea
        id="record"
        rows={9}
        spellcheck={false}
        value={text.value}
        ref={area}
        onInput={event => {
          text.value = event.currentTarget.value;
        }}
      />
      {trouble.value && (
        <p class="field-error" role="alert">
          {trouble.value}
        </p>
      )}
      <div class="buttons">
        {game.game === 'chess' ? out('pgn', texts.asPgn) : out('gomoku', texts.asSgf)}
        {game.game === 'chess' ? out('fen', texts.asFen) : out('psq', texts.asPsq)}
        <CopyButton text={() => text.value} announce={actions.announce} />
        <button type="button" class="quiet" id="download-this" onClick={() => void download()}>
          {texts.downloadThis}
        </button>
      </div>
      <p class="facts">{texts.file}</p>
      <footer>
        <label class="quiet file" for="open-file">
          {texts.openFile}
          <input
            id="open-file"
            type="file"
            accept=".pgn,.sgf,.psq,.fen,.epd,.txt"
            onChange={event => {
              const chosen = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (chosen) void open(chosen);
            }}
          />
        </label>
        <span class="field inline">
          <label for="format">{texts.format}</label>
          <select
            id="format"
            value={format.value}
            onChange={event => {
              format.value = event.currentTarget.value as Format | 'auto';
            }}
          >
            <option value="auto">{texts.detect}</option>
            <option value="pgn">PGN</option>
            <option value="fen">FEN</option>
            <option value="gomoku">{texts.gomokuRecord}</option>
          </select>
        </span>
        <button
          type="button"
          class="main"
          id="load"
          disabled={isBusy.value}
          onClick={() => void attempt(() => take(text.value))}
        >
          {isBusy.value ? texts.reading : texts.load}
        </button>
      </footer>
    </div>
  );
}

/** More rows than this make a slow list. */
const MOST_ROWS = 200;

interface PickerProps {
  several: Several;
  trouble: string;
  pick(game: FoundGame): Promise<void>;
}

function Picker({ several, trouble, pick }: PickerProps): JSX.Element {
  const query = useSignal('');
  const wanted = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (game: FoundGame): boolean => {
    const words = wordsOf(game);
    return wanted.every(word => words.includes(word));
  };
  const found = wanted.length > 0 ? several.games.filter(fits) : several.games;
  return (
    <div class="my-games picker">
      <div class="field wide">
        <label for="pick-search">
          {texts.found(several.games.length)}. {texts.search}
        </label>
        <input
          id="pick-search"
          type="search"
          placeholder={texts.searchHint}
          value={query.value}
          onInput={event => {
            query.value = event.currentTarget.value;
          }}
        />
      </div>
      {trouble && (
        <p class="field-error" role="alert">
          {trouble}
        </p>
      )}
      <ul class="games" aria-label={texts.pick}>
        {found.slice(0, MOST_ROWS).map(game => (
          <li key={game.start}>
            <button
              type="button"
              class="game"
              disabled={!game.summary}
              title={game.error && errorText(game.error)}
              onClick={() => void pick(game)}
            >
              {game.summary ? (
                <>
                  <b>
                    {texts.players(game.summary.white, game.summary.black)} {game.summary.result ?? '*'}
                  </b>
                  <span>{aboutOf(game.summary)}</span>
                  <span>{[game.summary.date].filter(Boolean).join(' · ')}</span>
                </>
              ) : (
                <span>{game.error && errorText(game.error)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {found.length > MOST_ROWS && <p class="facts">{texts.shown(MOST_ROWS, found.length)}</p>}
    </div>
  );
}

function wordsOf({ summary }: FoundGame): string {
  if (!summary) return '';
  const { white, black, event, date, opening, result, rule } = summary;
  const ruleName = rule && (RULES[rule]?.name ?? rule);
  return [white, black, event, date, opening, ruleName, result].filter(Boolean).join(' ').toLowerCase();
}

/** The part of a text that is one game; places are counted in bytes. */
function gameAt(text: string, { start, end }: FoundGame): string {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(start, end));
}

/** A file is in UTF-8, or else old: every text is one in Windows-1252. */
export function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
