// Games that are played with the mouse alone, on programs that declare what clicks type.
'use strict';

const assert = require('node:assert');
const { phone } = require('./support/page');
const { story } = require('./support/story');

// Begins to run the program, up to its first question, and presses a button of the console.
async function begin(page, button, ...choices) {
  await page.choose('Run', 'play');
  await page.until((state) => state.tick > 0 && !state.playing && state.settled, 'a question');
  await press(page, button, ...choices);
}

async function press(page, button, ...choices) {
  await page.click(`button ${button}`);
  for (const choice of choices) await page.click(`choice ${choice}`);
}

// The middle of a square, as a fraction of its board.
const square = (x, y, width, height = width) => [(x + 0.5) / width, (y + 0.5) / height];

story('a game of cat and mouse, by clicks', async (user) => {
  const page = await user.open('#@cats');
  await begin(page, 'begin', 'both', '4');
  const move = async (name) => {
    for (const at of name.split(' ')) {
      await page.click('board game', square('abcdefgh'.indexOf(at[0]), 8 - Number(at[1]), 8));
    }
  };
  for (const name of ['d1 e2', 'g8 h7', 'e2 d3', 'h7 g6', 'd3 e4', 'g6 h5', 'e4 d5', 'h5 g4',
    'd5 e6', 'g4 h3', 'e6 f7', 'h3 g2']) {
    await move(name);
  }
  await page.picture('game-cats');
  await move('f7 g8');
  await page.run('expect output "the mouse wins.\\n"');
  assert.match(await page.run('board'), /^ +8 \|.*M/m);
});

story('a magic square with hidden cells, by clicks', async (user) => {
  const page = await user.open('#@squares');
  await begin(page, 'make', 'magic 3', '50');
  await page.picture('game-squares');
  const rows = (await page.run('board')).split('\n').filter((line) => line.includes('|'));
  const hidden = rows.flatMap((line, y) => line.match(/[\d?.]+/g).slice(1)
    .flatMap((text, x) => (text === '?' ? [[x, y]] : [])));
  assert.strictEqual(hidden.length, 4);
  for (const [x, y] of hidden) {
    const [value] = (await page.run(`print square(${x},${y})`)).match(/^\d+/);
    await page.click('board square', square(x, y, 3));
    await page.click(`choice ${value}`);
  }
  await page.run('expect output "Revealed: 0\\n"');
  assert.doesNotMatch(await page.run('board'), /\?/);
});

story('a sudoku on a page of text, by taps on a phone', async (user) => {
  const page = await user.open('#@sudoku1k', phone);
  await begin(page, 'level', '1');
  await page.picture('phone-game-sudoku1k');
  const board = await page.widget('board board');
  assert.ok(board.width > 200, `the text has the width of the phone: ${board.width}`);
  // The first open cell has a dot after it.
  const lines = (await page.run('board')).split('\n').filter((line) => line.includes(' | '));
  const texts = lines.map((line) => line.slice(line.indexOf(' | ') + 3));
  const y = texts.findIndex((line) => /^ {2}\d \|.*\./.test(line));
  const x = texts[y].indexOf('.');
  await page.touch('board board', square(x, y, 32, 17));
  await page.picture('phone-game-choice');
  await page.touch('choice 5');
  assert.match(await page.run(`print board(${x - 1},${y})`), /^53\b/);
});
