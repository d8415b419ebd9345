// Links: what is shared in one browser opens in another.
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { newFolder } = require('./support/browsers');
const { story } = require('./support/story');

const fungescope = process.env.FUNGESCOPE || path.resolve(__dirname, '../../build/fungescope');

// The part of a link that a server never sees, wherever its page is.
const fragment = (link) => link.slice(link.indexOf('#'));

// Counts in a cell, without end.
const counter = '0>1+:53pv\n ^      <\n';

// Counts in a cell, and prints a point a round.
const endless = '0>1+:53p".",v\n ^          <\n';

function file(name, text) {
  const at = path.join(newFolder('programs'), name);
  fs.writeFileSync(at, text);
  return at;
}

const linkOf = (...command) => execFileSync(fungescope, ['link', ...command], { encoding: 'utf8' }).trim();

story('share an instant with a stop, and open it in a fresh profile', async (user) => {
  const page = await user.open();
  await page.drop('counter.b93', counter);
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

  const other = await user.open(fragment(link));
  const here = await other.until((state) => state.tick > 0 && state.settled, 'the instant');
  assert.strictEqual(here.tick, 1_000_000);
  assert.strictEqual(here.playing, false);
  assert.deepStrictEqual(here.ip, there.ip);
  assert.match(await other.run('breaks'), /8,0.*if tick > 2000000/);
  await other.strike('F5');
  const stop = await other.until((state) => !state.playing && state.tick > 2_000_000, 'the stop');
  assert.ok(stop.tick < 2_000_100);
  await other.picture('link');
});

story('a link of the command line opens in the page', async (user) => {
  const page = await user.open(fragment(linkOf(file('counter.b93', counter), '--goto', '777')));
  await page.until((state) => state.tick === 777 && state.settled, 'the instant');
});

story('a link to a built-in program', async (user) => {
  const page = await user.open(fragment(linkOf('@squares', '--goto', '1000')));
  const state = await page.until(({ tick, settled }) => tick === 1000 && settled, 'the instant');
  assert.match(state.file, /squares/);
});

story('another link in the same page', async (user) => {
  const page = await user.open(fragment(linkOf(file('a.b93', counter), '--goto', '100')));
  await page.until((state) => state.tick === 100 && state.settled, 'the first');
  const next = fragment(linkOf(file('b.b93', counter), '--goto', '200'));
  await page.evaluate((hash) => { location.hash = hash; }, next);
  await page.until((state) => state.tick === 200 && state.settled, 'the second');
});

story('an endless program by a link opens paused, and running it can be stopped', async (user) => {
  const page = await user.open(fragment(linkOf(file('endless.b93', endless), '--goto', '5000')));
  const state = await page.until(({ tick, settled }) => tick === 5000 && settled, 'the instant');
  assert.strictEqual(state.playing, false);
  await page.strike('F5');
  await page.until(({ playing, tick }) => playing && tick > 100_000, 'it to run');
  await page.strike('Escape');
  await page.until(({ playing }) => !playing, 'it to stop');
  await page.settled();
  await page.press('F11', 'Shift');
  await page.picture('endless');
});

// A tick that no browser reaches while anyone waits.
story('a link far into an endless program can be cancelled', async (user) => {
  const page = await user.load(fragment(linkOf(file('endless.b93', endless))
    .replace(/$/, '&t=999999999999999')));
  await page.until((state) => !state.settled, 'the replay to begin');
  await page.strike('Escape');
  await page.settled();
});

story('a damaged link is refused with a reason', async (user) => {
  const whole = fragment(linkOf(file('counter.b93', counter), '--goto', '777'));
  for (const damaged of [whole.slice(0, whole.length - 20), '#v999!', `${whole.slice(0, 30)}%%%`]) {
    const page = await user.load(damaged);
    const state = await page.until(({ messages, settled }) => settled &&
      messages.some((message) => /link/i.test(message)), 'the reason');
    assert.strictEqual(state.playing, false);
    await page.picture('damaged');
    await page.close();
    user.pages.pop();
  }
});

story('the fragment never leaves the browser', async (user) => {
  const link = fragment(linkOf(file('counter.b93', counter), '--goto', '777'));
  const page = await user.open(link);
  await page.until((state) => state.tick === 777, 'the instant');
  for (const request of user.server.requests) assert.ok(!request.includes(link.slice(1, 20)), request);
});
