// The page as it comes: what it loads, how large that is, and that it draws.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const zlib = require('node:zlib');
const { built, story } = require('./support/story');

// How servers compress files, if they do.
const ways = {
  gzip: (bytes) => zlib.gzipSync(bytes, { level: 9 }),
  brotli: (bytes) => zlib.brotliCompressSync(bytes),
};

function assert_small(context, what, files, limit) {
  const bytes = files.map((name) => fs.readFileSync(path.join(built, name)));
  const raw = bytes.reduce((sum, { length }) => sum + length, 0);
  context.diagnostic(`${what}: ${raw} bytes`);
  assert.ok(raw <= limit, `${what} has ${raw} bytes`);
  for (const [name, compress] of Object.entries(ways)) {
    const size = bytes.reduce((sum, file) => sum + compress(file).length, 0);
    context.diagnostic(`compressed by ${name}: ${size}`);
    assert.ok(size <= 1_000_000, `${what} has ${size} bytes compressed by ${name}`);
  }
}

test('the first frame needs at most 1.5 MB of WebAssembly, 1 MB compressed', (context) => {
  assert_small(context, 'fungescope.wasm', ['fungescope.wasm'], 1_500_000);
});

test('all that the first frame needs has at most 1 MB compressed', (context) => {
  const later = ['fungescope.deferred.wasm', 'licences.txt'];
  const files = fs.readdirSync(built, { recursive: true })
    .filter((name) => fs.statSync(path.join(built, name)).isFile() && !later.includes(name));
  assert.ok(files.length > 10, `${built} has the page`);
  assert_small(context, 'all', files, 2_000_000);
});

story('the first frame', async (user) => {
  const page = await user.open();
  const state = await page.state();
  assert.strictEqual(state.tick, 0);
  assert.strictEqual(state.playing, false);
  assert.match(state.file, /sudoku/);
  assert.ok(await page.colours() > 20, 'the frame is on the screen');
  const [first] = await page.evaluate(() => performance.getEntriesByName('first-frame')
    .map((mark) => mark.startTime - performance.getEntriesByType('navigation')[0].responseStart));
  assert.ok(first > 0, 'the page marks its first frame');
  user.report(`first frame ${Math.round(first)} ms after the first byte`);
  await page.picture('load');
});

story('an idle page draws nothing', async (user) => {
  const page = await user.open();
  const { built } = await page.state();
  // The browser goes on with its own frames meanwhile.
  await page.evaluate(async () => {
    for (let i = 0; i < 60; ++i) await new Promise((resolve) => { requestAnimationFrame(resolve); });
  });
  assert.ok((await page.state()).built <= built + 2);
});
