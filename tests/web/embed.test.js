// The page in a frame of another one.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');

const small = { width: 640, height: 400 };

story('?embed shows playfield, transport and output only', async (user) => {
  const page = await user.open('?embed#@squares', small);
  assert.match((await page.state()).file, /squares/);
  for (const name of ['playfield', 'play or pause', 'step back']) await page.widget(name);
  for (const name of ['timeline', 'menu File', 'tab watches']) {
    assert.strictEqual(await page.find(name), null, name);
  }
  assert.strictEqual((await page.click('step')).tick, 1);
  assert.strictEqual((await page.click('step back')).tick, 0);
  await page.picture('embed');
});
