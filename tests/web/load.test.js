// The page as it comes: what it loads, how large that is, and that it draws.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const zlib = require('node:zlib');
const { built, story } = require('./support/story');

// How servers send files.
const ways = {
  raw: (bytes) => bytes,
  gzip: (bytes) => zlib.gzipSync(bytes, { level: 9 }),
  brotli: (bytes) => zlib.brotliCompressSync(bytes),
};

function assert_small(context, what, files, limits) {
  for (const [name, way] of Object.entries(ways)) {
    const sizes = files.map((file) => way(fs.readFileSync(path.join(built, file))).length);
    const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
    context.diagnostic(`${what}, ${name}: ${size} bytes`);
    assert.ok(size <= limits[name], `${what} has ${size} bytes, ${name}`);
  }
}

test('all that the first frame needs is small', (context) => {
  const files = fs.readdirSync(built, { recursive: true })
    .filter((name) => fs.statSync(path.join(built, name)).isFile() && !/\.(txt|gz|br)$/.test(name));
  assert.ok(files.length > 10, `${built} has the page`);
  assert_small(context, 'all', files, { raw: 3_510_000, gzip: 1_507_000, brotli: 1_172_000 });
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
