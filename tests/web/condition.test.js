// Breakpoints with conditions.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');

story('set a condition, and run to it both ways', async (user) => {
  const page = await user.open();
  await page.command('break change recursionLevel if new == 1');
  await page.choose('Run', 'play');
  const first = await page.until((state) => !state.playing && state.tick > 0, 'the stop');
  assert.match(await page.run('print recursionLevel'), /^1\b/);
  await page.choose('Run', 'play');
  const second = await page.until((state) => !state.playing && state.tick > first.tick, 'the next');
  await page.choose('Run', 'play backwards');
  await page.until((state) => !state.playing && state.tick < second.tick, 'the stop before');
  assert.strictEqual((await page.state()).tick, first.tick);
  await page.picture('condition');
});

story('a click in the playfield, and Ctrl+B', async (user) => {
  const page = await user.open();
  await page.click('playfield', [0.3, 0.3]);
  await page.press('b', 'Control');
  assert.match(await page.run('breaks'), /^ *1 /m);
  await page.press('b', 'Control');
  assert.doesNotMatch(await page.run('breaks'), /^ *1 /m);
});
