// What was done is kept in the browser.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');

async function change(page) {
  await page.press('2', 'Alt');
  await page.run('break change recursionLevel');
  await page.run('goto 400000');
  await page.run('mark here');
  await page.run('goto 123456');
  await page.settled();
}

async function check(page) {
  const state = await page.settled();
  assert.strictEqual(state.layout, 'code');
  assert.match(await page.run('breaks'), /change recursionLevel/);
  assert.match(await page.run('marks'), /here/);
  return state;
}

story('reload the page and lose nothing', async (user) => {
  const page = await user.open();
  await change(page);
  await page.reload();
  assert.strictEqual((await check(page)).tick, 123_456);
  await page.picture('reload');
});

story('close the browser and lose nothing', async (user) => {
  const page = await user.open();
  await change(page);
  // A browser that ends has no time for the rest.
  await page.keeps(/change recursionLevel/);
  await page.keeps(/"layout": ?"code"/);
  await page.keeps(/"here"/);
  const profile = await user.closeBrowser();
  await user.launch({ profile });
  await check(await user.open());
});

story('breakpoints are kept before the page is left', async (user) => {
  const page = await user.open();
  await page.run('break change recursionLevel');
  await page.keeps(/change recursionLevel/);
});
