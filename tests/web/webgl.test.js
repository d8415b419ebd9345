// A browser that cannot draw the page, or not all the time.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');
const { until } = require('./support/wait');

story('without WebGL2 the page says so, and what to do', async (user) => {
  await user.launch({ webgl: false });
  const page = await user.load();
  const text = await until(async () => {
    const shown = await page.evaluate(() => document.body.innerText);
    return /WebGL/.test(shown) ? shown : undefined;
  }, 'the message');
  assert.match(text, /WebGL ?2/);
  page.problems.length = 0;  // the browser's own words about it
  await page.picture('no-webgl');
});

story('a graphics context that was lost comes back with the picture', async (user) => {
  const page = await user.open();
  await page.run('goto 1000');
  await page.settled();
  const before = await page.tab.screenshot({ encoding: 'base64' });
  await page.evaluate(() => {
    const context = document.getElementById('canvas').getContext('webgl2');
    globalThis.loss = context.getExtension('WEBGL_lose_context');
    globalThis.loss.loseContext();
  });
  await until(() => page.tab.$('.waiting:not([hidden])'), 'the page to notice');
  assert.match(await page.evaluate(() => document.body.innerText), /graphics context/);
  await page.picture('context-lost');
  await page.evaluate(() => globalThis.loss.restoreContext());
  await until(() => page.evaluate(() => document.getElementById('veil').hidden), 'the context');
  assert.strictEqual((await page.settled()).tick, 1000);
  assert.strictEqual(await page.tab.screenshot({ encoding: 'base64' }), before);
  await page.picture('context-back');
  assert.strictEqual((await page.press('F11')).tick, 1001);
});
