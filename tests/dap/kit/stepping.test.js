// Steps, forwards and backwards, pauses, and requests that are answered while the program runs.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const { debugging } = require('./support/adapter');
const { at, programs, puzzle, solver } = require('./support/programs');

debugging('stepIn is one tick, stepBack takes it back', async (adapter) => {
  await adapter.enter('loop.b93');
  const cells = [[1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0], [7, 0], [8, 0], [9, 0], [9, 1]];
  for (const [i, [x, y]] of cells.entries()) {
    await adapter.go('stepIn', 'step');
    await adapter.at(x, y);
    assert.strictEqual(await adapter.value('tick'), i + 1);
  }
  for (const [i, [x, y]] of [...cells.entries()].reverse().slice(1)) {
    await adapter.go('stepBack', 'step', { granularity: 'instruction' });
    await adapter.at(x, y);
    assert.strictEqual(await adapter.value('tick'), i + 1);
  }
});

debugging('next by instruction is one tick', async (adapter) => {
  await adapter.enter('loop.b93');
  for (let tick = 1; tick <= 3; ++tick) {
    await adapter.go('next', 'step', { granularity: 'instruction' });
    assert.strictEqual(await adapter.value('tick'), tick);
  }
});

debugging('next goes forwards, stepBack back, and in the end to the beginning', async (adapter) => {
  await adapter.enter('loop.b93');
  await adapter.go('fungescope/seek', 'goto', { tick: 45 });
  await adapter.go('next');
  let tick = await adapter.value('tick');
  assert.ok(tick > 45);
  for (let i = 0; i < 100 && tick > 0; ++i) {
    await adapter.go('stepBack');
    const before = await adapter.value('tick');
    assert.ok(before < tick, `from ${tick} to ${before}`);
    tick = before;
  }
  assert.strictEqual(tick, 0);
});

debugging('next reaches the end of a program', async (adapter) => {
  await adapter.enter('loop.b93');
  let stop;
  for (let i = 0; i < 100; ++i) {
    stop = await adapter.go('next');
    if (stop.reason === 'exited') break;
  }
  assert.strictEqual(stop.reason, 'exited');
  await adapter.ask('next', { threadId: 1 });
  await adapter.event('terminated');
});

debugging('on sudoku.b93, steps show the same forwards and backwards', async (adapter) => {
  await adapter.enter({ program: solver, puzzle });
  await adapter.go('fungescope/seek', 'goto', { tick: 248382 });
  const look = async () => {
    const { line, column, name } = await adapter.frame();
    return { tick: await adapter.value('tick'), depth: await adapter.value('depth'),
      level: await adapter.value('recursionLevel'), line, column, name };
  };
  const seen = [await look()];
  for (let i = 0; i < 60; ++i) {
    await adapter.go('stepIn', 'step');
    seen.push(await look());
  }
  assert.strictEqual(seen[0].level, 0);
  assert.strictEqual(seen[60].level, 1);  // the first guess
  for (let i = 59; i >= 0; --i) {
    await adapter.tickBack();
    assert.deepStrictEqual(await look(), seen[i]);
  }
});

debugging('stepOut goes forwards', async (adapter) => {
  await adapter.enter('loop.b93');
  await adapter.go('fungescope/seek', 'goto', { tick: 25 });
  const stop = await adapter.go('stepOut');
  assert.ok(['step', 'exited'].includes(stop.reason));
  assert.ok(await adapter.value('tick') > 25);
});

debugging('stepOut in no loop stays, and says why', async (adapter) => {
  await adapter.enter('loop.b93');
  const stop = await adapter.go('stepOut', 'step');
  assert.match(stop.description, /in no loop/);
  assert.strictEqual(await adapter.value('tick'), 0);
});

debugging('back at the beginning the reason is sent, also the second time', async (adapter) => {
  await adapter.enter('loop.b93');
  await adapter.go('stepIn', 'step');
  const stop = await adapter.tickBack();
  assert.strictEqual(await adapter.value('tick'), 0);
  assert.strictEqual(stop.reason, 'entry');
  assert.match(stop.description, /at the beginning, tick 0/);
  for (const command of ['stepBack', 'reverseContinue']) {
    const again = await adapter.go(command, 'entry');
    assert.match(again.description, /at the beginning, tick 0/);
    assert.strictEqual(await adapter.value('tick'), 0);
  }
});

debugging('a breakpoint on the way stops a step, or is stepped onto', async (adapter) => {
  await adapter.enter('loop.b93');
  await adapter.ask('setBreakpoints',
    { source: { path: at('loop.b93') }, breakpoints: [{ line: 1, column: 2 }] });
  const stop = await adapter.go('stepIn');
  assert.ok(['step', 'breakpoint'].includes(stop.reason));
  assert.strictEqual(await adapter.value('tick'), 1);
});

