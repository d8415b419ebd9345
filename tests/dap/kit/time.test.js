// Going through time, and asking about it: the custom requests of docs/debug-adapter.md.
'use strict';

const assert = require('node:assert');
const { debugging, within } = require('./support/adapter');
const { at, solver, puzzle } = require('./support/programs');

debugging('seek goes to a tick, in both directions, and returns it', async (adapter) => {
  await adapter.enter('table.b93');
  for (const tick of [50, 49, 140, 0, 1]) {
    const body = await adapter.ask('fungescope/seek', { tick });
    assert.strictEqual(body.tick, tick);
    await adapter.stopped('goto');
    assert.strictEqual(await adapter.value('tick'), tick);
  }
});

debugging('seek goes to a bookmark', async (adapter) => {
  await adapter.enter('table.b93');
  await adapter.go('fungescope/seek', 'goto', { tick: 50 });
  await adapter.command('mark the square of 2');
  await adapter.go('fungescope/seek', 'goto', { tick: 3 });
  const body = await adapter.ask('fungescope/seek', { bookmark: 'the square of 2' });
  assert.strictEqual(body.tick, 50);
  await adapter.stopped('goto');
  assert.strictEqual(await adapter.value('table(2,0)'), 4);
});

debugging('seek refuses an unknown instant, and stays', async (adapter) => {
  await adapter.begin('table.b93');
  await adapter.stopped('exited');
  for (const args of [
    {}, { tick: -1 }, { tick: 1.5 }, { tick: '5' }, { bookmark: 'nowhere' },
    { bookmark: 5 }, { tick: 1e300 },
  ]) await adapter.refused('fungescope/seek', args);
  assert.strictEqual(await adapter.value('tick'), 140);
  assert.ok(!adapter.has('stopped'));
  // A tick beyond the end of the program leads to its end, which is reported.
  assert.strictEqual((await adapter.ask('fungescope/seek', { tick: 141 })).tick, 140);
  await adapter.stopped('goto');
  assert.strictEqual(await adapter.value('tick'), 140);
});

debugging('timeline returns the recorded range, and samples it', async (adapter) => {
  await adapter.begin('table.b93');
  await adapter.stopped('exited');
  await adapter.go('fungescope/seek', 'goto', { tick: 60 });
  await adapter.command('mark here');
  const line = await adapter.ask('fungescope/timeline',
    { samples: 15, variables: ['count', 'table(2,0)'] });
  assert.strictEqual(line.present, 60);
  assert.strictEqual(line.recorded, 140);
  assert.strictEqual(line.ended, true);
  assert.strictEqual(line.branches, 1);
  assert.deepStrictEqual(line.bookmarks, [{ name: 'here', tick: 60 }]);
  assert.deepStrictEqual([line.from, line.to], [0, 140]);
  assert.strictEqual(line.samples.length, 15);
  assert.strictEqual(line.samples[0].tick, 0);
  assert.ok(line.samples[14].tick <= 140);
  for (const [i, sample] of line.samples.entries()) {
    if (i > 0) assert.ok(sample.tick > line.samples[i - 1].tick);
    assert.deepStrictEqual(Object.keys(sample.values).sort(), ['count', 'table(2,0)']);
    await adapter.go('fungescope/seek', 'goto', { tick: sample.tick });
    for (const [name, value] of Object.entries(sample.values)) {
      assert.strictEqual(await adapter.value(name), value, `${name} at ${sample.tick}`);
    }
  }
});

