// Single steps, in both directions.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');

story('step, and step back', async (user) => {
  const page = await user.open();
  for (let i = 1; i <= 3; ++i) assert.strictEqual((await page.click('step')).tick, i);
  assert.strictEqual((await page.click('step back')).tick, 2);
});

story('step back from far within the run', async (user) => {
  const page = await user.open();
  await page.run('goto 400000');
  const there = await page.settled();
  assert.strictEqual(there.tick, 400_000);
  assert.strictEqual((await page.click('step back')).tick, 399_999);
  assert.deepStrictEqual((await page.click('step')).ip, there.ip);
  await page.picture('step');
});

story('instructions, by keys', async (user) => {
  const page = await user.open();
  const ticks = [0];
  for (let i = 0; i < 4; ++i) ticks.push((await page.press('F4')).tick);
  for (let i = 3; i >= 0; --i) assert.strictEqual((await page.press('F4', 'Shift')).tick, ticks[i]);
  assert.ok(ticks.every((tick, i) => i === 0 || tick > ticks[i - 1]), `${ticks}`);
});

story('keys of the browser stay its own, and panels have another one', async (user) => {
  const page = await user.open();
  const takes = (key, ...modifiers) => page.evaluate((name, held) => {
    const options = { key: name, cancelable: true, bubbles: true };
    const event = new KeyboardEvent('keydown', { ...options, ...held });
    document.activeElement.dispatchEvent(event);
    document.activeElement.dispatchEvent(new KeyboardEvent('keyup', options));
    return event.defaultPrevented;
  }, key, Object.fromEntries(modifiers.map((name) => [name, true])));
  const browsers = [['F5'], ['F5', 'shiftKey'], ['F12'], ['r', 'ctrlKey'], ['t', 'ctrlKey'], ['n', 'ctrlKey'],
    ['+', 'ctrlKey'], ['0', 'ctrlKey'], ['Tab', 'ctrlKey'], ['I', 'ctrlKey', 'shiftKey'], ['d', 'altKey']];
  for (const key of browsers) assert.ok(!await takes(...key), key.join());
  for (const key of [['F11'], ['p', 'ctrlKey'], ['Escape']]) assert.ok(await takes(...key), key.join());
  await page.press('F6', 'Control');
  await page.widget('keyboard in playfield');
});
