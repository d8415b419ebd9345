// One solve of sudoku.b93 as an editor follows it: the puzzle and the true values are those of
// docs/one-solve.md.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { debugging } = require('./support/adapter');
const { at, solver, puzzle } = require('./support/programs');

// The digits of the board, a point for a cell that is open.
async function digits(adapter) {
  const board = await adapter.find('Regions', 'board');
  const rows = await adapter.variables(board.variablesReference);
  return rows.map(({ value }) => value.replace(/[ |]/g, '')).join('');
}

debugging('the story of one solve', async (adapter) => {
  // Launch with a puzzle; break at the first change of the grid.
  await adapter.enter({ program: solver, puzzle });
  const [onGrid] = (await adapter.ask('setDataBreakpoints',
    { breakpoints: [await adapter.watchpoint('grid', 'write')] })).breakpoints;
  assert.strictEqual(onGrid.verified, true);
  const first = await adapter.go('continue', 'data breakpoint');
  assert.match(`${first.description} ${first.text}`, /grid|198/);
  assert.strictEqual(await adapter.value('tick'), 198);
  await adapter.at(26, 39);
  assert.strictEqual(await adapter.value('grid(0,0)'), 32);  // it held the 3 of the drawn puzzle

  // On to where the puzzle has been read; the board is the puzzle.
  await adapter.ask('setDataBreakpoints', { breakpoints: [] });
  await adapter.seek(230000);
  assert.strictEqual(await digits(adapter), puzzle);
  const cells = [];
  for (let y = 0; y < 9; ++y) {
    for (let x = 0; x < 9; ++x) cells.push(await adapter.value(`grid(${x},${y})`));
  }
  const givens = [...puzzle].map((c) => (c === '.' ? null : c.charCodeAt(0)));
  for (const [i, given] of givens.entries()) {
    if (given !== null) assert.strictEqual(cells[i], given, `cell ${i}`);
  }

  // To the end, and back to the first guess: the first store of a depth into rlatter.
  const [onGuess] = (await adapter.ask('setDataBreakpoints', {
    breakpoints: [await adapter.watchpoint('rlatter', 'write', { condition: 'new > 0' })],
  })).breakpoints;
  assert.strictEqual(onGuess.verified, true);
  await adapter.seek(278000);
  await adapter.go('reverseContinue', 'data breakpoint');
  assert.strictEqual(await adapter.value('tick'), 248437);
  await adapter.at(52, 73);
  assert.match((await adapter.frame()).name, /^<.*GUESS/);  // west, in that module
  assert.strictEqual(await adapter.value('recursionLevel'), 1);
  assert.strictEqual(await adapter.value('rlatter(0,0)'), 1);
  // Five digits followed from the givens.
  const deduced = [...puzzle];
  for (const [x, y, digit] of [[2, 1, 4], [8, 2, 4], [6, 3, 4], [2, 5, 6], [3, 6, 4]]) {
    deduced[9 * y + x] = String(digit);
  }
  assert.strictEqual(await digits(adapter), deduced.join(''));

  // Before the guess there is none.
  await adapter.go('reverseContinue', 'entry');
  await adapter.go('continue', 'data breakpoint');
  assert.strictEqual(await adapter.value('tick'), 248437);
  await adapter.tickBack();
  assert.strictEqual(await adapter.value('rlatter(0,0)'), 0);

  // Finds the write of the guess, a 2; going back has emptied the cell again.
  await adapter.seek(267198);
  const { write } = (await adapter.ask('fungescope/command', { command: 'who grid(0,0)' })).result;
  assert.deepStrictEqual(
    write, { tick: 248575, x: 9, y: 1, name: 'grid(0,0)', before: 32, now: '2'.charCodeAt(0),
             by: { x: 30, y: 82 } });

  // To the end.
  await adapter.ask('setDataBreakpoints', { breakpoints: [] });
  await adapter.go('continue', 'exited');
  assert.strictEqual(await adapter.value('tick'), 367797);
  assert.strictEqual(await adapter.value('recursionLevel'), 1);
  assert.strictEqual(await adapter.value('solvedCells'), 81);
  await adapter.until(() => adapter.printed.endsWith('658213947\n'), 'the solution');
  assert.strictEqual(adapter.printed, [
    '869574132', '124396758', '375128694', '932857416', '541632879',
    '786941325', '217469583', '493785261', '658213947', ''].join('\n'));
  await adapter.ask('continue', { threadId: 1 });
  assert.strictEqual((await adapter.event('exited')).exitCode, 0);
  await adapter.event('terminated');
});

debugging('a file is the same under another spelling of its path', async (adapter) => {
  const { dir, base } = path.parse(at('table.b93'));
  const link = at('link.b93');
  fs.symlinkSync(at('table.b93'), link);
  await adapter.enter({ program: path.relative(process.cwd(), at('table.b93')) });
  assert.strictEqual((await adapter.frame()).source.path, at('table.b93'));
  for (const other of [`${dir}/./${base}`, `${dir}/../${path.basename(dir)}/${base}`, link]) {
    const { breakpoints } = await adapter.ask('setBreakpoints',
      { source: { path: other }, breakpoints: [{ line: 1, column: 4 }] });
    assert.strictEqual(breakpoints[0].verified, true, other);
  }
});
