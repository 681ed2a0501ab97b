// Builds the engine for the browser: `target/engine/` gets the program and the network, packed and named by their
// content, and `files.json`, which names them. Needs cargo, and Rust's target wasm32-unknown-unknown.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const TARGET = process.env.CARGO_TARGET_DIR
  ? path.resolve(ROOT, process.env.CARGO_TARGET_DIR)
  : path.join(ROOT, 'target');
const PLATFORM = 'wasm32-unknown-unknown';
const OUT = path.join(TARGET, 'engine');

export const engineFolder = OUT;

/** What `engine()` has left: names and sizes of the files. */
export function engineFiles() {
  try {
    return JSON.parse(readFileSync(path.join(OUT, 'files.json'), 'utf8'));
  } catch {
    throw new Error(`${OUT} has no engine: run npm run engine first`);
  }
}

function fail(text) {
  console.error(`engine: ${text}`);
  process.exit(1);
}

function run(program, words, what) {
  try {
    return execFileSync(program, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 26 });
  } catch (error) {
    fail(`${what} (${program} ${words.join(' ')}: ${error.message})`);
  }
}

/** Whether Rust can build for the browser. It is made able to where rustup is there. */
function needTarget() {
  const library = run('rustc', ['--print', 'target-libdir', '--target', PLATFORM], 'Rust is not installed');
  const has = () => {
    try {
      return execFileSync('ls', [library.toString().trim()], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0;
    } catch {
      return false;
    }
  };
  if (has()) return;
  try {
    execFileSync('rustup', ['target', 'add', PLATFORM], { cwd: ROOT, stdio: 'inherit' });
  } catch {
    // Said below.
  }
  if (!has())
    fail(
      `Rust's standard library for ${PLATFORM} is missing. Install it with: rustup target add ${PLATFORM} (or the package of your system, such as libstd-rust-dev-wasm32).`,
    );
}

/** Makes the module smaller and quicker, where the package is installed. */
async function optimised(bytes) {
  let binaryen;
  try {
    binaryen = (await import(createRequire(import.meta.url).resolve('binaryen'))).default;
  } catch {
    return bytes;
  }
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.All & ~binaryen.Features.RelaxedSIMD);
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  module.optimize();
  return Buffer.from(module.emitBinary());
}

export async function engine() {
  needTarget();
  run(
    'cargo',
    ['build', '--profile', 'web', '-p', 'regence-wasm', '--target', PLATFORM],
    'the engine could not be built',
  );
  const program = readFileSync(path.join(TARGET, PLATFORM, 'web', 'regence_wasm.wasm'));
  const network = readFileSync(path.join(ROOT, 'crates/chess-search/net/regence.nnue'));
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  const put = (name, ending, bytes) => {
    const packed = gzipSync(bytes, { level: 9 });
    const hash = createHash('sha256').update(packed).digest('hex').slice(0, 10);
    const file = `${name}-${hash}.${ending}.gz`;
    writeFileSync(path.join(OUT, file), packed);
    return { file, bytes: packed.length };
  };
  const files = {
    program: put('regence', 'wasm', await optimised(program)),
    network: put('network', 'nnue', network),
  };
  writeFileSync(path.join(OUT, 'files.json'), `${JSON.stringify(files, null, 2)}\n`);
  for (const { file, bytes } of Object.values(files)) console.log(`engine: ${file}, ${(bytes / 1e3).toFixed(0)} kB`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await engine();
