// The playfield as memory: 64-bit cells, row by row.
'use strict';

const assert = require('node:assert');
const { debugging } = require('./support/adapter');
const { at } = require('./support/programs');

const width = 80;
const height = 25;
const address = (x, y) => 8 * (y * width + x);

// Reads cells from (x, y) on, as numbers.
async function cells(adapter, x, y, count) {
  const body = await adapter.ask('readMemory',
    { memoryReference: '0x0', offset: address(x, y), count: 8 * count });
  assert.strictEqual(Number(body.address), address(x, y));
  const bytes = Buffer.from(body.data, 'base64');
  return Array.from({ length: bytes.length / 8 }, (_, i) => Number(bytes.readBigInt64LE(8 * i)));
}

debugging('readMemory reads cells', async (adapter) => {
  await adapter.begin('table.b93');
  await adapter.stopped('exited');
  assert.deepStrictEqual(await cells(adapter, 0, 0, 4), [...Buffer.from('4>1-')]);
  assert.deepStrictEqual(await cells(adapter, 0, 5, 4), [0, 1, 4, 9]);
  assert.deepStrictEqual(await cells(adapter, 79, 0, 2), [32, 32]);
  assert.strictEqual((await cells(adapter, 0, 0, width * height)).length, width * height);
  const third = await adapter.ask('readMemory',
    { memoryReference: `0x${address(3, 5).toString(16)}`, count: 8 });
  assert.strictEqual(Buffer.from(third.data, 'base64').readBigInt64LE(), 9n);
});

debugging('readMemory stops at the end of the field', async (adapter) => {
  await adapter.enter('table.b93');
  const end = 8 * width * height;
  for (const [offset, count, readable] of [
    [end - 16, 100, 16], [end, 8, 0], [end - 8, 2 ** 40, 8], [0, 0, 0], [3, 2, 2],
  ]) {
    const { data, unreadableBytes } = await adapter.ask('readMemory',
      { memoryReference: '0x0', offset, count });
    assert.strictEqual(Buffer.from(data ?? '', 'base64').length, readable, `${offset} ${count}`);
    if (count < 1000) assert.strictEqual(unreadableBytes ?? 0, count - readable);
  }
  for (const args of [
    { memoryReference: 'here', count: 8 },
    { memoryReference: '0x0', count: -8 },
    { count: 8 },
  ]) await adapter.refused('readMemory', args);
  // Before the beginning there is nothing: nothing readable, or an error.
  const before = await adapter.response('readMemory',
    { memoryReference: '0x0', offset: -8, count: 8 });
  if (before.success) assert.strictEqual(before.body.data ?? '', '');
});

debugging('writeMemory writes cells, and the program sees them', async (adapter) => {
  await adapter.enter('loop.b93');
  const cell = Buffer.alloc(8);
  cell.writeBigInt64LE(BigInt('2'.charCodeAt(0)));  // adds 2 in place of 1
  const { bytesWritten } = await adapter.ask('writeMemory',
    { memoryReference: '0x0', offset: address(2, 0), data: cell.toString('base64') });
  assert.ok(bytesWritten === undefined || bytesWritten === 8);
  assert.deepStrictEqual(await cells(adapter, 2, 0, 1), ['2'.charCodeAt(0)]);
  assert.strictEqual(await adapter.value('cell(2,0)'), 50);
  await adapter.ask('setBreakpoints', { source: { path: at('loop.b93') },
    breakpoints: [{ line: 1, column: 6, condition: 'top == 4' }] });
  await adapter.go('continue', 'breakpoint');
  assert.strictEqual(await adapter.value('top'), 4);
  assert.strictEqual(await adapter.value('tick'), 5 + 18);
});

debugging('writeMemory keeps to the field', async (adapter) => {
  await adapter.enter('loop.b93');
  const data = Buffer.alloc(16).toString('base64');
  for (const args of [
    { memoryReference: '0x0', offset: -8, data },
    { memoryReference: '0x0', offset: 8 * width * height, data },
    { memoryReference: '0x0', offset: 8 * width * height - 8, data },
    { memoryReference: '0x0', data: 'not base64!' },
    { memoryReference: 'x', data },
  ]) await adapter.refused('writeMemory', args);
  assert.deepStrictEqual(await cells(adapter, 0, 0, 1), ['0'.charCodeAt(0)]);
});

