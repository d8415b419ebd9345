// Playing, pausing, running to the end.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');

story('play and pause by Space', async (user) => {
  const page = await user.open();
  await page.strike(' ');
  const playing = await page.until((state) => state.playing && state.tick > 0, 'the run to play');
  await page.until((state) => state.tick > playing.tick, 'the run to go on');
  await page.strike(' ');
  const paused = await page.until((state) => !state.playing, 'the run to pause');
  await page.settled();
  assert.strictEqual((await page.state()).tick, paused.tick);
  await page.picture('play');
});

story('play by its button', async (user) => {
  const page = await user.open();
  await page.hit('play or pause');
  await page.until((state) => state.playing && state.tick > 0, 'the run to play');
  await page.hit('play or pause');
  await page.until((state) => !state.playing, 'the run to pause');
});

story('run to the end, and solve the sudoku', async (user) => {
  const page = await user.open();
  await page.choose('Run', 'play');
  await page.until((state) => !state.playing && state.tick === 565_272, 'the end of the run');
  await page.run('expect output "164875293\\n"');
  await page.picture('end');
});
