import { defineConfig } from 'vite';

// `npm run dev` serves the page alone; its socket goes to a `regence serve --port 8642`.
export default defineConfig({
  base: './',
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 2048 },
  server: { proxy: { '/ws': { target: 'http://127.0.0.1:8642', ws: true, changeOrigin: true } } },
});
