// Small programs and their properties. The ticks and values in the tests come from
// `fungescope repl` on these.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const lines = (...text) => `${text.join('\n')}\n`;

const programs = {
  // Counts to 5, in 84 ticks. A round takes 18: the `+` at (3,0) is next at ticks 3, 21, 39, 57
  // and 75.
  'loop.b93': lines(
    '0>1+:.:5-v',
    ' ^       _@'),

  // Squares of 3, 2, 1, 0 into a region, from the right; prints their sum, 14. 140 ticks.
  // table(3,0) is written at tick 15, (2,0) at 50, (1,0) at 85 and (0,0) at 120;
  // count at 8, 43, 78 and 113.
  'table.b93': lines(
    '4>1-:04p:::*\\5p:#v_05g15g+25g+35g+.@',
    ' ^               <',
    '',
    '',
    '',
    '',
    '#$watch[0,4]:int = count',
    '#$watch[1,4]:char = Main :: letter',
    '#$region[0,5](4x1):decimal = table'),

  // Four ticks a round, without end.
  'endless.b93': lines(
    '>v',
    '^<'),

  // Prints a character in each round of 12 ticks, without end.
  'chatter.b93': lines(
    '>"x",v',
    '^    <'),
};

// A new folder with all of them. It is removed when this process ends.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fungescope-kit-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
for (const [name, text] of Object.entries(programs)) {
  fs.writeFileSync(path.join(folder, name), text);
}

// The path of a small program, or of another file to be written into the folder.
const at = (name) => path.join(folder, name);

// The solver, and the puzzle of docs/one-solve.md: two guesses, the first of them wrong, and
// 367,797 ticks. The first guess is recorded at tick 248,437.
const solver = path.resolve(__dirname, '../../../../programs/sudoku/sudoku.b93');
const puzzle =
  '.6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.';

module.exports = { at, solver, puzzle };
