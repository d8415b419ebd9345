// Breakpoints on lines and columns of the source.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { debugging } = require('./support/adapter');
const { at } = require('./support/programs');

const source = { path: at('loop.b93') };
const set = async (adapter, ...breakpoints) =>
  (await adapter.ask('setBreakpoints', { source, breakpoints })).breakpoints;

debugging('a breakpoint in a cell stops before it, forwards and backwards', async (adapter) => {
  let id;
  await adapter.begin('loop.b93', async () => {
    const [breakpoint] = await set(adapter, { line: 1, column: 4 });
    assert.strictEqual(breakpoint.verified, true);
    assert.deepStrictEqual([breakpoint.line, breakpoint.column], [1, 4]);
    id = breakpoint.id;
  });
  const first = await adapter.stopped('breakpoint');
  assert.deepStrictEqual(first.hitBreakpointIds, [id]);
  assert.match(`${first.description} ${first.text}`, /tick 3\b/);
  await adapter.at(3, 0);
  for (const tick of [21, 39, 57, 75]) {
    await adapter.go('continue', 'breakpoint');
    assert.strictEqual(await adapter.value('tick'), tick);
  }
  await adapter.go('continue', 'exited');
  for (const tick of [75, 57, 39, 21, 3]) {
    const stop = await adapter.go('reverseContinue', 'breakpoint');
    assert.deepStrictEqual(stop.hitBreakpointIds, [id]);
    assert.strictEqual(await adapter.value('tick'), tick);
    await adapter.at(3, 0);
  }
  await adapter.go('reverseContinue', 'entry');
  assert.strictEqual(await adapter.value('tick'), 0);
});

debugging('without a column it is the first cell of the line that may be executed',
  async (adapter) => {
    await adapter.begin('loop.b93', async () => {
      const [first, second] = await set(adapter, { line: 1 }, { line: 2 });
      assert.deepStrictEqual([first.verified, first.line, first.column], [true, 1, 1]);
      assert.deepStrictEqual([second.verified, second.line, second.column], [true, 2, 2]);
    });
    await adapter.stopped('breakpoint');
    assert.strictEqual(await adapter.value('tick'), 0);
    await adapter.go('continue', 'breakpoint');
    await adapter.at(1, 1);
    assert.strictEqual(await adapter.value('tick'), 18);
  });

debugging('a column past the end of the line is clamped to its last cell', async (adapter) => {
  await adapter.begin('loop.b93', async () => {
    const [breakpoint] = await set(adapter, { line: 1, column: 99 });
    assert.strictEqual(breakpoint.column, 10);
  });
  await adapter.stopped('breakpoint');
  await adapter.at(9, 0);
});

debugging('a blank that the pointer crosses is a place to stop at', async (adapter) => {
  await adapter.begin('loop.b93', async () => {
    await set(adapter, { line: 2, column: 6 });
  });
  await adapter.stopped('breakpoint');
  await adapter.at(5, 1);
  assert.strictEqual(await adapter.value('tick'), 14);
});

debugging('lines that are not there, and other files, are not verified', async (adapter) => {
  await adapter.enter('loop.b93');
  const [far, never] = await set(adapter, { line: 1000 }, { line: 1_000_000_000, column: 1 });
  assert.strictEqual(far.verified, false);
  assert.strictEqual(never.verified, false);
  const other = await adapter.ask('setBreakpoints',
    { source: { path: at('table.b93') }, breakpoints: [{ line: 1 }] });
  assert.strictEqual(other.breakpoints[0].verified, false);
  await adapter.go('continue', 'exited');
});

debugging('a file is the same under another spelling of its path', async (adapter) => {
  const { dir, base } = path.parse(at('loop.b93'));
  const link = at('link.b93');
  fs.rmSync(link, { force: true });
  fs.symlinkSync(at('loop.b93'), link);
  await adapter.enter({ program: path.relative(process.cwd(), at('loop.b93')) });
  assert.strictEqual((await adapter.frame()).source.path, at('loop.b93'));
  for (const other of [`${dir}/./${base}`, `${dir}/../${path.basename(dir)}/${base}`, link]) {
    const { breakpoints } = await adapter.ask('setBreakpoints',
      { source: { path: other }, breakpoints: [{ line: 1, column: 4 }] });
    assert.strictEqual(breakpoints[0].verified, true, other);
  }
});

debugging('a condition', async (adapter) => {
  await adapter.begin('loop.b93', async () => {
    await set(adapter, { line: 1, column: 5, condition: 'top == 3' });
  });
  await adapter.stopped('breakpoint');
  assert.strictEqual(await adapter.value('tick'), 40);
  assert.strictEqual(await adapter.value('top'), 3);
  await adapter.go('continue', 'exited');
  await adapter.go('reverseContinue', 'breakpoint');
  assert.strictEqual(await adapter.value('tick'), 40);
});

debugging('an invalid condition is reported, and the others are set', async (adapter) => {
  await adapter.begin('loop.b93', async () => {
    const [bad, unknown, good] = await set(adapter,
      { line: 1, column: 2, condition: '1 +' },
      { line: 1, column: 3, condition: 'nosuchname' },
      { line: 1, column: 4 });
    assert.strictEqual(bad.verified, false);
    assert.ok(bad.message.length > 0);
    assert.strictEqual(unknown.verified, false);
    assert.match(unknown.message, /nosuchname/);
    assert.strictEqual(good.verified, true);
  });
  await adapter.stopped('breakpoint');
  assert.strictEqual(await adapter.value('tick'), 3);
});

