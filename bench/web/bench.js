// Measures the page in a browser: its size, the time to its first frame, the processor's time for a
// frame while a run plays, and the tiers on programs, next to the same tiers in the native program.
//
//     ./x bench web --rounds 9 --program mandel.bf
//
// Rounds alternate between what is compared, and medians are printed.
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');
const { parseArgs } = require('node:util');
const { Browser } = require('../../tests/web/support/browsers');
const { DebuggerPage } = require('../../tests/web/support/page');
const { serve } = require('../../tests/web/support/server');

const root = path.resolve(__dirname, '../..');
const { values: options } = parseArgs({
  options: {
    browser: { type: 'string', default: 'chromium' },
    rounds: { type: 'string', default: '5' },
    ticks: { type: 'string', default: '1000000000' },
    program: { type: 'string', multiple: true, default: [] },
  },
});
const rounds = Number(options.rounds);
const ticks = Number(options.ticks);

const fungescope = path.join(root, 'build/fungescope');
const sudoku = path.join(root, 'programs/sudoku/sudoku.b93');
// Has no solution: busy_puzzle of bench/workloads.h.
const puzzle =
  '.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........\n';

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const grouped = (number) => number.toLocaleString('en-US');

function printSizes(folder) {
  console.log('bytes of the page            raw        gzip -9     brotli');
  let [raw, gzip, brotli] = [0, 0, 0];
  for (const name of fs.readdirSync(folder).sort()) {
    const file = path.join(folder, name);
    if (!fs.statSync(file).isFile()) continue;
    const bytes = fs.readFileSync(file);
    const sizes = [bytes.length, zlib.gzipSync(bytes, { level: 9 }).length,
      zlib.brotliCompressSync(bytes).length];
    [raw, gzip, brotli] = [raw + sizes[0], gzip + sizes[1], brotli + sizes[2]];
    console.log(`  ${name.padEnd(20)}${sizes.map((size) => grouped(size).padStart(12)).join('')}`);
  }
  console.log(`  ${'all'.padEnd(20)}${[raw, gzip, brotli].map((size) => grouped(size).padStart(12)).join('')}`);
}

// Milliseconds from the first byte to the first frame, in a new profile each time.
async function printFirstFrame(url) {
  const times = [];
  for (let i = 0; i < rounds; ++i) {
    const browser = await Browser.launch(options.browser);
    const page = await DebuggerPage.open(browser, url);
    await page.settled();
    times.push(await page.evaluate(() => performance.getEntriesByName('first-frame')[0].startTime
      - performance.getEntriesByType('navigation')[0].responseStart));
    await browser.close();
  }
  console.log(`first frame                 ${median(times).toFixed(0)} ms after the first byte`);
}

// The time that the page's own code takes for a frame, drawing included: the page's own median. What
// the browser does with the commands for WebGL is in other processes.
async function printFrames(url) {
  const browser = await Browser.launch(options.browser);
  const page = await DebuggerPage.open(browser, url);
  const { built } = await page.settled();
  await page.strike(' ');
  const { frame_ms: time } = await page.until((state) => state.built > built + 300, 'frames');
  await browser.close();
  console.log(`a frame while playing       ${time.toFixed(1)} ms, median`);
}

function native(file, input, engine, until) {
  const { stderr } = spawnSync(fungescope, ['run', '--engine', engine, '--max-ticks', String(until),
    '--stats=json', '--quiet', file], { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  const stats = JSON.parse(stderr.split('\n').filter((line) => line.startsWith('{')).at(-1));
  return { seconds: stats.seconds, ticks: stats.ticks };
}

async function printTiers(page, name, file, input, until) {
  const source = [...fs.readFileSync(file)];
  const inPage = (engine) => page.evaluate(
    (bytes, text, tier, limit) => globalThis.measure(new Uint8Array(bytes), text, tier, limit),
    source, input, engine, until);
  const contenders = {
    'interpreter in the page': () => inPage('interpreter'),
    'JIT in the page': () => inPage('jit'),
    'native interpreter': () => native(file, input, 'interpreter', until),
    'native JIT': () => native(file, input, 'jit', until),
  };
  const results = {};
  for (let i = 0; i < rounds; ++i) {
    for (const [contender, run] of Object.entries(contenders)) {
      (results[contender] ||= []).push(await run());
    }
  }
  const slow = median(results['interpreter in the page'].map(({ seconds }) => seconds));
  console.log(`${name}, ${grouped(results['JIT in the page'][0].ticks)} ticks`);
  for (const [contender, runs] of Object.entries(results)) {
    const seconds = median(runs.map((run) => run.seconds));
    const rate = (runs[0].ticks / seconds / 1e6).toFixed(0);
    const compiled = runs[0].compiled
      ? `, ${(100 * runs[0].compiled / runs[0].ticks).toFixed(1)}% of the ticks compiled` : '';
    console.log(`  ${contender.padEnd(26)}${(1000 * seconds).toFixed(1).padStart(10)} ms`
      + `${rate.padStart(8)} M ticks/s${(slow / seconds).toFixed(2).padStart(8)}${compiled}`);
  }
}

async function main() {
  const page = path.join(root, 'build-web');
  printSizes(page);
  const server = await serve(page);
  await printFirstFrame(server.url);
  await printFrames(server.url);
  await server.close();

  const tiers = await serve(path.join(root, 'build-web-objects/bench/web'));
  const browser = await Browser.launch(options.browser);
  const tab = await DebuggerPage.open(browser, `${tiers.url}tiers.html`);
  await printTiers(tab, 'sudoku.b93', sudoku, puzzle, ticks);
  for (const file of options.program) await printTiers(tab, path.basename(file), file, '', ticks);
  await browser.close();
  await tiers.close();
}

main();
