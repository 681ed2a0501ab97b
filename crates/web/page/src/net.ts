// The socket to the server: one socket is one board. Questions carry an id, answers the same one.
import { boardTexts as texts } from './board-texts.js';
import { errorText } from './errors.js';
import type { FromServer, ToServer } from './protocol.js';

export type LinkState = 'connecting' | 'open' | 'lost';

export interface NetEvents {
  receive(message: FromServer): void;
  link(state: LinkState): void;
}

/** The part of a WebSocket that is used here; tests bring their own. */
export interface SocketLike {
  onopen: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

interface Waiting {
  resolve(message: FromServer): void;
  reject(error: Error): void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;

export class Net {
  private socket: SocketLike | null = null;
  private isOpen = false;
  private nextId = 1;
  private pause = FIRST_PAUSE;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly open: () => SocketLike,
    private readonly events: NetEvents,
    private readonly later: (action: () => void, ms: number) => void = (action, ms) => void setTimeout(action, ms),
  ) {}

  connect(): void {
    this.events.link('connecting');
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => {
      this.isOpen = true;
      this.pause = FIRST_PAUSE;
      this.events.link('open');
    };
    socket.onmessage = event => this.take(event.data);
    socket.onclose = () => this.lose(socket);
  }

  /** Sends what needs no answer of its own. What is sent while the line is down is dropped. */
  send(message: ToServer): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  /** Sends and waits for the answer with the same id. */
  ask(message: ToServer): Promise<FromServer> {
    if (!this.isOpen) return Promise.reject(new Error(texts.unreachable));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket?.send(JSON.stringify({ ...message, id }));
    });
  }

  private take(text: string): void {
    let message: FromServer & { id?: number };
    try {
      message = JSON.parse(text) as FromServer & { id?: number };
    } catch {
      return;
    }
    const waiting = message.id === undefined || message.id === null ? undefined : this.waiting.get(message.id);
    if (waiting && message.id !== undefined) this.waiting.delete(message.id);
    if (message.type === 'error' && waiting) {
      waiting.reject(new Error(errorText(message.message)));
      return;
    }
    this.events.receive(message);
    waiting?.resolve(message);
  }

  private lose(socket: SocketLike): void {
    if (socket !== this.socket) return;
    this.isOpen = false;
    for (const { reject } of this.waiting.values()) reject(new Error(texts.connectionLost));
    this.waiting.clear();
    this.events.link('lost');
    this.later(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}

export function openSocket(): SocketLike {
  const address = new URL('ws', document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address) as unknown as SocketLike;
}
