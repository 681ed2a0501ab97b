import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { engineFiles, engineFolder } from './tools/engine.mjs';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

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

/** The page with its engine in the browser: a folder for any file server, which works without a net after the first visit. */
function staticPage(folder: string): Plugin {
  const files = engineFiles();
  return {
    name: 'static-page',
    enforce: 'pre',
    config: () => ({
      define: {
        REGENCE_FILES: JSON.stringify({
          program: `engine/${files.program.file}`,
          network: `engine/${files.network.file}`,
          bytes: files.program.bytes + files.network.bytes,
        }),
      },
    }),
    resolveId: (source, importer) =>
      source === './link.js' && importer?.endsWith('/src/main.ts') ? here('src/engine/link.ts') : undefined,
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: './manifest.webmanifest' }, injectTo: 'head' },
      { tag: 'meta', attrs: { name: 'theme-color', content: '#f6f1e7' }, injectTo: 'head' },
    ],
    generateBundle() {
      for (const { file } of Object.values(files))
        this.emitFile({
          type: 'asset',
          fileName: `engine/${file}`,
          source: readFileSync(path.join(engineFolder, file)),
        });
    },
    closeBundle() {
      copyFileSync(here('static/manifest.webmanifest'), path.join(folder, 'manifest.webmanifest'));
      const names = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile() && entry.name !== 'sw.js')
        .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .sort();
      const hash = createHash('sha256');
      for (const name of names) hash.update(name).update(readFileSync(path.join(folder, name)));
      const version = `regence-${hash.digest('hex').slice(0, 12)}`;
      const kept = ['./', ...names.filter(name => name !== 'index.html')];
      const script = readFileSync(here('static/sw.js'), 'utf8')
        .replace('__VERSION__', version)
        .replace('__FILES__', JSON.stringify(kept));
      writeFileSync(path.join(folder, 'sw.js'), script);
    },
  };
}

// `npm run dev` serves the page alone; its socket goes to a `regence serve --port 8642`.
export default defineConfig(({ mode }) => {
  const isStatic = mode === 'static';
  const folder = isStatic ? path.join(engineFolder, '../static') : here('dist');
  return {
    base: './',
    plugins: [isStatic ? staticPage(folder) : wakeCargo()],
    build: {
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 2048,
      outDir: folder,
      emptyOutDir: true,
    },
    worker: { format: 'es' },
    server: { proxy: { '/ws': { target: 'http://127.0.0.1:8642', ws: true, changeOrigin: true } } },
  };
});
