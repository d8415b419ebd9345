// Scrubbing.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');

const end = 565_272;

story('scrub on the timeline', async (user) => {
  const page = await user.open();
  await page.choose('Run', 'play');
  await page.until((state) => state.tick === end && state.settled, 'the end of the run');
  const middle = await page.click('timeline', [0.5, 0.5]);
  assert.ok(middle.tick > 0.3 * end && middle.tick < 0.7 * end, `tick ${middle.tick}`);
  const left = await page.drag('timeline', [0.5, 0.5], [0.4, 0.5], [0.3, 0.5]);
  assert.ok(left.tick < middle.tick && left.tick > 0, `tick ${left.tick}`);
  const right = await page.drag('timeline', [0.3, 0.5], [0.6, 0.5], [0.998, 0.5]);
  assert.strictEqual(right.tick, end);
  const begin = await page.drag('timeline', [0.9, 0.5], [0.3, 0.5], [-0.1, 0.5]);
  assert.strictEqual(begin.tick, 0);
  await page.click('timeline', [0.6, 0.5]);
  await page.picture('timeline');
});

story('the wheel zooms the timeline', async (user) => {
  const page = await user.open();
  await page.run(`goto ${end}`);
  await page.settled();
  for (let i = 0; i < 12; ++i) await page.wheel('timeline', [0.5, 0.5], -240);
  const near = await page.click('timeline', [0.45, 0.5]);
  const next = await page.click('timeline', [0.55, 0.5]);
  assert.ok(next.tick > near.tick && next.tick - near.tick < end / 20,
    `from ${near.tick} to ${next.tick}`);
});
