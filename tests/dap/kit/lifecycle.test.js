// From initialize to the end: launching with options and input.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const { debugging } = require('./support/adapter');
const { at, solver, puzzle } = require('./support/programs');

debugging('initialize returns the capabilities of the adapter', async (adapter) => {
  const capabilities = await adapter.ask('initialize', { adapterID: 'fungescope' });
  for (const name of [
    'supportsConfigurationDoneRequest', 'supportsStepBack', 'supportsConditionalBreakpoints',
    'supportsHitConditionalBreakpoints', 'supportsLogPoints', 'supportsBreakpointLocationsRequest',
    'supportsInstructionBreakpoints', 'supportsDataBreakpoints', 'supportsSetVariable',
    'supportsSetExpression', 'supportsEvaluateForHovers', 'supportsCompletionsRequest',
    'supportsReadMemoryRequest', 'supportsWriteMemoryRequest', 'supportsDisassembleRequest',
    'supportsRestartRequest', 'supportsTerminateRequest', 'supportsCancelRequest',
    'supportsLoadedSourcesRequest', 'supportsExceptionInfoRequest', 'supportsSteppingGranularity',
    'supportsValueFormattingOptions',
  ]) assert.strictEqual(capabilities[name], true, name);
  const filters = capabilities.exceptionBreakpointFilters;
  assert.deepStrictEqual(filters.map((filter) => [filter.filter, filter.default]),
    [['fault', true]]);
  await adapter.event('initialized');
});

debugging('a program runs to its end, stops there, and ends with the next continue',
  async (adapter) => {
    await adapter.begin('loop.b93');
    const stop = await adapter.stopped('exited');
    assert.match(`${stop.description} ${stop.text}`, /84/);
    await adapter.until(() => adapter.printed === '1 2 3 4 5 ', 'the output');
    await adapter.at(10, 1);
    assert.strictEqual(await adapter.value('tick'), 84);
    assert.ok(!adapter.has('terminated'));
    await adapter.ask('continue', { threadId: 1 });
    assert.strictEqual((await adapter.event('exited')).exitCode, 0);
    await adapter.event('terminated');
  });

debugging('without stopAtEnd it ends at once', async (adapter) => {
  await adapter.begin({ program: at('loop.b93'), stopAtEnd: false });
  assert.strictEqual((await adapter.event('exited')).exitCode, 0);
  await adapter.event('terminated');
  assert.strictEqual(adapter.printed, '1 2 3 4 5 ');
  assert.ok(!adapter.has('stopped'));
});

debugging('with noDebug nothing stops it', async (adapter) => {
  const program = at('loop.b93');
  await adapter.begin({ program, noDebug: true, stopOnEntry: false }, async () => {
    await adapter.ask('setBreakpoints', { source: { path: program }, breakpoints: [{ line: 1 }] });
  });
  await adapter.event('exited');
  await adapter.event('terminated');
  assert.ok(!adapter.has('stopped'));
  assert.strictEqual(adapter.printed, '1 2 3 4 5 ');
});

debugging('stopOnEntry stops before the first cell', async (adapter) => {
  await adapter.enter('loop.b93');
  await adapter.at(0, 0);
  assert.strictEqual(await adapter.value('tick'), 0);
  assert.strictEqual(adapter.printed, '');
});

debugging('nothing runs before configurationDone', async (adapter) => {
  await adapter.begin('loop.b93', async () => {
    await adapter.ask('threads');
    assert.strictEqual(adapter.printed, '');
    assert.ok(!adapter.has('stopped'));
  });
  await adapter.stopped('exited');
});