debugging('a hit count', async (adapter) => {
  await adapter.begin('loop.b93', async () => {
    const [counted] = await set(adapter, { line: 1, column: 4, hitCondition: '3' });
    assert.strictEqual(counted.verified, true);
    const [bad] = (await adapter.ask('setBreakpoints',
      { source, breakpoints: [{ line: 1, column: 4, hitCondition: 'often' }] })).breakpoints;
    assert.strictEqual(bad.verified, false);
    assert.ok(bad.message.length > 0);
    await set(adapter, { line: 1, column: 4, hitCondition: '3' });
  });
  await adapter.stopped('breakpoint');
  assert.strictEqual(await adapter.value('tick'), 39);
});

debugging('unreachable breakpoints, and those on empty lines, are not verified',
  async (adapter) => {
    await adapter.enter('table.b93');
    const { breakpoints } = await adapter.ask('setBreakpoints',
      { source: { path: at('table.b93') }, breakpoints: [{ line: 3 }, { line: 7 }] });
    for (const { verified, message } of breakpoints) {
      assert.strictEqual(verified, false);
      assert.ok(message.length > 0);
    }
  });

debugging('a log point prints and goes on', async (adapter) => {
  await adapter.begin('loop.b93', async () => {
    await set(adapter, { line: 1, column: 5, logMessage: 'at {tick} it is {top}' });
  });
  await adapter.stopped('exited');
  await adapter.until(() => adapter.told.includes('at 76 it is 5'), 'the last log');
  const logs = adapter.told.match(/at \d+ it is \d+/g);
  assert.deepStrictEqual(logs, [4, 22, 40, 58, 76].map((tick, i) => `at ${tick} it is ${i + 1}`));
});

debugging('a logpoint with an invalid expression is not verified', async (adapter) => {
  await adapter.enter('loop.b93');
  const [breakpoint] = await set(adapter, { line: 1, column: 5, logMessage: 'it is {1 +}' });
  assert.strictEqual(breakpoint.verified, false);
  assert.ok(breakpoint.message.length > 0);
});

debugging('setBreakpoints replaces all of the file', async (adapter) => {
  await adapter.enter('loop.b93', async () => {
    await set(adapter, { line: 1, column: 4 }, { line: 1, column: 5 });
  });
  await set(adapter, { line: 1, column: 6 });
  await adapter.go('continue', 'breakpoint');
  await adapter.at(5, 0);
  assert.deepStrictEqual(await set(adapter), []);
  await adapter.go('continue', 'exited');
});

debugging('two breakpoints in one cell both hit', async (adapter) => {
  let ids;
  await adapter.begin('loop.b93', async () => {
    const both = await set(adapter,
      { line: 1, column: 4 }, { line: 1, column: 4, condition: 'tick < 100' });
    ids = both.map(({ id }) => id);
  });
  const stop = await adapter.stopped('breakpoint');
  assert.deepStrictEqual([...stop.hitBreakpointIds].sort(), ids.sort());
});

// The event `initialized` requests breakpoints, and may precede `launch`.
debugging('breakpoints that are set before launch work', async (adapter) => {
  await adapter.ask('initialize', { adapterID: 'fungescope' });
  await adapter.event('initialized');
  await adapter.ask('setBreakpoints', { source, breakpoints: [{ line: 1, column: 4 }] });
  await adapter.ask('setExceptionBreakpoints', { filters: ['fault'] });
  const launched = adapter.ask('launch', { program: at('loop.b93') });
  await adapter.ask('configurationDone');
  await launched;
  await adapter.stopped('breakpoint');
  await adapter.at(3, 0);
});

debugging('breakpoints are set while the program runs', async (adapter) => {
  await adapter.begin('endless.b93');
  const { breakpoints } = await adapter.ask('setBreakpoints',
    { source: { path: at('endless.b93') }, breakpoints: [{ line: 2, column: 2 }] });
  assert.strictEqual(breakpoints[0].verified, true);
  await adapter.stopped('breakpoint');
  await adapter.at(1, 1);
});

debugging('breakpointLocations are the cells of code, without blanks', async (adapter) => {
  await adapter.enter('loop.b93');
  const all = await adapter.ask('breakpointLocations', { source, line: 1, endLine: 2 });
  const cells = all.breakpoints.map(({ line, column }) => `${line}:${column}`);
  for (let column = 1; column <= 10; ++column) assert.ok(cells.includes(`1:${column}`));
  for (const column of [2, 10, 11]) assert.ok(cells.includes(`2:${column}`));
  assert.ok(!cells.includes('2:5'));   // a blank on the way back
  assert.ok(!cells.includes('2:1'));   // never reached
  assert.ok(!cells.includes('1:11'));
  const one = await adapter.ask('breakpointLocations',
    { source, line: 2, column: 9, endLine: 2, endColumn: 11 });
  for (const { line, column } of one.breakpoints) {
    assert.strictEqual(line, 2);
    assert.ok(column >= 9 && column <= 11);
  }
  const nothing = await adapter.ask('breakpointLocations', { source, line: 500 });
  assert.deepStrictEqual(nothing.breakpoints, []);
});

debugging('the program\'s own #$break lines stop it', async (adapter) => {
  fs.writeFileSync(at('own.b93'), '12+.@\n#$break[2,0]\n');
  await adapter.begin('own.b93');
  await adapter.stopped('breakpoint');
  await adapter.at(2, 0);
});
