// The worker that an engine lives in, in a browser.
import { serve } from './serve.js';

const scope = globalThis as unknown as {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
};

const listen = serve(told => scope.postMessage(told));
scope.onmessage = event => listen(event.data);