debugging('one thread, named after the program; one frame, that tells cell and direction',
  async (adapter) => {
    await adapter.enter('loop.b93');
    assert.deepStrictEqual(await adapter.ask('threads'),
      { threads: [{ id: 1, name: 'loop.b93' }] });
    await adapter.go('fungescope/seek', 'goto', { tick: 12 });
    const { stackFrames, totalFrames } = await adapter.ask('stackTrace', { threadId: 1 });
    assert.ok(totalFrames === undefined || totalFrames === stackFrames.length);
    const [frame] = stackFrames;
    assert.match(frame.name, /</);  // going west
    assert.match(frame.name, /7, ?1/);
    assert.strictEqual(frame.source.path, at('loop.b93'));
    assert.strictEqual(Number(frame.instructionPointerReference), (80 + 7) * 8);
    await adapter.at(7, 1);
    const past = await adapter.ask('stackTrace', { threadId: 1, startFrame: 1, levels: 10 });
    assert.strictEqual(past.stackFrames.length, stackFrames.length - 1);
  });

debugging('lines and columns start where the client says', async (adapter) => {
  const program = at('loop.b93');
  await adapter.enter('loop.b93', async () => {
    const { breakpoints } = await adapter.ask('setBreakpoints',
      { source: { path: program }, breakpoints: [{ line: 0, column: 3 }] });
    assert.strictEqual(breakpoints[0].line, 0);
    assert.strictEqual(breakpoints[0].column, 3);
  }, { linesStartAt1: false, columnsStartAt1: false });
  let frame = await adapter.frame();
  assert.deepStrictEqual([frame.line, frame.column], [0, 0]);
  await adapter.go('continue', 'breakpoint');
  frame = await adapter.frame();
  assert.deepStrictEqual([frame.line, frame.column], [0, 3]);
  assert.strictEqual(await adapter.value('tick'), 3);
});

debugging('input is given as text', async (adapter) => {
  await adapter.begin({ program: at('echo.b93'), stdin: 'two\nlines' });
  await adapter.stopped('exited');
  await adapter.until(() => adapter.printed === 'two\nlines', 'the output');
});

debugging('input is given by a file', async (adapter) => {
  fs.writeFileSync(at('input.txt'), 'from a file');
  await adapter.begin({ program: at('echo.b93'), stdinFile: at('input.txt') });
  await adapter.stopped('exited');
  await adapter.until(() => adapter.printed === 'from a file', 'the output');
});

debugging('without input a program that wants some waits for the console', async (adapter) => {
  await adapter.begin('echo.b93');
  const stop = await adapter.stopped('pause');
  assert.match(stop.description, /waits for input/);
  await adapter.command('input hi');
  if (!adapter.has('stopped')) await adapter.ask('continue', { threadId: 1 });
  await adapter.stopped('pause');
  await adapter.until(() => adapter.printed.startsWith('hi'), 'the output');
  await adapter.command('input end');
  if (!adapter.has('stopped')) await adapter.ask('continue', { threadId: 1 });
  await adapter.stopped('exited');
});

for (const [how, argument] of [
  ['as text', () => puzzle],
  ['from a file', () => {
    fs.writeFileSync(at('puzzle.txt'), `${puzzle}\n`);
    return at('puzzle.txt');
  }],
]) {
  debugging(`a puzzle for a program with a sudoku map comes ${how}`, async (adapter) => {
    await adapter.begin({ program: solver, puzzle: argument() });
    await adapter.stopped('exited');
    assert.strictEqual(await adapter.value('tick'), 367797);
    await adapter.until(() => adapter.printed.startsWith('869574132\n124396758\n'), 'the grid');
    assert.ok(adapter.printed.endsWith('493785261\n658213947\n'));
  });
}

debugging('a seed makes chance repeatable', async (adapter) => {
  fs.writeFileSync(at('chance.b93'), '?1.@\n2\n.\n@\n');
  await adapter.begin({ program: at('chance.b93'), seed: 7 });
  await adapter.stopped('exited');
  const first = adapter.printed;
  await adapter.ask('restart', {});
  await adapter.stopped('exited');
  await adapter.until(() => adapter.printed === first + first, 'the same again');
});

