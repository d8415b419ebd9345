// Small, fine and touched displays.
'use strict';

const assert = require('node:assert');
const { desktop, phone } = require('./support/page');
const { story } = require('./support/story');

const canvasSize = (page) => page.evaluate(() => {
  const canvas = document.querySelector('canvas');
  const box = canvas.getBoundingClientRect();
  return { width: canvas.width, height: canvas.height, across: box.width, down: box.height };
});

story('a display of high density gets all its pixels', async (user) => {
  const page = await user.open('', { ...desktop, deviceScaleFactor: 2 });
  const size = await canvasSize(page);
  assert.deepStrictEqual(size, { width: 2560, height: 1600, across: 1280, down: 800 });
  assert.strictEqual((await page.click('step')).tick, 1);
  await page.picture('high-density');
});

story('the page follows the size of the window', async (user) => {
  const page = await user.open();
  await page.tab.setViewport({ width: 900, height: 600 });
  await page.until(async () => (await canvasSize(page)).width === 900, 'the canvas to follow');
  await page.settled();
  const { x, y, width, height } = await page.widget('step');
  assert.ok(x + width <= 900 && y + height <= 600);
  assert.strictEqual((await page.click('step')).tick, 1);
  await page.picture('resized');
});

story('on a phone, by touch', async (user) => {
  const page = await user.open('', phone);
  const { across } = await canvasSize(page);
  assert.strictEqual(across, 390);
  const { x, width } = await page.widget('play or pause');
  assert.ok(x >= 0 && x + width <= 390, 'the transport fits');
  await page.picture('phone');
  await page.tap('play or pause');
  await page.until((state) => state.playing && state.tick > 0, 'the run to play');
  await page.tap('play or pause');
  const paused = await page.until((state) => !state.playing, 'the run to pause');
  assert.strictEqual((await page.touch('step back')).tick, paused.tick - 1);
});

story('on a phone, the sudoku fits and is played by touch', async (user) => {
  const page = await user.open('', phone);
  await page.press('4', 'Alt');
  await page.touch('level easy');
  const board = await page.widget('play board');
  assert.ok(board.x >= 0 && board.x + board.width <= 390, 'the board fits');
  await page.picture('phone-sudoku');
});
