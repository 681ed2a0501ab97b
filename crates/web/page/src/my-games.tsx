// "My games": everything that is kept, to search, take up again, take away and delete.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Archive } from './archive.js';
import { saveFile } from './files.js';
import { gamesTexts as texts } from './games-texts.js';
import { locale } from './language.js';
import type { KeptGame, StoredGame, Summary } from './messages.js';
import { showModal } from './modal.js';
import { RULES } from './rules.js';

export interface MyGamesEvents {
  archive(): Promise<Archive | null>;
  /** The game on the board. */
  current(): string;
  /** Whether it is on the board now. */
  open(id: string): Promise<boolean>;
  /** This game was deleted, or all. */
  removed(id: string | null): void;
}

export function showMyGames(events: MyGamesEvents): void {
  showModal('my-games-list', texts.myGames, close => <MyGames events={events} close={close} />);
}

/** Everything of a game that can be searched for. */
export function wordsOf({ summary, changed }: KeptGame): string {
  const { game, white, black, event, date, opening, rule, result } = summary;
  const name = game === 'chess' ? texts.chess : texts.gomoku;
  const ruleName = rule ? (RULES[rule]?.name ?? rule) : '';
  return [name, white, black, event, date, opening, ruleName, result, dayOf(changed)]
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
}

/** The games that have all words. */
export function found(games: readonly KeptGame[], query: string): KeptGame[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return games.filter(game => {
    const words = wordsOf(game);
    return wanted.every(word => words.includes(word));
  });
}

const dayOf = (time: number): string =>
  new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });

export function aboutOf(summary: Summary): string {
  const { game, rule, opening, event, plies } = summary;
  const kind = game === 'chess' ? texts.chess : `${texts.gomoku}, ${rule ? (RULES[rule]?.name ?? rule) : ''}`;
  const moves = game === 'chess' ? texts.plies(plies) : texts.stones(plies);
  return [kind, opening, event === 'Régence' ? null : event, moves].filter(Boolean).join(' · ');
}

/** More rows than this make a slow list. */
const MOST_ROWS = 200;

function MyGames({ events, close }: { events: MyGamesEvents; close: () => void }): JSX.Element {
  const games = useSignal<KeptGame[] | null>(null);
  const query = useSignal('');
  const trouble = useSignal<string | null>(null);
  const isSure = useSignal(false);
  const removed = useSignal<{ game: KeptGame; stored: StoredGame } | null>(null);

  const attempt = async (work: (archive: Archive) => Promise<void>): Promise<void> => {
    try {
      const archive = await events.archive();
      if (archive) await work(archive);
      else trouble.value = texts.noArchive;
    } catch (error) {
      trouble.value = (error as Error).message;
    }
  };
  const refresh = (): Promise<void> =>
    attempt(async archive => {
      games.value = await archive.list();
    });
  useEffect(() => void refresh(), []);

  const remove = (game: KeptGame): Promise<void> =>
    attempt(async archive => {
      const stored = await archive.get(game.id);
      await archive.remove(game.id);
      events.removed(game.id);
      removed.value = { game, stored };
      await refresh();
    });
  const undo = (): Promise<void> =>
    attempt(async archive => {
      const last = removed.value;
      if (!last) return;
      await archive.put(last.game.id, last.stored);
      removed.value = null;
      await refresh();
    });
  const removeAll = (): void => {
    if (!isSure.value) {
      isSure.value = true;
      return;
    }
    isSure.value = false;
    removed.value = null;
    void attempt(async archive => {
      await archive.clear();
      events.removed(null);
      await refresh();
    });
  };
  const download = (game: KeptGame): Promise<void> =>
    attempt(async archive => {
      const { record, summary } = await archive.get(game.id);
      saveFile(nameOf(summary), record);
    });
  const downloadAll = (): Promise<void> =>
    attempt(async archive => {
      const records: Record<string, string[]> = { pgn: [], sgf: [] };
      for (const { id, summary } of games.value ?? [])
        records[endingOf(summary)]!.push((await archive.get(id)).record.trim());
      for (const [ending, all] of Object.entries(records))
        if (all.length > 0) saveFile(`regence.${ending}`, `${all.join('\n\n')}\n`);
    });
  const open = async (id: string): Promise<void> => {
    if (await events.open(id)) close();
  };

  const all = games.value;
  const shown = all ? found(all, query.value) : [];
  return (
    <div class="my-games">
      <div class="field wide">
        <label for="game-search">{texts.search}</label>
        <input
          id="game-search"
          type="search"
          placeholder={texts.searchHint}
          value={query.value}
          onInput={event => {
            query.value = event.currentTarget.value;
          }}
        />
      </div>
      {trouble.value && (
        <p class="field-error" role="alert">
          {trouble.value}
        </p>
      )}
      {removed.value && (
        <p class="facts" role="status">
          {texts.players(removed.value.game.summary.white, removed.value.game.summary.black)}: {texts.removed}{' '}
          <button type="button" class="quiet" id="undo-remove" onClick={() => void undo()}>
            {texts.undo}
          </button>
        </p>
      )}
      {all && shown.length === 0 && <p class="facts">{all.length === 0 ? texts.none : texts.noneFound}</p>}
      <ul class="games" aria-label={texts.myGames}>
        {shown.slice(0, MOST_ROWS).map(game => (
          <li key={game.id} data-game={game.id}>
            <button type="button" class="game" onClick={() => void open(game.id)}>
              <b>
                {texts.players(game.summary.white, game.summary.black)} {game.summary.result ?? ''}
              </b>
              <span>{aboutOf(game.summary)}</span>
              <span>
                {dayOf(game.changed)}
                {game.id === events.current() ? ` · ${texts.onBoard}` : ''}
              </span>
            </button>
            <button type="button" class="quiet download" onClick={() => void download(game)}>
              {texts.download}
            </button>
            <button type="button" class="quiet remove" onClick={() => void remove(game)}>
              {texts.remove}
            </button>
          </li>
        ))}
      </ul>
      {shown.length > MOST_ROWS && <p class="facts">{texts.shown(MOST_ROWS, shown.length)}</p>}
      {all && all.length > 0 && (
        <footer>
          <button type="button" class="quiet" id="remove-all" onClick={removeAll}>
            {isSure.value ? texts.removeAllSure(all.length) : texts.removeAll}
          </button>
          <button type="button" class="main" id="export-all" onClick={() => void downloadAll()}>
            {texts.exportAll}
          </button>
        </footer>
      )}
    </div>
  );
}

const endingOf = (summary: Summary): 'pgn' | 'sgf' => (summary.game === 'chess' ? 'pgn' : 'sgf');

/** A name that every system takes for a file. */
export function nameOf(summary: Summary): string {
  const words = `${summary.white}-${summary.black}`.normalize('NFD').replace(/[^a-zA-Z0-9]+/g, '-');
  return `${words.replace(/^-+|-+$/g, '').slice(0, 60) || 'game'}.${endingOf(summary)}`;
}