debugging('restart runs from the beginning, with the breakpoints', async (adapter) => {
  const program = at('loop.b93');
  await adapter.begin('loop.b93', async () => {
    await adapter.ask('setBreakpoints',
      { source: { path: program }, breakpoints: [{ line: 2, column: 11 }] });
  });
  await adapter.stopped('breakpoint');
  assert.strictEqual(await adapter.value('tick'), 83);
  await adapter.ask('restart', {});
  await adapter.stopped('breakpoint');
  assert.strictEqual(await adapter.value('tick'), 83);
});

debugging('restart takes new arguments', async (adapter) => {
  await adapter.begin({ program: at('echo.b93'), stdin: 'one' });
  await adapter.stopped('exited');
  await adapter.ask('restart', { arguments: { program: at('echo.b93'), stdin: 'two' } });
  await adapter.stopped('exited');
  await adapter.until(() => adapter.printed === 'onetwo', 'the output of both');
});

debugging('restart while the program runs', async (adapter) => {
  await adapter.begin('endless.b93');
  await adapter.ask('restart', {});
  await adapter.go('pause', 'pause');
  await adapter.go('stepIn', 'step');
});

debugging('after the end running is refused, and restart still works', async (adapter) => {
  await adapter.begin({ program: at('loop.b93'), stopAtEnd: false });
  await adapter.event('terminated');
  for (const command of ['continue', 'next', 'stepBack', 'reverseContinue', 'pause']) {
    const response = await adapter.response(command, { threadId: 1 });
    if (response.success) assert.ok(!adapter.has('stopped'), command);
  }
  const response = await adapter.response('restart', {});
  if (response.success) await adapter.event('terminated');
});

debugging('terminate ends the program', async (adapter) => {
  await adapter.begin('endless.b93');
  await adapter.ask('terminate', {});
  await adapter.event('terminated');
});

debugging('disconnect ends the adapter while the program runs', async (adapter) => {
  await adapter.begin('endless.b93');
  await adapter.ask('disconnect', { terminateDebuggee: true });
  adapter.ending = true;
});

debugging('a failed launch is refused, and can be repeated', async (adapter) => {
  await adapter.ask('initialize', { adapterID: 'fungescope' });
  await adapter.event('initialized');
  const program = at('echo.b93');
  for (const args of [
    {},
    { program: 5 },
    { program: at('missing.b93') },
    { program: at('') },
    { program, stdin: 'a', stdinFile: at('loop.b93') },
    { program, stdin: 'a', puzzle },
    { program, stdinFile: at('missing.txt') },
    { program, dialect: 'befunge-98' },
    { program, seed: 'dice' },
    { program, puzzle },  // no sudoku map
    { program: solver, puzzle: 'no puzzle at all' },
  ]) await adapter.refused('launch', args);
  const attach = await adapter.refused('attach', { program });
  assert.match(`${attach.message} ${attach.body.error.format}`, /launch/);
  const launched = adapter.ask('launch', { program: at('loop.b93') });
  await adapter.ask('configurationDone');
  await launched;
  await adapter.stopped('exited');
});

debugging('a fault stops with its reason, and can be gone back from', async (adapter) => {
  await adapter.begin({ program: at('fault.b93'), dialect: 'strict' }, async () => {
    await adapter.ask('setExceptionBreakpoints', { filters: ['fault'] });
  });
  await adapter.stopped('exception');
  assert.strictEqual(await adapter.value('tick'), 3);
  const info = await adapter.ask('exceptionInfo', { threadId: 1 });
  assert.ok(info.exceptionId.length > 0);
  assert.ok(['always', 'unhandled', 'never', 'userUnhandled'].includes(info.breakMode));
  assert.match(`${info.description} ${JSON.stringify(info.details ?? '')}`, /pop/);
  await adapter.tickBack();
  await adapter.at(2, 0);
  assert.strictEqual(await adapter.value('tick'), 2);
  await adapter.refused('exceptionInfo', { threadId: 1 });
});
