// Single steps, in both directions.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');

story('step, and step back', async (user) => {
  const page = await user.open();
  for (let i = 1; i <= 3; ++i) assert.strictEqual((await page.press('F11')).tick, i);
  assert.strictEqual((await page.press('F11', 'Shift')).tick, 2);
  assert.strictEqual((await page.click('step back')).tick, 1);
  assert.strictEqual((await page.click('step')).tick, 2);
});

story('step back from far within the run', async (user) => {
  const page = await user.open();
  await page.run('goto 400000');
  const there = await page.settled();
  assert.strictEqual(there.tick, 400_000);
  assert.strictEqual((await page.press('F11', 'Shift')).tick, 399_999);
  assert.deepStrictEqual((await page.press('F11')).ip, there.ip);
  await page.picture('step');
});
