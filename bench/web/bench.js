// Measures the page in a browser: its size, the time to its first frame over several networks, the
// processor's time for a frame while a run plays, and the tiers on programs, next to the same tiers in
// the native program.
//
//     ./x bench web --rounds 9 --program mandel.bf
//
// Rounds alternate between what is compared, and medians are printed.
'use strict';

const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
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
  for (const name of fs.readdirSync(folder, { recursive: true }).sort()) {
    const file = path.join(folder, name);
    if (!fs.statSync(file).isFile() || /\.(gz|br)$/.test(name)) continue;
    const bytes = fs.readFileSync(file);
    const sizes = [bytes.length, zlib.gzipSync(bytes, { level: 9 }).length,
      zlib.brotliCompressSync(bytes).length];
    [raw, gzip, brotli] = [raw + sizes[0], gzip + sizes[1], brotli + sizes[2]];
    console.log(`  ${name.padEnd(20)}${sizes.map((size) => grouped(size).padStart(12)).join('')}`);
  }
  console.log(`  ${'all'.padEnd(20)}${[raw, gzip, brotli].map((size) => grouped(size).padStart(12)).join('')}`);
}

// Serves the page as `./x web --serve` does, compressed.
async function serveCompressed(folder) {
  const child = spawn('python3', [path.join(root, 'debugger_ui/web/serve.py'), folder, '0']);
  const [address] = await once(child.stdout, 'data');
  return { url: String(address).split(' ')[0], close: () => child.kill() };
}

// Milliseconds to the first frame, in a new profile each time, over networks as Chromium emulates
// them: bits in a second, and milliseconds of latency.
async function printFirstFrame(url) {
  const networks = { 'this machine': null, '10 Mbit/s': [10e6, 150], '1.6 Mbit/s': [1.6e6, 150] };
  for (const [name, network] of Object.entries(networks)) {
    const times = [];
    let bytes;
    for (let i = 0; i < rounds; ++i) {
      const browser = await Browser.launch('chromium');
      const tab = await browser.puppet.newPage();
      tab.setDefaultTimeout(0);
      const session = await tab.createCDPSession();
      await session.send('Network.enable');
      if (network) {
        const [bits, latency] = network;
        await session.send('Network.emulateNetworkConditions',
          { offline: false, latency, downloadThroughput: bits / 8, uploadThroughput: bits / 8 });
      }
      bytes = 0;
      session.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
      await tab.goto(url, { waitUntil: 'domcontentloaded' });
      times.push(await tab.evaluate(async () => {
        await globalThis.fungescope.ready;
        return performance.getEntriesByName('first-frame')[0].startTime;
      }));
      await browser.close();
    }
    console.log(`first frame, ${name.padEnd(15)}${median(times).toFixed(0)} ms, ${grouped(bytes)} bytes`);
  }
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
  const server = await serveCompressed(page);
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