debugging('disassemble gives exactly the count asked for, padded at both ends',
  async (adapter) => {
    await adapter.enter('loop.b93');
    const disassemble = async (args) =>
      (await adapter.ask('disassemble', { memoryReference: '0x0', ...args })).instructions;

    const start = await disassemble({ instructionOffset: -3, instructionCount: 8 });
    assert.strictEqual(start.length, 8);
    for (const padding of start.slice(0, 3)) {
      assert.ok(padding.instruction.startsWith('??') || padding.presentationHint === 'invalid');
    }
    assert.deepStrictEqual(start.slice(3).map((i) => Number(i.address)), [0, 8, 16, 24, 32]);
    assert.match(start[6].instruction, /add/);
    assert.match(start[7].instruction, /dup/);
    assert.deepStrictEqual([start[6].line, start[6].column], [1, 4]);
    assert.strictEqual(start[3].location.path, at('loop.b93'));

    const end = await disassemble({
      memoryReference: `0x${address(79, 24).toString(16)}`, instructionCount: 5 });
    assert.strictEqual(end.length, 5);
    assert.strictEqual(Number(end[0].address), address(79, 24));
    for (const padding of end.slice(1)) {
      assert.ok(padding.instruction.startsWith('??') || padding.presentationHint === 'invalid');
    }
    const addresses = [...start, ...end].map((i) => i.address);
    assert.strictEqual(new Set(addresses).size, addresses.length, 'addresses are distinct');

    const middle = await disassemble(
      { memoryReference: '0x18', offset: 8, instructionOffset: 2, instructionCount: 1 });
    assert.strictEqual(Number(middle[0].address), address(6, 0));
    for (const count of [0, 1, 300, 5000]) {
      assert.strictEqual((await disassemble({ instructionCount: count })).length, count);
    }
    assert.strictEqual((await disassemble(
      { instructionOffset: -1_000_000, instructionCount: 10 })).length, 10);
    assert.strictEqual((await disassemble(
      { instructionOffset: 1_000_000, instructionCount: 10 })).length, 10);
    await adapter.refused('disassemble', { memoryReference: '0x0', instructionCount: -1 });
    await adapter.refused('disassemble', { memoryReference: 'x', instructionCount: 1 });
  });

debugging('disassemble shows the present cells', async (adapter) => {
  await adapter.begin('rewrite.b93');
  await adapter.stopped('exited');
  const { instructions } = await adapter.ask('disassemble',
    { memoryReference: `0x${address(6, 0).toString(16)}`, instructionCount: 1 });
  assert.match(instructions[0].instruction, /^2\b/);
});

debugging('instruction breakpoints, both ways', async (adapter) => {
  await adapter.enter('loop.b93');
  const reference = (await adapter.frame()).instructionPointerReference;
  assert.strictEqual(Number(reference), 0);
  const { breakpoints } = await adapter.ask('setInstructionBreakpoints', { breakpoints: [
    { instructionReference: reference, offset: 8 * 3, condition: 'tick > 20' },
    { instructionReference: '0xffffff' },
  ] });
  assert.deepStrictEqual(breakpoints.map(({ verified }) => verified), [true, false]);
  const stop = await adapter.go('continue', 'instruction breakpoint');
  assert.deepStrictEqual(stop.hitBreakpointIds, [breakpoints[0].id]);
  assert.strictEqual(await adapter.value('tick'), 21);
  await adapter.go('continue', 'instruction breakpoint');
  assert.strictEqual(await adapter.value('tick'), 39);
  await adapter.go('reverseContinue', 'instruction breakpoint');
  assert.strictEqual(await adapter.value('tick'), 21);
  await adapter.ask('setInstructionBreakpoints', { breakpoints: [] });
  await adapter.go('continue', 'exited');
});

debugging('the live field is a source of its own once the program has changed itself',
  async (adapter) => {
    await adapter.enter('rewrite.b93');
    const file = await adapter.ask('source', { source: { path: at('rewrite.b93') },
      sourceReference: 0 });
    assert.strictEqual(file.content, '"2"60p1.@');
    let { sources } = await adapter.ask('loadedSources', {});
    assert.deepStrictEqual(sources.map(({ path }) => path), [at('rewrite.b93')]);
    await adapter.go('continue', 'exited');
    ({ sources } = await adapter.ask('loadedSources', {}));
    assert.strictEqual(sources.length, 2);
    const live = sources.find(({ sourceReference }) => sourceReference > 0);
    assert.match(live.name, /rewrite\.b93 \(live\)/);
    const now = await adapter.ask('source',
      { source: live, sourceReference: live.sourceReference });
    assert.ok(now.content.startsWith('"2"60p2.@'), now.content.slice(0, 20));
    await adapter.go('fungescope/seek', 'goto', { tick: 5 });
    await adapter.refused('source', { sourceReference: 4711 });
    // Back before the change, it is as the file.
    ({ sources } = await adapter.ask('loadedSources', {}));
    const again = sources.find(({ sourceReference }) => sourceReference > 0);
    if (again) {
      const then = await adapter.ask('source', { sourceReference: again.sourceReference });
      assert.ok(then.content.startsWith('"2"60p1.@'));
    }
  });