debugging('timeline of an interval', async (adapter) => {
  await adapter.begin('table.b93');
  await adapter.stopped('exited');
  const line = await adapter.ask('fungescope/timeline', { from: 40, to: 60, samples: 3 });
  assert.strictEqual(line.samples.length, 3);
  assert.strictEqual(line.samples[0].tick, 40);
  for (const { tick } of line.samples) assert.ok(tick >= 40 && tick <= 60);
  const usual = await adapter.ask('fungescope/timeline', {});
  assert.strictEqual(usual.samples.length, 100);
  const many = await adapter.ask('fungescope/timeline', { samples: 10000 });
  assert.ok(many.samples.length <= 10000);
  for (const args of [
    { samples: 0 }, { samples: 10001 }, { samples: -1 }, { from: 60, to: 40 },
    { variables: ['nosuchname'] }, { variables: 'count' }, { from: -1 },
  ]) await adapter.refused('fungescope/timeline', args);
  assert.strictEqual(await adapter.value('tick'), 140);
});

debugging('whoWrote finds the last store before an instant', async (adapter) => {
  await adapter.begin('table.b93');
  await adapter.stopped('exited');
  for (const args of [{ x: 2, y: 5 }, { expression: 'table(2,0)' }, { expression: 'cell(2,5)' }]) {
    const write = await adapter.ask('fungescope/whoWrote', args);
    assert.strictEqual(write.found, true);
    assert.strictEqual(write.tick, 50);
    assert.deepStrictEqual(write.cell, { x: 2, y: 5 });
    assert.strictEqual(write.before, 32);
    assert.strictEqual(write.after, 4);
    const { x, y, line, column, instruction } = write.by;
    assert.deepStrictEqual({ x, y, line, column }, { x: 14, y: 0, line: 1, column: 15 });
    assert.match(instruction, /put|^p/);
  }
  const count = await adapter.ask('fungescope/whoWrote', { expression: 'count' });
  assert.strictEqual(count.tick, 113);
  const earlier = await adapter.ask('fungescope/whoWrote', { expression: 'count', tick: 100 });
  assert.strictEqual(earlier.tick, 78);
  assert.strictEqual(earlier.after, 1);
  for (const args of [{ x: 2, y: 5, tick: 49 }, { x: 0, y: 0 }]) {
    const nobody = await adapter.ask('fungescope/whoWrote', args);
    assert.strictEqual(nobody.found, false);
    assert.ok(nobody.reason.length > 0);
  }
  for (const args of [
    {}, { x: 1 }, { x: 1000, y: 1000 }, { x: -1, y: 0 }, { expression: 'nosuchname' },
    { x: 2, y: 5, tick: -1 },
  ]) await adapter.refused('fungescope/whoWrote', args);
  assert.strictEqual(await adapter.value('tick'), 140);
});

debugging('a search that takes long tells its progress and can be cancelled', async (adapter) => {
  await adapter.enter('endless.b93', undefined, { supportsProgressReporting: true });
  // So much past that a search through it at every round takes minutes.
  const far = 4_000_000_000;
  await adapter.go('fungescope/seek', 'goto', { tick: far });
  adapter.events.length = 0;  // the seek may have reported progress too
  await adapter.ask('setBreakpoints', { source: { path: at('endless.b93') },
    breakpoints: [{ line: 1, column: 1, condition: 'depth > 5' }] });
  await adapter.ask('reverseContinue', { threadId: 1 });
  const { progressId, title } = await adapter.event('progressStart');
  assert.ok(title.length > 0);
  await adapter.ask('threads');
  await adapter.ask('cancel', { progressId });
  await adapter.event('progressEnd', (body) => body.progressId === progressId);
  await adapter.stopped('pause');
  assert.ok(await adapter.value('tick') <= far);  // it rests where it has got to
});

debugging('a search backwards can be paused', async (adapter) => {
  await adapter.enter('endless.b93');
  await adapter.go('fungescope/seek', 'goto', { tick: 4_000_000_000 });
  await adapter.ask('setBreakpoints', { source: { path: at('endless.b93') },
    breakpoints: [{ line: 1, column: 1, condition: 'depth > 5' }] });
  await adapter.ask('reverseContinue', { threadId: 1 });
  await adapter.go('pause', 'pause');
  assert.ok(await adapter.value('tick') <= 4_000_000_000);
});

