// A browser that cannot draw the page.
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
