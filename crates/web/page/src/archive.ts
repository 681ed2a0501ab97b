// Where games are kept: by the server, or where there is none by this browser. The page sees no difference.
import type { KeptGame, StoredGame } from './messages.js';

export interface Archive {
  /** All games, the last changed first. */
  list(): Promise<KeptGame[]>;
  get(id: string): Promise<StoredGame>;
  /** `isLeaving`: the page is about to go, and hears no answer. */
  put(id: string, game: StoredGame, isLeaving?: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

/** The server's archive. A failure is told in the server's words. */
export class ServerArchive implements Archive {
  constructor(private readonly base: string) {}

  async list(): Promise<KeptGame[]> {
    return (await this.call('GET', '')).json() as Promise<KeptGame[]>;
  }

  async get(id: string): Promise<StoredGame> {
    return (await this.call('GET', `/${id}`)).json() as Promise<StoredGame>;
  }

  async put(id: string, game: StoredGame, isLeaving = false): Promise<void> {
    const body = JSON.stringify(game);
    // A browser takes no more than 64 KB from a page that goes.
    await this.call('PUT', `/${id}`, { body, keepalive: isLeaving && body.length < 60_000 });
  }

  async remove(id: string): Promise<void> {
    await this.call('DELETE', `/${id}`);
  }

  async clear(): Promise<void> {
    await this.call('DELETE', '');
  }

  private async call(method: string, path: string, more: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${this.base}${path}`, { method, cache: 'no-store', ...more });
    if (!answer.ok) throw new Refused(answer.status, (await answer.text()).trim());
    return answer;
  }
}

export class Refused extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text || `The server answers ${status}.`);
  }
}

interface Row extends StoredGame {
  id: string;
  changed: number;
}

const GAMES = 'games';

/** This browser's own archive. */
export class BrowserArchive implements Archive {
  private constructor(private readonly database: IDBDatabase) {}

  static open(name = 'regence'): Promise<BrowserArchive> {
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore(GAMES, { keyPath: 'id' });
      };
      opening.onsuccess = () => resolve(new BrowserArchive(opening.result));
      opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'));
    });
  }

  async list(): Promise<KeptGame[]> {
    const rows = await this.ask<Row[]>('readonly', games => games.getAll());
    return rows
      .map(({ id, changed, summary }) => ({ id, changed, summary }))
      .sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1));
  }

  async get(id: string): Promise<StoredGame> {
    const row = await this.ask<Row | undefined>('readonly', games => games.get(id));
    if (!row) throw new Refused(404, 'There is no such game.');
    const { summary, record, game, view } = row;
    return { summary, record, game, view };
  }

  async put(id: string, game: StoredGame): Promise<void> {
    await this.ask('readwrite', games => games.put({ ...game, id, changed: Date.now() }));
  }

  async remove(id: string): Promise<void> {
    await this.ask('readwrite', games => games.delete(id));
  }

  async clear(): Promise<void> {
    await this.ask('readwrite', games => games.clear());
  }

  private ask<T>(mode: IDBTransactionMode, work: (games: IDBObjectStore) => IDBRequest): Promise<T> {
    return new Promise((resolve, reject) => {
      const transaction = this.database.transaction(GAMES, mode);
      const request = work(transaction.objectStore(GAMES));
      transaction.oncomplete = () => resolve(request.result as T);
      transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
    });
  }
}

/** The server's archive where there is one, this browser's otherwise, or none. */
export async function openArchive(isServed: boolean): Promise<Archive | null> {
  if (isServed) {
    const archive = new ServerArchive(new URL('games', document.baseURI).href);
    try {
      await archive.list();
      return archive;
    } catch (error) {
      // A server that keeps no games, or none for a browser without cookies.
      if (!(error instanceof Refused) || ![401, 503].includes(error.status)) throw error;
    }
  }
  try {
    return await BrowserArchive.open();
  } catch {
    return null;
  }
}