debugging('output is printed once, however often the run passes it', async (adapter) => {
  await adapter.begin('loop.b93');
  await adapter.stopped('exited');
  await adapter.go('reverseContinue', 'entry');
  await adapter.go('continue', 'exited');
  await adapter.go('reverseContinue', 'entry');
  await adapter.go('continue', 'exited');
  await adapter.until(() => adapter.printed.length >= 10, 'the output');
  assert.strictEqual(adapter.printed, '1 2 3 4 5 ');
});

debugging('output beyond the replayed part is sent', async (adapter) => {
  await adapter.enter('loop.b93');
  await adapter.go('fungescope/seek', 'goto', { tick: 30 });
  await adapter.until(() => adapter.printed === '1 2 ', 'the first two');
  await adapter.go('fungescope/seek', 'goto', { tick: 4 });
  await adapter.go('continue', 'exited');
  await adapter.until(() => adapter.printed === '1 2 3 4 5 ', 'the others');
});

debugging('pause stops a program that runs', async (adapter) => {
  await adapter.begin('endless.b93');
  await adapter.ask('pause', { threadId: 1 });
  await adapter.stopped('pause');
  const tick = await adapter.value('tick');
  await adapter.go('stepIn', 'step');
  assert.strictEqual(await adapter.value('tick'), tick + 1);
  await adapter.ask('continue', { threadId: 1 });
  await adapter.ask('pause', { threadId: 1 });
  await adapter.stopped('pause');
  assert.ok(await adapter.value('tick') > tick);
});

debugging('requests that need a stopped program are refused at once, the rest are answered',
  async (adapter) => {
    await adapter.enter('endless.b93');
    const frame = await adapter.frame();
    const { scopes } = await adapter.ask('scopes', { frameId: frame.id });
    await adapter.ask('continue', { threadId: 1 });
    for (const [command, args] of [
      ['stackTrace', { threadId: 1 }],
      ['scopes', { frameId: frame.id }],
      ['variables', { variablesReference: scopes[0].variablesReference }],
      ['evaluate', { expression: 'tick', context: 'watch', frameId: frame.id }],
      ['evaluate', { expression: 'tick', context: 'hover', frameId: frame.id }],
      ['readMemory', { memoryReference: '0x0', count: 8 }],
      ['next', { threadId: 1 }],
      ['stepBack', { threadId: 1 }],
      ['reverseContinue', { threadId: 1 }],
    ]) {
      const { message, body } = await adapter.refused(command, args);
      assert.match(`${message} ${body.error.format}`, /running|notStopped/);
    }
    assert.strictEqual((await adapter.ask('threads')).threads.length, 1);
    await adapter.ask('loadedSources', {});
    await adapter.ask('setExceptionBreakpoints', { filters: [] });
    await adapter.ask('setDataBreakpoints', { breakpoints: [] });
    await adapter.ask('setInstructionBreakpoints', { breakpoints: [] });
    assert.ok(!adapter.has('stopped'));
    await adapter.go('pause', 'pause');
  });

debugging('output is delivered while the program runs', async (adapter) => {
  await adapter.begin('chatter.b93');
  await adapter.until(() => adapter.printed.length > 1000, 'a thousand characters');
  assert.match(adapter.printed, /^x+$/);
  await adapter.go('pause', 'pause');
});

debugging('references die when the program goes on', async (adapter) => {
  await adapter.enter('loop.b93');
  const frame = await adapter.frame();
  const { scopes } = await adapter.ask('scopes', { frameId: frame.id });
  await adapter.go('stepIn', 'step');
  await adapter.refused('variables', { variablesReference: scopes[0].variablesReference });
});

// The lines as an editor has them, and its columns: UTF-16 units.
function editorLines(name) {
  return programs[name].replace(/\n$/, '').split('\n');
}

for (const name of ['edges.b93', 'table.b93', 'rewrite.b93']) {
  debugging(`no frame of ${name} lies past the end of a line`, async (adapter) => {
    await adapter.enter({ program: at(name), stdin: '' });
    const lines = editorLines(name);
    for (let i = 0; i < 150; ++i) {
      const frame = await adapter.frame();
      const length = lines[frame.line - 1]?.length ?? 0;
      assert.ok(frame.line >= 1 && frame.column >= 1);
      assert.ok(frame.line <= lines.length, `line ${frame.line}`);
      assert.ok(frame.column <= Math.max(1, length),
        `line ${frame.line} has ${length} columns, and no ${frame.column}`);
      const stop = await adapter.go('stepIn');
      if (stop.reason !== 'step') break;
    }
  });
}

debugging('a Latin-1 source is taken as it is', async (adapter) => {
  fs.writeFileSync(at('latin.b93'), Buffer.from('"\xe9".@\n', 'latin1'));
  await adapter.begin('latin.b93');
  await adapter.stopped('exited');
  await adapter.until(() => adapter.printed === '233 ', 'the value of the byte');
});
