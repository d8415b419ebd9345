// Scopes, variables, data breakpoints, evaluation and completions.
'use strict';

const assert = require('node:assert');
const { debugging } = require('./support/adapter');
const { at, solver, puzzle } = require('./support/programs');

// At the end of table.b93, where all is known.
async function atEndOfTable(adapter) {
  await adapter.begin('table.b93');
  await adapter.stopped('exited');
}

debugging('four scopes', async (adapter) => {
  await atEndOfTable(adapter);
  const { scopes } = await adapter.ask('scopes', { frameId: (await adapter.frame()).id });
  assert.deepStrictEqual(scopes.map(({ name }) => name),
    ['Machine', 'Stack', 'Variables', 'Regions']);
  for (const scope of scopes) assert.strictEqual(typeof scope.expensive, 'boolean');
  await adapter.refused('scopes', { frameId: 987654 });
});

debugging('the machine', async (adapter) => {
  await atEndOfTable(adapter);
  const machine = await adapter.variables('Machine');
  const all = machine.map(({ name, value }) => `${name}=${value}`).join(' ');
  const tick = machine.find(({ name }) => name === 'tick');
  assert.ok(tick, all);
  assert.match(tick.value.replaceAll(/[,_']/g, ''), /^140\b/);
  assert.match(all, /35/);    // x
  assert.match(all, /east/);  // or its delta
});

debugging('the stack is paged, top first', async (adapter) => {
  await adapter.begin('stack.b93');
  await adapter.stopped('exited');
  const { scopes } = await adapter.ask('scopes', { frameId: (await adapter.frame()).id });
  const stack = scopes.find(({ name }) => name === 'Stack');
  assert.strictEqual(stack.indexedVariables, 101);
  const page = (start, count) => adapter.ask('variables',
    { variablesReference: stack.variablesReference, filter: 'indexed', start, count });
  const values = ({ variables }) => variables.map(({ name, value }) => [name, parseInt(value, 10)]);
  assert.deepStrictEqual(values(await page(0, 3)), [['[0]', 100], ['[1]', 100], ['[2]', 99]]);
  assert.deepStrictEqual(values(await page(50, 2)), [['[50]', 51], ['[51]', 50]]);
  assert.deepStrictEqual(values(await page(100, 10)), [['[100]', 1]]);
  assert.deepStrictEqual(values(await page(101, 10)), []);
  assert.deepStrictEqual(values(await page(1e9, 1e9)), []);
  assert.strictEqual(await adapter.value('depth'), 101);
  assert.strictEqual(await adapter.value('stack(2)'), 99);
});

debugging('variables, by their scopes', async (adapter) => {
  await atEndOfTable(adapter);
  const count = await adapter.find('Variables', 'count');
  assert.match(count.value, /^0\b/);
  const main = (await adapter.variables('Variables')).find(({ name }) => name === 'Main');
  assert.ok(main.variablesReference > 0);
  const [letter] = await adapter.variables(main.variablesReference);
  assert.strictEqual(letter.name, 'letter');
  assert.match(letter.value, /32|' '/);
});

debugging('regions, as rows of cells', async (adapter) => {
  await atEndOfTable(adapter);
  const [table] = await adapter.variables('Regions');
  assert.strictEqual(table.name, 'table');
  const rows = await adapter.variables(table.variablesReference);
  assert.strictEqual(rows.length, 1);
  const cells = await adapter.variables(rows[0].variablesReference);
  assert.deepStrictEqual(cells.map(({ value }) => parseInt(value, 10)), [0, 1, 4, 9]);
});

debugging('the board of a sudoku, as rows', async (adapter) => {
  await adapter.enter({ program: solver, puzzle });
  await adapter.go('fungescope/seek', 'goto', { tick: 248437 });
  const board = await adapter.find('Regions', 'board');
  assert.match(board.value, /^9x9 at \d+,\d+$/);
  const rows = await adapter.variables(board.variablesReference);
  assert.strictEqual(rows.length, 9);
  assert.strictEqual(rows[0].value, '. 6 . | 5 . 4 | . 3 .');
  const cells = await adapter.variables(rows[0].variablesReference);
  assert.strictEqual(cells.length, 9);
  const grid = await adapter.find('Regions', 'grid');
  const gridRows = await adapter.variables(grid.variablesReference);
  assert.strictEqual(gridRows.length, 9);
  const gridCells = await adapter.variables(gridRows[0].variablesReference);
  assert.match(gridCells[1].value, /6|54/);  // '6'
  assert.strictEqual(await adapter.value('grid(1,0)'), 54);
});

debugging('setVariable sets variables, cells and the stack', async (adapter) => {
  await adapter.enter('table.b93');
  await adapter.go('fungescope/seek', 'goto', { tick: 50 });
  const count = await adapter.find('Variables', 'count');
  let set = await adapter.ask('setVariable',
    { variablesReference: count.container, name: 'count', value: '7' });
  assert.match(set.value, /^7\b/);
  assert.strictEqual(await adapter.value('count'), 7);

  const table = await adapter.find('Regions', 'table');
  const [row] = await adapter.variables(table.variablesReference);
  const cells = await adapter.variables(row.variablesReference);
  set = await adapter.ask('setVariable',
    { variablesReference: row.variablesReference, name: cells[0].name, value: '10 * 10' });
  assert.match(set.value, /^100\b/);
  assert.strictEqual(await adapter.value('table(0,0)'), 100);

  const [top] = await adapter.variables('Stack', { start: 0, count: 1 });
  assert.match(top.value, /^2\b/);
  const { scopes } = await adapter.ask('scopes', { frameId: (await adapter.frame()).id });
  const stack = scopes.find(({ name }) => name === 'Stack').variablesReference;
  await adapter.ask('setVariable', { variablesReference: stack, name: '[0]', value: '1' });
  assert.strictEqual(await adapter.value('top'), 1);
  await adapter.refused('setVariable',
    { variablesReference: stack, name: '[0]', value: 'nosuchname' });
  await adapter.refused('setVariable', { variablesReference: stack, name: '[99]', value: '1' });

  // With 1 left to do table(1,0) is never written, and table(0,0) is again.
  await adapter.go('continue', 'exited');
  assert.strictEqual(await adapter.value('table(1,0)'), 32);
  assert.strictEqual(await adapter.value('table(0,0)'), 0);
});

debugging('setVariable turns and moves the pointer, but not the time', async (adapter) => {
  await adapter.enter('loop.b93');
  const { container } = await adapter.find('Machine', 'position');
  const set = (name, value) =>
    adapter.response('setVariable', { variablesReference: container, name, value });
  assert.ok((await set('position', '10,1')).success);
  await adapter.at(10, 1);
  assert.ok((await set('delta', '-1,0')).success);
  await adapter.go('fungescope/seek', 'goto', { tick: 0 });
  await adapter.at(10, 1);
  await adapter.go('continue', 'exited');
  await adapter.at(10, 1);  // on the `@`, at once
  for (const [name, value] of [['tick', '5'], ['position', '-1,0'], ['position', 'here'],
    ['delta', '2,2'], ['status', 'ended'], ['nosuchname', '1']]) {
    const { container: now } = await adapter.find('Machine', 'position');
    await adapter.refused('setVariable', { variablesReference: now, name, value });
  }
});

debugging('setExpression', async (adapter) => {
  await adapter.enter('table.b93');
  const frameId = (await adapter.frame()).id;
  const { value } = await adapter.ask('setExpression',
    { expression: 'table(2,0)', value: '5', frameId });
  assert.match(value, /^5\b/);
  assert.strictEqual(await adapter.value('table(2,0)'), 5);
  await adapter.refused('setExpression', { expression: '1 + 1', value: '5' });
  await adapter.refused('setExpression', { expression: 'count', value: '5 +' });
});

debugging('numbers in hexadecimal where the client wants them so', async (adapter) => {
  await adapter.begin('stack.b93');
  await adapter.stopped('exited');
  const [top] = await adapter.variables('Stack', { start: 0, count: 1, format: { hex: true } });
  assert.match(top.value, /^0x0*64\b/);
  const { result } = await adapter.ask('evaluate', { expression: 'top', context: 'watch',
    frameId: (await adapter.frame()).id, format: { hex: true } });
  assert.match(result, /^0x0*64\b/);
});

debugging('a data breakpoint on a region stops after each store, both ways', async (adapter) => {
  let id;
  await adapter.enter('table.b93');
  const { breakpoints } = await adapter.ask('setDataBreakpoints',
    { breakpoints: [await adapter.watchpoint('table', 'write')] });
  assert.strictEqual(breakpoints[0].verified, true);
  id = breakpoints[0].id;
  for (const tick of [15, 50, 85, 120]) {
    const stop = await adapter.go('continue', 'data breakpoint');
    if (id !== undefined) assert.deepStrictEqual(stop.hitBreakpointIds, [id]);
    assert.strictEqual(await adapter.value('tick'), tick);
    await adapter.at(15, 0);  // just after the `p`
  }
  await adapter.go('continue', 'exited');
  for (const tick of [120, 85, 50, 15]) {
    await adapter.go('reverseContinue', 'data breakpoint');
    assert.strictEqual(await adapter.value('tick'), tick);
  }
  await adapter.go('reverseContinue', 'entry');
});

debugging('data breakpoints on variables, with and without a scope', async (adapter) => {
  await adapter.enter('table.b93');
  const set = async (name, options) => {
    const { container } = await adapter.find('Variables', name);
    const [breakpoint] = (await adapter.ask('setDataBreakpoints',
      { breakpoints: [await adapter.watchpoint(name, 'write', options, container)] })).breakpoints;
    assert.strictEqual(breakpoint.verified, true, `${name}: ${breakpoint.message}`);
  };
  await set('count', { condition: 'new == 1' });
  await adapter.go('continue', 'data breakpoint');
  assert.strictEqual(await adapter.value('tick'), 78);
  assert.strictEqual(await adapter.value('count'), 1);
  await set('letter');
  await adapter.go('continue', 'exited');
});

debugging('data breakpoints on cells, on reads, with conditions', async (adapter) => {
  await adapter.enter('table.b93');
  const set = async (...breakpoints) =>
    (await adapter.ask('setDataBreakpoints', { breakpoints })).breakpoints;
  await set(await adapter.watchpoint('cell(2,5)', 'write'));
  await adapter.go('continue', 'data breakpoint');
  assert.strictEqual(await adapter.value('tick'), 50);

  // They replace one another.
  await set(await adapter.watchpoint('count', 'write', { condition: 'new == 1' }));
  await adapter.go('continue', 'data breakpoint');
  assert.strictEqual(await adapter.value('tick'), 78);

  await set(await adapter.watchpoint('table(1,0)', 'read'));
  await adapter.go('continue', 'data breakpoint');
  assert.strictEqual(await adapter.value('tick'), 129);

  await adapter.go('reverseContinue', 'entry');
  await set(await adapter.watchpoint('table', 'write', { hitCondition: '2' }));
  await adapter.go('continue', 'data breakpoint');
  assert.strictEqual(await adapter.value('tick'), 50);

  const [bad, good] = await set(
    await adapter.watchpoint('table', 'write', { condition: '(' }),
    await adapter.watchpoint('table(3,0)', 'readWrite'));
  assert.strictEqual(bad.verified, false);
  assert.ok(bad.message.length > 0);
  assert.strictEqual(good.verified, true);
  await adapter.go('reverseContinue', 'data breakpoint');
  assert.strictEqual(await adapter.value('tick'), 15);
});

debugging('a data breakpoint on a cell of a region, by its reference', async (adapter) => {
  await adapter.enter('table.b93');
  const table = await adapter.find('Regions', 'table');
  const [row] = await adapter.variables(table.variablesReference);
  const cell = (await adapter.variables(row.variablesReference))[1];
  await adapter.ask('setDataBreakpoints',
    { breakpoints: [await adapter.watchpoint(cell.name, 'write', {}, row.variablesReference)] });
  await adapter.go('continue', 'data breakpoint');
  assert.strictEqual(await adapter.value('tick'), 85);
});

debugging('readWrite stops at reads and at writes', async (adapter) => {
  await adapter.enter('table.b93');
  await adapter.ask('setDataBreakpoints',
    { breakpoints: [await adapter.watchpoint('table(1,0)', 'readWrite')] });
  for (const tick of [85, 129]) {
    await adapter.go('continue', 'data breakpoint');
    assert.strictEqual(await adapter.value('tick'), tick);
  }
  await adapter.go('continue', 'exited');
  for (const tick of [129, 85]) {
    await adapter.go('reverseContinue', 'data breakpoint');
    assert.strictEqual(await adapter.value('tick'), tick);
  }
});

debugging('an expression that cannot be watched has a reason', async (adapter) => {
  await adapter.enter('table.b93');
  for (const name of ['nosuchname', '1 + 1', '', 'cell(1000,1000)']) {
    const response = await adapter.response('dataBreakpointInfo', { name });
    if (response.success) {
      assert.strictEqual(response.body.dataId, null, name);
      assert.ok(response.body.description.length > 0);
    }
  }
  const [forged] = (await adapter.ask('setDataBreakpoints',
    { breakpoints: [{ dataId: 'forged', accessType: 'write' }] })).breakpoints;
  assert.strictEqual(forged.verified, false);
});

debugging('evaluate', async (adapter) => {
  await atEndOfTable(adapter);
  assert.strictEqual(await adapter.value('table(0,0) + table(1,0) + table(2,0) + table(3,0)'), 14);
  assert.strictEqual(await adapter.value('tick * 2'), 280);
  const frameId = (await adapter.frame()).id;
  for (const context of ['watch', 'hover']) {
    await adapter.refused('evaluate', { expression: 'nosuchname', context, frameId });
    await adapter.refused('evaluate', { expression: '', context, frameId });
    await adapter.refused('evaluate', { expression: '(1', context, frameId });
  }
  const { result } = await adapter.ask('evaluate',
    { expression: 'table(3,0)', context: 'clipboard', frameId });
  assert.match(result, /^9\b/);
});

debugging('a region is evaluated with its rows, and has its place in memory', async (adapter) => {
  await atEndOfTable(adapter);
  const table = await adapter.ask('evaluate',
    { expression: 'table', context: 'watch', frameId: (await adapter.frame()).id });
  const rows = await adapter.variables(table.variablesReference);
  const cells = await adapter.variables(rows[0].variablesReference);
  assert.deepStrictEqual(cells.map(({ value }) => parseInt(value, 10)), [0, 1, 4, 9]);
  const { data } = await adapter.ask('readMemory',
    { memoryReference: table.memoryReference, offset: 16, count: 8 });
  assert.strictEqual(Buffer.from(data, 'base64').readBigInt64LE(), 4n);
});

debugging('a hover changes nothing', async (adapter) => {
  await adapter.enter('table.b93');
  const frameId = (await adapter.frame()).id;
  for (const expression of ['set count = 7', 'goto 50', 'step', 'continue', 'push 1']) {
    for (const context of ['hover', 'watch']) {
      await adapter.refused('evaluate', { expression, context, frameId });
    }
  }
  assert.strictEqual(await adapter.value('count'), 32);
  assert.strictEqual(await adapter.value('tick'), 0);
  assert.strictEqual(await adapter.value('depth'), 0);
  assert.ok(!adapter.has('stopped'));
});

debugging('the console takes the session\'s commands, and expressions', async (adapter) => {
  await atEndOfTable(adapter);
  await adapter.command('print table(3,0)', /^9\b/m);
  await adapter.command('table(3,0) * 2', /^18\b/m);
  await adapter.command('who table(2,0)', /tick 50/);
  await adapter.command('region table', /changed/);
  await adapter.command('help break', /before the instruction in a cell/);
  await adapter.refused('evaluate', { expression: 'brake 1,2', context: 'repl' });

  // One that moves is a stop like others.
  await adapter.command('goto 50');
  await adapter.stopped();
  assert.strictEqual(await adapter.value('tick'), 50);
  await adapter.command('set count = 7');
  assert.strictEqual(await adapter.value('count'), 7);
});

debugging('a change from the console invalidates the variables of the client', async (adapter) => {
  await adapter.enter('table.b93', undefined, { supportsInvalidatedEvent: true });
  await adapter.command('set count = 7');
  const { areas } = await adapter.event('invalidated');
  assert.ok(areas === undefined || areas.includes('all') || areas.includes('variables'));
});

debugging('completions', async (adapter) => {
  await adapter.enter('table.b93');
  const complete = async (text) => {
    const { targets } = await adapter.ask('completions', { text, column: text.length + 1 });
    return targets.map(({ label, text: inserted }) => inserted ?? label);
  };
  assert.ok((await complete('cont')).some((text) => text.startsWith('continue')));
  assert.ok((await complete('print cou')).some((text) => text.startsWith('count')));
  assert.ok((await complete('region tab')).some((text) => text.startsWith('table')));
  assert.ok((await complete('')).length > 10);
  assert.deepStrictEqual(await complete('nosuchcommand and more'), []);
  await adapter.ask('completions', { text: 'print', column: 1000 });
  // VS Code and nvim-dap would count a `start` from 0.
  const { targets } = await adapter.ask('completions', { text: 'back co', column: 8 });
  assert.deepStrictEqual(targets, [{ label: 'continue', length: 2 }]);
});
