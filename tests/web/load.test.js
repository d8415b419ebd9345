// The page as it comes: what it loads, how large that is, and that it draws.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const zlib = require('node:zlib');
const { built, story } = require('./support/story');

test('the WebAssembly has at most 3 MB, 1.26 MB compressed', (context) => {
  const modules = fs.readdirSync(built).filter((name) => name.endsWith('.wasm'));
  assert.ok(modules.length > 0, `there is WebAssembly in ${built}`);
  let raw = 0;
  let compressed = 0;
  for (const name of modules) {
    const bytes = fs.readFileSync(path.join(built, name));
    raw += bytes.length;
    compressed += zlib.gzipSync(bytes, { level: 9 }).length;
  }
  context.diagnostic(`${raw} bytes, ${compressed} compressed by gzip`);
  assert.ok(raw <= 3_000_000, `${raw} bytes`);
  assert.ok(compressed <= 1_260_000, `${compressed} bytes compressed`);
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
