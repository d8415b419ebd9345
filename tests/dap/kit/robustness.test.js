// Clients that are broken, hostile, in the wrong order, or gone. There is an answer or a clean
// end, and never a crash or a hang.
'use strict';

const assert = require('node:assert');
const { test } = require('node:test');
const { debugging, eventually, limit } = require('./support/adapter');
const { Raw, frame } = require('./support/raw');
const { at } = require('./support/programs');

const request = (seq, command, args) => ({ seq, type: 'request', command, arguments: args });
const initialize = request(1, 'initialize', { adapterID: 'fungescope' });

// A test with an adapter that must end by itself once its input has.
function raw(name, body) {
  test(name, { timeout: 5 * limit }, async (t) => {
    const adapter = new Raw();
    try {
      await body(adapter, t);
      adapter.input.end();
      await adapter.end();
    } finally {
      adapter.process.kill('SIGKILL');
    }
  });
}

raw('frames may arrive byte by byte', async (adapter) => {
  for (const byte of Buffer.from(frame(initialize))) {
    adapter.write(Buffer.from([byte]));
    if (byte === 0x0d) await new Promise(setImmediate);
  }
  assert.ok((await adapter.messages.response(1)).success);
});

raw('frames may arrive together, and are answered in order', async (adapter) => {
  adapter.write(frame(initialize) + frame(request(2, 'threads')) + frame(request(3, 'nonsense')));
  assert.ok((await adapter.messages.response(1)).success);
  await adapter.messages.response(2);
  assert.strictEqual((await adapter.messages.response(3)).success, false);
  const order = adapter.messages.all.filter(({ type }) => type === 'response')
    .map((message) => message.request_seq);
  assert.deepStrictEqual(order, [1, 2, 3]);
  const seqs = adapter.messages.all.map(({ seq }) => seq);
  for (let i = 1; i < seqs.length; ++i) assert.ok(seqs[i] > seqs[i - 1], 'seq rises');
});

raw('a header with a content type is read', async (adapter) => {
  const body = JSON.stringify(initialize);
  adapter.write(`Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`);
  adapter.write(body);
  assert.ok((await adapter.messages.response(1)).success);
});

for (const [what, bytes] of [
  ['not JSON', frame('{"seq": 1, "type"')],
  ['an empty body', frame('')],
  ['a number', frame('17')],
  ['null', frame('null')],
  ['an array', frame('[]')],
  ['an empty object', frame('{}')],
  ['a request without a command', frame({ seq: 1, type: 'request' })],
  ['a command that is a number', frame({ seq: 1, type: 'request', command: 5 })],
  ['a seq that is a text', frame({ seq: 'one', type: 'request', command: 'threads' })],
  ['a seq that is huge', frame('{"seq": 1e400, "type": "request", "command": "threads"}')],
  ['a seq that is negative', frame({ seq: -5, type: 'request', command: 'threads' })],
  ['arguments that are an array', frame(request(1, 'initialize', [1, 2]))],
  ['arguments that are a text', frame(request(1, 'initialize', 'hello'))],
  ['arguments that are null', frame(request(1, 'initialize', null))],
  ['an unknown type', frame({ seq: 1, type: 'prayer' })],
  ['a response to nothing', frame({ seq: 1, type: 'response', request_seq: 9, success: true })],
  ['an event', frame({ seq: 1, type: 'event', event: 'stopped' })],
  ['bytes that are not UTF-8', Buffer.concat([
    Buffer.from('Content-Length: 24\r\n\r\n{"command": "', 'latin1'), Buffer.alloc(9, 0xff),
    Buffer.from('"}')])],
  ['deep nesting', frame('['.repeat(200_000))],
  ['deep nesting that is closed', frame('['.repeat(100_000) + ']'.repeat(100_000))],
  ['a NUL in the middle', frame('{"seq": 1,\0 "type": "request"}')],
]) {
  raw(`${what} in a frame`, async (adapter) => {
    adapter.write(bytes);
    assert.strictEqual(await adapter.answersOrEnds(what), true, 'it goes on answering');
  });
}

