// The address follows what is open, and opens it again: on a reload, and by Back and Forward.
'use strict';

const assert = require('node:assert');
const { linkTo } = require('./support/links');
const { story } = require('./support/story');

const counter = '0>1+:53pv\n ^      <\n';

const hash = (page) => page.evaluate(() => globalThis.location.hash);

// Waits until the address and the program are these, and nothing is left to do.
const shows = (page, address, file) => page.until(async ({ settled, layout, file: name }) => {
  const right = file === 'play' ? layout === 'play' : layout !== 'play' && file.test(name);
  return right && settled && await hash(page) === address;
}, `${address} to show ${file}`);

story('Back and Forward open what was open', async (user) => {
  const page = await user.open();
  await shows(page, '#@sudoku', /sudoku/);
  await page.press('2', 'Alt');
  await page.drop('sum of.b93', '>12+.@\n');
  await shows(page, '#file/sum%20of.b93', /sum of\.b93/);
  await page.press('4', 'Alt');
  await shows(page, '#play', 'play');
  await page.reload();
  await shows(page, '#play', 'play');
  await page.tab.goBack();
  await shows(page, '#file/sum%20of.b93', /sum of\.b93/);
  await page.reload();
  await shows(page, '#file/sum%20of.b93', /sum of\.b93/);
  await page.picture('address');
  await page.tab.goBack();
  assert.strictEqual((await shows(page, '#@sudoku', /sudoku/)).layout, 'solver');
  await page.tab.goForward();
  await page.tab.goForward();
  await shows(page, '#play', 'play');
});

story('Back leaves a game for the program as it was', async (user) => {
  const page = await user.open('#@cats');
  await page.press('2', 'Alt');
  await page.run('goto 1000');
  await page.press('4', 'Alt');
  await shows(page, '#play', 'play');
  await page.tab.goBack();
  const { tick, layout } = await shows(page, '#@cats', /cats/);
  assert.deepStrictEqual({ tick, layout }, { tick: 1000, layout: 'code' });
});

story('a link opens its program after a game was played', async (user) => {
  const page = await user.open('#play');
  assert.strictEqual((await page.state()).layout, 'play');
  await page.evaluate(() => globalThis.fungescope.keep());
  for (const [address, file, there] of [
    ['#@squares/tick=500', /squares/, 500],
    ['#@sudoku', /sudoku/, 0],
  ]) {
    const other = await user.open(address);
    assert.strictEqual((await shows(other, address, file)).tick, there);
    await other.evaluate(() => { globalThis.location.hash = 'play'; });
    await shows(other, '#play', 'play');
    await other.evaluate((text) => { globalThis.location.hash = text; }, address);
    assert.strictEqual((await shows(other, address, file)).tick, there);
    await other.close();
    user.pages.pop();
  }
});

story('the address of a link follows the instant, in one entry of the history', async (user) => {
  const link = linkTo(counter, { name: 'counter.b93', tick: 100 });
  const page = await user.open(link);
  const entries = await page.evaluate(() => globalThis.history.length);
  await page.run('goto 777');
  await page.run('break 8,0');
  const there = /tick=777.*break=8,0/;
  await page.until(async () => there.test(await hash(page)), 'the instant in the address');
  await page.reload();
  const { tick, file } = await page.state();
  assert.strictEqual(tick, 777);
  assert.match(file, /counter/);
  assert.match(await page.run('breaks'), /8,0/);
  assert.strictEqual(await page.evaluate(() => globalThis.history.length), entries);
});

story('an address that is refused does not stay', async (user) => {
  const page = await user.open('#@cats');
  await page.evaluate(() => { globalThis.location.hash = '@nothing'; });
  await page.until(({ messages }) => messages.length > 0, 'the message');
  await shows(page, '#@cats', /cats/);
});

story('changes that are not saved keep the address until they are', async (user) => {
  const page = await user.open('#@cats');
  await page.press('e', 'Control');
  await page.type('<');
  await page.evaluate(() => { globalThis.location.hash = '@squares'; });
  await page.widget("choice don't save");
  await page.press('Escape');
  await shows(page, '#@cats', /cats/);
});

story('an embedded debugger leaves the history alone', async (user) => {
  const page = await user.open('?embed#@squares');
  const entries = await page.evaluate(() => globalThis.history.length);
  await page.evaluate(() => globalThis.fungescope.open('#@cats'));
  await page.until(({ file, settled }) => settled && /cats/.test(file), 'the other program');
  assert.strictEqual(await hash(page), '#@squares');
  assert.strictEqual(await page.evaluate(() => globalThis.history.length), entries);
});
