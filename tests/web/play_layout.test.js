// A game of sudoku.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');

const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const solution = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

const cellName = (cell) => `cell r${Math.floor(cell / 9) + 1}c${cell % 9 + 1}`;

story('play a sudoku to its end', async (user) => {
  const page = await user.open();
  await page.press('4', 'Alt');
  assert.strictEqual((await page.state()).layout, 'play');
  await page.copy(puzzle);
  await page.press('v', 'Control');
  await page.widget('play board');
  await page.picture('sudoku-start');
  for (let cell = 0; cell < 81; ++cell) {
    if (puzzle[cell] !== '.') continue;
    await page.click(cellName(cell));
    if (cell % 2) await page.press(solution[cell]);
    else await page.click(`key ${solution[cell]}`);
  }
  await page.widget('play result');
  await page.picture('sudoku-end');
});

story('a new game by its level, and a hint', async (user) => {
  const page = await user.open();
  await page.press('4', 'Alt');
  await page.click('level easy');
  await page.widget('play board');
  await page.press('h');
  await page.widget('play hint text');
  await page.press('2', 'Alt');
  assert.strictEqual((await page.state()).layout, 'code');
});
