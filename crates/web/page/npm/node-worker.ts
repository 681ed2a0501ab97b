// The worker that an engine lives in, under Node.
import { parentPort } from 'node:worker_threads';
import { serve } from '../src/engine/serve.js';

parentPort?.on(
  'message',
  serve(told => parentPort?.postMessage(told)),
);
