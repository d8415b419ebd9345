// Links: what is shared in one browser opens in another.
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { newFolder } = require('./support/browsers');
const { linkIn, linkTo } = require('./support/links');
const { story } = require('./support/story');

const fungescope = process.env.FUNGESCOPE || path.resolve(__dirname, '../../build/fungescope');

// Counts in a cell, without end.
const counter = '0>1+:53pv\n ^      <\n';

const at = (tick) => (state) => state.tick === tick && state.settled;

story('share an instant with a stop, and open it in a fresh profile', async (user) => {
  const page = await user.open(linkTo(counter, { name: 'counter.b93' }));
  await page.until((state) => /counter/.test(state.file) && state.settled, 'the program to open');
  await page.run('break 8,0 if tick > 2000000');
  await page.run('goto 1000000');
  const there = await page.settled();
  assert.strictEqual(there.tick, 1_000_000);
  await page.share();
  const link = await page.clipboard();
  assert.ok(link.length <= 2000, `${link.length} characters`);
  user.report(`a link of ${link.length} characters`);
  await page.picture('share');
  await user.closeBrowser();

  const other = await user.open(linkIn(link));
  const here = await other.until(at(1_000_000), 'the instant');
  assert.strictEqual(here.playing, false);
  assert.deepStrictEqual(here.ip, there.ip);
  assert.match(await other.run('breaks'), /8,0.*if tick > 2000000/);
  await other.picture('link');
  await other.choose('Run', 'play');
  const stop = await other.until((state) => !state.playing && state.tick > 2_000_000, 'the stop');
  assert.ok(stop.tick < 2_000_100);
});

story('a link of the command line opens in the page', async (user) => {
  const file = path.join(newFolder('programs'), 'counter.b93');
  fs.writeFileSync(file, counter);
  const link = execFileSync(fungescope, ['link', file, '--goto', '777'], { encoding: 'utf8' });
  const page = await user.open(linkIn(link.trim()));
  await page.until(at(777), 'the instant');
});

story('a link to a built-in program', async (user) => {
  const page = await user.open('#@squares/tick=500');
  assert.match((await page.until(at(500), 'the instant')).file, /squares/);
});

story('another link in the same page', async (user) => {
  const page = await user.open(linkTo(counter, { tick: 100 }));
  await page.until(at(100), 'the first');
  await page.evaluate((link) => { location.hash = link; }, linkTo(counter, { tick: 200 }));
  await page.until(at(200), 'the second');
});

story('the link never leaves the browser', async (user) => {
  const link = linkTo(counter, { tick: 777 });
  const page = await user.open(link);
  await page.until(at(777), 'the instant');
  for (const request of user.server.requests) {
    assert.ok(!request.includes(link.slice(1, 25)), request);
  }
});
