import { existsSync, utimesSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Cargo watches build.rs: a new page makes it build the program anew, with the page inside. */
function wakeCargo(): Plugin {
  const script = new URL('../build.rs', import.meta.url);
  return {
    name: 'wake-cargo',
    closeBundle() {
      const now = new Date();
      if (existsSync(script)) utimesSync(script, now, now);
    },
  };
}

// `npm run dev` serves the page alone; its socket goes to a `regence serve --port 8642`.
export default defineConfig({
  base: './',
  plugins: [wakeCargo()],
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 2048 },
  server: { proxy: { '/ws': { target: 'http://127.0.0.1:8642', ws: true, changeOrigin: true } } },
});