debugging('a seek that takes long can be cancelled by its request', async (adapter) => {
  await adapter.enter('endless.b93');
  const seq = adapter.sequence;
  const seek = adapter.response('fungescope/seek', { tick: 1e15 });
  await adapter.ask('threads');
  await adapter.ask('cancel', { requestId: seq });
  const response = await within(seek, 'the answer of the seek');
  assert.strictEqual(response.success, false);
  assert.match(response.message, /cancel/);
});

// An editor may send the next requests before the answer of a question that takes long.
debugging('requests that wait for a query are answered, and the last one is a pause',
  async (adapter) => {
    await adapter.enter('endless.b93');
    await adapter.go('fungescope/seek', 'goto', { tick: 4_000_000_000 });
    const source = { path: at('endless.b93') };
    const answers = await Promise.all([
      adapter.response('fungescope/timeline', { samples: 10000 }),
      adapter.response('continue', { threadId: 1 }),
      adapter.response('breakpointLocations', { source, line: 1 }),
      adapter.response('threads'),
      adapter.response('pause', { threadId: 1 }),
    ]);
    for (const { command, success } of answers.slice(1)) assert.ok(success, command);
    await adapter.stopped('pause');
    await adapter.go('stepIn', 'step');
  });

debugging('cancelling a request that does not run is harmless', async (adapter) => {
  await adapter.enter('loop.b93');
  for (const args of [{ requestId: 12345 }, { progressId: 'none' }, {}]) {
    await adapter.response('cancel', args);
  }
  await adapter.go('continue', 'exited');
});

debugging('sudoku.b93, forwards and backwards, meets the same instants', async (adapter) => {
  await adapter.enter({ program: solver, puzzle });
  await adapter.ask('setDataBreakpoints',
    { breakpoints: [await adapter.watchpoint('recursionLevel', 'write')] });
  const forwards = [];
  for (;;) {
    const { reason } = await adapter.go('continue');
    if (reason === 'exited') break;
    forwards.push([await adapter.value('tick'), await adapter.value('recursionLevel')]);
  }
  assert.ok(forwards.some(([tick, level]) => tick === 248422 && level === 1));
  assert.ok(forwards.some(([tick, level]) => tick === 277665 && level === 0));
  const backwards = [];
  for (;;) {
    const { reason } = await adapter.go('reverseContinue');
    if (reason === 'entry') break;
    backwards.unshift([await adapter.value('tick'), await adapter.value('recursionLevel')]);
  }
  assert.deepStrictEqual(backwards, forwards);
});

debugging('goto moves the pointer, which begins a branch', async (adapter) => {
  const { supportsGotoTargetsRequest } = await adapter.begin(
    { program: at('loop.b93'), stopOnEntry: true });
  await adapter.stopped('entry');
  assert.strictEqual(supportsGotoTargetsRequest, true);
  const { targets } = await adapter.ask('gotoTargets',
    { source: { path: at('loop.b93') }, line: 2, column: 11 });
  const target = targets.find(({ line, column }) => line === 2 && (column ?? 11) === 11);
  assert.ok(target, JSON.stringify(targets));
  await adapter.go('goto', 'goto', { targetId: target.id });
  await adapter.at(10, 1);
  await adapter.go('continue', 'exited');
  assert.strictEqual(adapter.printed, '');
  await adapter.refused('goto', { threadId: 1, targetId: 987654 });
});

debugging('an edit begins a branch; the past before it stays', async (adapter) => {
  await adapter.enter('table.b93');
  await adapter.go('fungescope/seek', 'goto', { tick: 50 });
  await adapter.command('set count = 7');
  await adapter.go('stepIn', 'step');
  await adapter.tickBack();
  await adapter.tickBack();
  assert.strictEqual(await adapter.value('tick'), 49);
  assert.strictEqual(await adapter.value('count'), 2);
  const { branches } = await adapter.ask('fungescope/timeline', { samples: 1 });
  assert.ok(branches >= 1);
});