for (const [what, bytes] of [
  ['no length', 'Content-Type: x\r\n\r\n{}'],
  ['a negative length', 'Content-Length: -5\r\n\r\n{}'],
  ['a length that is not a number', 'Content-Length: many\r\n\r\n{}'],
  ['a length of 0', 'Content-Length: 0\r\n\r\n'],
  ['a length beyond 64 bits', `Content-Length: ${'9'.repeat(40)}\r\n\r\n{}`],
  ['a length of a terabyte', 'Content-Length: 1099511627776\r\n\r\n{}'],
  ['lines that end with LF only', 'Content-Length: 2\n\n{}'],
  ['a colon only', ':\r\n\r\n'],
  ['no header at all', '\r\n\r\n\r\n\r\n'],
  ['a web browser', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
  ['a web browser and a colon', 'POST /a:b HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}'],
  ['a header of another protocol', 'Host: a\r\nContent-Length: 2\r\n\r\n{}'],
  ['noise', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
]) {
  // The following bytes may belong to the malformed frame: the connection must end, without a response.
  raw(`a frame with ${what}`, async (adapter) => {
    adapter.write(bytes);
    adapter.write(frame(request(2, 'threads')));
  });
}

raw('a header that never ends', async (adapter) => {
  for (let i = 0; i < 64; ++i) adapter.write('x'.repeat(65536));
});

for (const [what, bytes] of [
  ['in a header', 'Content-Len'],
  ['between header and body', 'Content-Length: 100\r\n\r\n'],
  ['in a body', 'Content-Length: 100\r\n\r\n{"seq": 1'],
  ['before the first byte', ''],
]) {
  raw(`the input ends ${what}`, async (adapter) => {
    if (bytes) adapter.write(bytes);
  });
}

raw('requests before initialize and launch are refused, and do no harm', async (adapter) => {
  for (const command of [
    'stackTrace', 'scopes', 'variables', 'continue', 'next', 'stepBack', 'reverseContinue',
    'evaluate', 'readMemory', 'disassemble', 'setBreakpoints', 'restart', 'source', 'pause',
    'dataBreakpointInfo', 'exceptionInfo', 'setVariable', 'completions', 'fungescope/seek',
    'fungescope/timeline', 'fungescope/whoWrote',
  ]) {
    const response = await adapter.ask(command, { threadId: 1 });
    assert.strictEqual(response.success, false, command);
    assert.ok(response.message.length > 0);
    assert.strictEqual(response.command, command);
  }
  assert.ok((await adapter.ask('initialize', { adapterID: 'fungescope' })).success);
  await adapter.ask('initialize', { adapterID: 'fungescope' });  // twice: any answer
  assert.strictEqual((await adapter.ask('stackTrace', { threadId: 1 })).success, false);
  adapter.write(frame(request(5, 'launch', { program: at('loop.b93') })));
  assert.ok((await adapter.ask('configurationDone')).success);
  assert.ok((await adapter.messages.response(5)).success);
  await adapter.messages.find(({ event }) => event === 'stopped', 'the stop at the end');
  assert.strictEqual((await adapter.ask('launch', { program: at('loop.b93') })).success, false);
});

raw('configurationDone before launch is harmless', async (adapter) => {
  await adapter.ask('initialize', { adapterID: 'fungescope' });
  await adapter.ask('configurationDone');
  await adapter.ask('launch', { program: at('loop.b93') });
  await adapter.ask('configurationDone');
  assert.strictEqual(await adapter.answersOrEnds('after a wrong order'), true);
});

raw('requests after disconnect', async (adapter) => {
  await adapter.ask('initialize', { adapterID: 'fungescope' });
  adapter.write(frame(request(5, 'disconnect', {})) + frame(request(6, 'threads')));
  assert.ok((await adapter.messages.response(5)).success);
});

debugging('unknown requests are refused by name', async (adapter) => {
  await adapter.enter('loop.b93');
  for (const command of ['makeCoffee', 'fungescope/coffee', '', 'x'.repeat(100_000)]) {
    await adapter.refused(command, {});
  }
  await adapter.at(0, 0);
});

// Every request with arguments of the wrong kind: any answer, and it goes on.
debugging('arguments of the wrong kind', async (adapter) => {
  await adapter.enter('table.b93');
  const values = [undefined, null, 0, -1, 2 ** 31, 2 ** 53, 1e308, 1.5, true, '', 'x', [], [[]], {},
    [null], [{}]];
  const fields = {
    stackTrace: ['threadId', 'startFrame', 'levels'],
    scopes: ['frameId'],
    variables: ['variablesReference', 'start', 'count', 'filter', 'format'],
    setVariable: ['variablesReference', 'name', 'value'],
    setExpression: ['expression', 'value', 'frameId'],
    evaluate: ['expression', 'context', 'frameId', 'format'],
    completions: ['text', 'column', 'line'],
    source: ['sourceReference', 'source'],
    setBreakpoints: ['source', 'breakpoints', 'lines'],
    setInstructionBreakpoints: ['breakpoints'],
    setDataBreakpoints: ['breakpoints'],
    setExceptionBreakpoints: ['filters', 'filterOptions'],
    breakpointLocations: ['source', 'line', 'column', 'endLine', 'endColumn'],
    dataBreakpointInfo: ['variablesReference', 'name', 'bytes', 'asAddress'],
    readMemory: ['memoryReference', 'offset', 'count'],
    writeMemory: ['memoryReference', 'offset', 'data', 'allowPartial'],
    disassemble: ['memoryReference', 'offset', 'instructionOffset', 'resolveSymbols'],
    exceptionInfo: ['threadId'],
    'fungescope/timeline': ['from', 'samples', 'variables'],
    'fungescope/whoWrote': ['x', 'y', 'expression', 'tick'],
    cancel: ['requestId', 'progressId'],
    threads: ['threadId'],
    loadedSources: ['x'],
  };
  // The others that a request needs, so that the wrong one is reached.
  const good = {
    threadId: 1, memoryReference: '0x0', count: 8, instructionCount: 1, expression: 'count',
    x: 0, y: 0, name: 'count', value: '1', text: 'a', column: 1, line: 1, context: 'watch',
    source: { path: at('table.b93') },
  };
  const asked = [];
  for (const [command, names] of Object.entries(fields)) {
    for (const name of names) {
      for (const value of values) {
        asked.push(adapter.response(command, { ...good, [name]: value }));
      }
    }
  }
  for (const response of await Promise.all(asked)) {
    assert.strictEqual(typeof response.success, 'boolean');
    if (!response.success) assert.ok(response.message.length > 0);
  }
  assert.strictEqual(await adapter.value('1 + 1'), 2);
});

debugging('huge counts', async (adapter) => {
  await adapter.enter('table.b93');
  const frameId = (await adapter.frame()).id;
  const { scopes } = await adapter.ask('scopes', { frameId });
  for (const { variablesReference } of scopes) {
    for (const [start, count] of [[0, 2 ** 53], [2 ** 53, 2 ** 53], [2 ** 31, 1], [-1, -1]]) {
      await adapter.response('variables', { variablesReference, start, count });
    }
  }
  for (const [command, args] of [
    ['stackTrace', { threadId: 1, startFrame: 2 ** 40, levels: 2 ** 40 }],
    ['disassemble', { memoryReference: '0x0', instructionCount: 2 ** 50 }],
    ['disassemble', { memoryReference: '0x0', instructionOffset: -(2 ** 52), instructionCount: 3 }],
    ['disassemble', { memoryReference: '0xffffffffffffffff', instructionCount: 3 }],
    ['disassemble', { memoryReference: `0x${'f'.repeat(100)}`, instructionCount: 3 }],
    ['readMemory', { memoryReference: '0x0', count: 2 ** 53 }],
    ['readMemory', { memoryReference: '0x0', offset: 2 ** 53, count: 2 ** 53 }],
    ['readMemory', { memoryReference: '0xfffffffffffffff8', offset: 8, count: 8 }],
    ['fungescope/timeline', { samples: 2 ** 40 }],
    ['fungescope/timeline', { from: 0, to: 2 ** 53, samples: 10 }],
    ['evaluate', { expression: 'stack(99999999999)', context: 'watch', frameId }],
    ['evaluate', { expression: '('.repeat(100_000), context: 'watch', frameId }],
    ['evaluate', { expression: `1${'+1'.repeat(200_000)}`, context: 'watch', frameId }],
    ['evaluate', { expression: 'x'.repeat(5_000_000), context: 'watch', frameId }],
    ['completions', { text: 'x'.repeat(1_000_000), column: 1_000_000 }],
    ['setBreakpoints', { source: { path: at('table.b93') },
      breakpoints: Array.from({ length: 20_000 }, (_, i) => ({ line: 1, column: 1 + (i % 30) })) }],
    ['setBreakpoints', { source: { path: at('table.b93') }, breakpoints: [] }],
  ]) await adapter.response(command, args);
  assert.strictEqual(await adapter.value('1 + 1'), 2);
});

debugging('many requests at once are all answered', async (adapter) => {
  await adapter.begin('endless.b93');
  const answers = await Promise.all(Array.from({ length: 500 }, (_, i) =>
    adapter.response(i % 2 ? 'threads' : 'stackTrace', { threadId: 1 })));
  assert.strictEqual(answers.filter(({ success }) => success).length, 250);
  await adapter.go('pause', 'pause');
});

for (const [what, vanish] of [
  ['closes its end', (adapter) => adapter.input.end()],
  ['closes both ends', (adapter) => { adapter.input.destroy(); adapter.process.stdout.destroy(); }],
  ['closes its input alone', (adapter) => adapter.process.stdout.destroy()],
]) {
  for (const program of ['endless.b93', 'chatter.b93']) {
    raw(`a client that ${what}: ${program}`, async (adapter) => {
      await adapter.ask('initialize', { adapterID: 'fungescope' });
      adapter.write(frame(request(5, 'launch', { program: at(program) })));
      await adapter.ask('configurationDone');
      vanish(adapter);
    });
  }
}

raw('a client that does not read does not block the end', async (adapter) => {
  await adapter.ask('initialize', { adapterID: 'fungescope' });
  adapter.write(frame(request(5, 'launch', { program: at('chatter.b93') })));
  await adapter.ask('configurationDone');
  const { stdout } = adapter.process;
  stdout.pause();
  await eventually(() => stdout.readableLength >= stdout.readableHighWaterMark,
    'more output than is read');
  stdout.destroy();
});

// Requests at random, in any order, while the program runs or is stopped: all are answered, and the
// adapter ends well. The numbers come from a generator with a seed, so a failure can be repeated.
for (const [seed, program] of [[1, 'table.b93'], [2, 'endless.b93'], [3, 'rewrite.b93'],
  [4, 'chatter.b93'], [5, 'stack.b93']]) {
  debugging(`requests at random, seed ${seed}: ${program}`, async (adapter) => {
    let state = seed;
    const random = (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor(state / 2 ** 32 * below);
    };
    const one = (...of) => of[random(of.length)];
    const number = () => one(0, 1, 2, 3, 10, random(200), random(100_000), -1);
    const source = { path: at(program) };
    const moves = ['continue', 'next', 'stepIn', 'stepOut', 'stepBack', 'reverseContinue'];
    const commands = ['step', 'back step', 'goto 0', 'goto 20', 'mark here', 'goto here',
      'set 3,0 = 50', 'push 5', 'pop', 'input 5', 'branches', 'branch 0', 'break 2,0', 'delete', 'vars', 'info',
      'profile', 'continue', 'back continue', 'over', 'who 2,0', 'diff 0', 'reload', 'restart'];
    const requests = [
      () => [one(...moves), { threadId: 1, granularity: one('instruction', 'line', undefined) }],
      () => ['pause', { threadId: 1 }],
      () => ['threads', {}],
      () => ['stackTrace', { threadId: 1, startFrame: number(), levels: number() }],
      () => ['scopes', { frameId: number() }],
      () => ['variables', { variablesReference: number(), start: number(), count: number() }],
      () => ['setVariable', { variablesReference: number(), name: one('[0]', 'count', 'position'),
        value: one('1', '2,0', 'top') }],
      () => ['evaluate', { expression: one(...commands), context: 'repl' }],
      () => ['evaluate', { expression: one('top', 'cell(1,0)', 'count'), context: 'hover' }],
      () => ['setBreakpoints', { source, breakpoints: [{ line: random(4), column: random(20),
        condition: one(undefined, 'depth > 1', '('), hitCondition: one(undefined, '2') }] }],
      () => ['setInstructionBreakpoints',
        { breakpoints: [{ instructionReference: '0x0', offset: 8 * number() }] }],
      () => ['dataBreakpointInfo', { name: one('cell(2,0)', 'count', 'table') }],
      () => ['setDataBreakpoints', { breakpoints: [{ dataId: one('cell(2,0)', 'count', 'x'),
        accessType: one('read', 'write', 'readWrite') }] }],
      () => ['readMemory', { memoryReference: '0x0', offset: number(), count: number() }],
      () => ['writeMemory', { memoryReference: '0x0', offset: 8 * number(), data: 'MgAAAAAAAAA=' }],
      () => ['disassemble', { memoryReference: '0x8', instructionOffset: number(),
        instructionCount: Math.abs(number()) }],
      () => ['loadedSources', {}],
      () => ['source', { sourceReference: number() }],
      () => ['completions', { text: one('go', 'print ', 'break ch'), column: number() }],
      () => ['breakpointLocations', { source, line: number(), endLine: number() }],
      () => ['fungescope/seek', { tick: number() }],
      () => ['fungescope/timeline', { from: number(), samples: 1 + random(50) }],
      () => ['fungescope/whoWrote', { x: random(10), y: random(3) }],
      () => ['cancel', { requestId: number() }],
      () => ['restart', {}],
      () => ['configurationDone', {}],
      () => ['exceptionInfo', { threadId: 1 }],
    ];
    await adapter.enter({ program: at(program), dialect: one('wide', 'strict') });
    for (let batch = 0; batch < 30; ++batch) {
      const asked = Array.from({ length: 20 }, () => adapter.response(...one(...requests)()));
      // A seek in a program without an end is answered when something ends it.
      asked.push(adapter.response('pause', { threadId: 1 }));
      for (const response of await Promise.all(asked)) {
        assert.strictEqual(typeof response.success, 'boolean');
        if (!response.success) assert.ok(response.message.length > 0);
      }
    }
  });
}
