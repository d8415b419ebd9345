// Links that a reader has no reason to trust.
'use strict';

const assert = require('node:assert');
const { linkTo } = require('./support/links');
const { story } = require('./support/story');

// Counts in a cell and prints a point in each round, without end.
const endless = '0>1+:53p".",v\n ^          <\n';

story('an endless program opens paused, and running it can be stopped', async (user) => {
  const page = await user.open(linkTo(endless, { tick: 5000 }));
  const state = await page.until(({ tick, settled }) => tick === 5000 && settled, 'the instant');
  assert.strictEqual(state.playing, false);
  await page.choose('Run', 'play');
  await page.until(({ playing, tick }) => playing && tick > 100_000, 'it to run');
  await page.picture('endless');
  await page.strike('Escape');
  const { tick } = await page.until(({ playing, settled }) => !playing && settled, 'it to stop');
  assert.strictEqual((await page.click('step back')).tick, tick - 1);
});

story('a tick that is too far away can be given up', async (user) => {
  const page = await user.load(linkTo(endless, { tick: '999999999999999' }));
  await page.until((state) => !state.settled || state.messages.length > 0, 'the replay, or a refusal');
  await page.strike('Escape');
  const { playing } = await page.settled();
  assert.strictEqual(playing, false);
  await page.picture('far');
});

const whole = linkTo(endless, { tick: 777 });
for (const [name, link, reason] of [
  ['cut off', whole.slice(0, -20), /ends too early/],
  ['changed', whole.replace('tick=777', 'tick=778'), /check does not match/],
  ['of a later version', whole.replace('#1', '#2'), /version 2/],
  ['nonsense', '#%00%ff', /link/],
]) {
  story(`a link that is ${name} is refused with a reason`, async (user) => {
    const page = await user.open(link);
    const state = await page.until(({ messages, settled }) => settled &&
      messages.some((message) => reason.test(message)), 'the reason');
    assert.strictEqual(state.playing, false);
    assert.strictEqual((await page.click('step')).tick, 1);  // something else is open
    await page.picture(`refused ${name}`);
  });
}
