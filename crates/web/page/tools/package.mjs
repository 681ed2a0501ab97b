// Makes the npm package `regence` of what `npm run engine` has built: target/npm/regence/, and beside it the file that
// `npm install` takes. Nothing is published.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineFiles, engineFolder, ROOT } from './engine.mjs';

const PAGE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const OUT = path.join(engineFolder, '../npm');
const PACKAGE = path.join(OUT, 'regence');

rmSync(OUT, { recursive: true, force: true });
mkdirSync(PACKAGE, { recursive: true });
cpSync(path.join(PAGE, 'build/npm'), PACKAGE, { recursive: true });
for (const name of ['package.json', 'README.md', 'example.html'])
  copyFileSync(path.join(PAGE, 'npm', name), path.join(PACKAGE, name));
copyFileSync(path.join(ROOT, 'LICENSE'), path.join(PACKAGE, 'LICENSE'));
const { program, network } = engineFiles();
copyFileSync(path.join(engineFolder, program.file), path.join(PACKAGE, 'regence.wasm.gz'));
copyFileSync(path.join(engineFolder, network.file), path.join(PACKAGE, 'network.nnue.gz'));
execFileSync('npm', ['pack', '--silent', '--pack-destination', OUT], { cwd: PACKAGE, stdio: 'inherit' });
