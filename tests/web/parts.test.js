// The parts of the debugger come over a network that fails.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');
const { until } = require('./support/wait');

const text = (page) => page.evaluate(() => document.body.innerText);
const is_shown = (page, selector) =>
  page.evaluate((name) => !document.querySelector(name).hidden, selector);

// Waits until the page says that it waits for a part.
const misses = (page, part) => until(
  async () => (await text(page)).includes(part) && is_shown(page, '#again'),
  `the page to miss ${part}`, () => text(page));

for (const part of ['fungescope.wasm', 'fungescope.js', 'fonts/bold.ttf']) {
  story(`${part} is asked for again until it is there`, async (user) => {
    user.server.refused.add(`/${part}`);
    const page = await user.load();
    await misses(page, part);
    const asked = () => user.server.requests.filter((url) => url === `/${part}`).length;
    const before = asked();
    await until(() => asked() >= before + 2, 'two more requests');
    assert.match(await text(page), /MB/);
    assert.match(await text(page), /next try is in \d+ s/);
    assert.strictEqual(await page.tab.$('.failed'), null);
    await page.picture('part-missing');
    user.server.refused.clear();
    // It may be loading again by itself.
    await page.tab.evaluate(() => globalThis.document.querySelector('#again')?.click());
    await page.ready();
    assert.strictEqual(await is_shown(page, '#veil'), false);
    assert.strictEqual((await page.press('F11')).tick, 1);
    assert.deepStrictEqual([...new Set(user.server.missing)], [`/${part}`]);
    user.server.missing.length = 0;
    page.problems.length = 0;  // the browser's own words about it
  });
}

story('a browser that is online again asks at once', async (user) => {
  const part = '/fonts/bold.ttf';
  user.server.refused.add(part);
  const page = await user.load();
  // Waits by the clock never end.
  await page.tab.evaluateOnNewDocument(() => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (call, time) => setTimeout(call, time >= 1000 && time <= 30000 ? 1e9 : time);
  });
  await page.tab.reload();
  await misses(page, 'bold.ttf');
  user.server.refused.clear();
  await page.evaluate(() => { globalThis.dispatchEvent(new Event('online')); });
  await page.ready();
  user.server.missing.length = 0;
  page.problems.length = 0;
});

story('a connection that breaks off in the middle is no loss', async (user) => {
  user.server.broken.add('/fungescope.wasm');
  const page = await user.load();
  await misses(page, 'fungescope.wasm');
  const width = () => page.evaluate(() => parseFloat(document.querySelector('#bar > div').style.width));
  assert.ok(await width() < 50, 'bytes that are lost do not count');
  user.server.broken.clear();
  await page.tab.click('#again');
  await page.ready();
  page.problems.length = 0;
});

// Modules without and with imports: the page gives them other ones than they ask for.
const modules = {
  'that defines nothing': [],
  'of another build': [1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x78, 1, 0x79, 0, 0],
};
for (const [what, sections] of Object.entries(modules)) {
  story(`a module ${what} ends in a message`, async (user) => {
    user.server.replaced.set('/fungescope.wasm', Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections]));
    const page = await user.load();
    await until(() => page.tab.$('.failed'), 'the message', () => text(page));
    assert.match(await text(page), /The debugger cannot start/);
    page.problems.length = 0;
  });
}
