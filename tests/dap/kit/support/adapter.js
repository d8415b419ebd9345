// `fungescope dap` with the DebugClient of @vscode/debugadapter-testsupport, and functions that the tests
// need beyond that: events in a queue, whole responses, and a checked end.
//
// `./x test` runs all of them. By hand, after it has fetched the packages:
//
//     NODE_PATH=build/dap-kit/node_modules node --test tests/dap/kit/story.test.js
//
// FUNGESCOPE names another program than build/fungescope; FUNGESCOPE_TEST_SECONDS is how long to
// wait for an answer before a test fails (600).
'use strict';

const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const { at } = require('./programs');

const fungescope = process.env.FUNGESCOPE ||
  path.resolve(__dirname, '../../../../build/fungescope');

// The limit on every wait, in milliseconds. It only catches a hang: tests wait for conditions, so
// on a machine however slow or loaded they take longer, and pass.
const limit = 1000 * Number(process.env.FUNGESCOPE_TEST_SECONDS || 600);

// Rejects after `limit`, naming the condition.
async function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited too long for ${what}`)), limit).unref();
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

class Adapter extends DebugClient {
  constructor() {
    super(fungescope, 'dap', 'fungescope');
    this.defaultTimeout = limit;
    this.events = [];   // not taken yet
    this.waiting = [];  // { fits, resolve }
    this.printed = '';  // by the program
  }

  async start() {
    await super.start();
    this.process = this._adapterProcess;
    let complaints = '';
    this.process.stderr.on('data', (data) => { complaints += data; });
    // `close` follows all output.
    this.exited = new Promise((resolve) => {
      this.process.on('close', (code, signal) => resolve({ code, signal, complaints }));
    });
    // A request to one that has died fails by its missing answer.
    this.process.stdin.on('error', () => {});
  }

  // As `within`, and it fails at once when the adapter ends before.
  expect(promise, what) {
    const gone = this.exited.then(({ code, signal, complaints }) => {
      throw new Error(`the adapter ended (${signal ?? code}) before ${what}; ${complaints}`);
    });
    return within(Promise.race([promise, gone]), what);
  }

  // Handles every event.
  emit(name, event, ...rest) {
    if (event && event.type === 'event') this.take(event);
    return super.emit(name, event, ...rest);
  }

  take(event) {
    if (event.event === 'output') {
      if (event.body.category === 'stdout') this.printed += event.body.output;
    }
    this.events.push(event);
    this.waiting = this.waiting.filter(({ fits, resolve }) => {
      const index = this.events.findIndex(fits);
      if (index < 0) return true;
      resolve(this.events.splice(index, 1)[0]);
      return false;
    });
  }

  // Takes the body of the first matching event, past or future.
  async event(name, fits = () => true) {
    const it = (event) => event.event === name && fits(event.body || {});
    const index = this.events.findIndex(it);
    const event = index >= 0 ? this.events.splice(index, 1)[0]
      : await this.expect(new Promise((resolve) => this.waiting.push({ fits: it, resolve })),
        `the event '${name}'`);
    return event.body || {};
  }

  // Waits until the program has printed that.
  async until(holds, what) {
    while (!holds()) await this.event('output').catch(() => assert.fail(`never came: ${what}`));
  }

  // The whole response, a success or not.
  response(command, args) {
    return this.expect(new Promise((resolve) => this.doSend(command, args, resolve)),
      `the response to '${command.slice(0, 80)}'`);
  }

  // The body of a response that must be a success.
  async ask(command, args) {
    const response = await this.response(command, args);
    assert.ok(response.success, `'${command}' failed: ${JSON.stringify(response.message)}`);
    return response.body || {};
  }

  // As an editor begins: initialize, launch, `configure` between the event `initialized` and
  // configurationDone. `launch` is the name of a small program, or the launch arguments.
  async begin(launch, configure = async () => {}, initialize = {}) {
    const args = typeof launch === 'string' ? { program: at(launch) } : launch;
    const capabilities = await this.ask('initialize', {
      adapterID: 'fungescope', linesStartAt1: true, columnsStartAt1: true, pathFormat: 'path',
      ...initialize,
    });
    const launched = this.ask('launch', args);
    launched.catch(() => {});  // awaited below
    await this.event('initialized');
    await configure();
    await this.ask('configurationDone');
    await launched;
    return capabilities;
  }

  // The same, stopped at tick 0.
  async enter(launch, configure, initialize) {
    const args = typeof launch === 'string' ? { program: at(launch) } : launch;
    await this.begin({ stopOnEntry: true, ...args }, configure, initialize);
    return this.stopped('entry');
  }

  // The next stop, for that reason.
  async stopped(reason) {
    const body = await this.event('stopped');
    if (reason !== undefined) assert.strictEqual(body.reason, reason, JSON.stringify(body));
    assert.strictEqual(body.threadId, 1);
    assert.strictEqual(body.allThreadsStopped, true);
    return body;
  }

  // continue, next, stepBack, ...: to the stop that follows.
  async go(command, reason, args = {}) {
    await this.ask(command, { threadId: 1, ...args });
    return this.stopped(reason);
  }

  // Goes to a tick.
  seek(tick) { return this.go('fungescope/command', 'goto', { command: `goto ${tick}` }); }
  // One tick back.
  tickBack(args) { return this.go('stepBack', undefined, { granularity: 'instruction', ...args }); }

  async frame() {
    const { stackFrames } = await this.ask('stackTrace', { threadId: 1 });
    return stackFrames[0];
  }

  // Asserts that the frame is that of cell (x, y).
  async at(x, y) {
    const frame = await this.frame();
    assert.deepStrictEqual({ line: frame.line, column: frame.column },
      { line: y + 1, column: x + 1 });
  }

  // The value of an expression, as a number.
  async value(expression) {
    const frame = await this.frame();
    const { result } = await this.ask('evaluate',
      { expression, context: 'watch', frameId: frame.id });
    assert.match(result, /^-?\d+/, `the value of ${expression}`);
    return Number(/^-?\d+/.exec(result)[0]);
  }

  // Returns the variables of a reference, or of a scope by its name.
  async variables(of, paging = {}) {
    let variablesReference = of;
    if (typeof of === 'string') {
      const frame = await this.frame();
      const { scopes } = await this.ask('scopes', { frameId: frame.id });
      const scope = scopes.find(({ name }) => name === of);
      assert.ok(scope, `there is a scope ${of}`);
      variablesReference = scope.variablesReference;
    }
    return (await this.ask('variables', { variablesReference, ...paging })).variables;
  }

  // Returns the variable of that name in a scope or a reference, at any depth, with the
  // reference that holds it.
  async find(of, name) {
    let container = of;
    if (typeof of === 'string') {
      const frame = await this.frame();
      const { scopes } = await this.ask('scopes', { frameId: frame.id });
      container = scopes.find((scope) => scope.name === of).variablesReference;
    }
    const children = await this.variables(container);
    const found = children.find((child) => child.name === name);
    if (found) return { ...found, container };
    for (const child of children) {
      if (child.variablesReference > 0) {
        const deeper = await this.find(child.variablesReference, name);
        if (deeper) return deeper;
      }
    }
    return undefined;
  }

  // Sets a data breakpoint on an expression, or on a variable of a reference.
  async watchpoint(name, accessType, options = {}, variablesReference = undefined) {
    const info = await this.ask('dataBreakpointInfo', { name, variablesReference });
    assert.strictEqual(typeof info.dataId, 'string', `${name} can be watched`);
    assert.ok(info.accessTypes.includes(accessType));
    return { dataId: info.dataId, accessType, ...options };
  }

  // Disconnects unless it was done; the process must end by itself with exit code 0.
  async end() {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.doSend('disconnect', {}, () => {});
      this.process.stdin.end();
    }
    const { code, signal } = await within(this.exited, 'the end of the adapter');
    assert.strictEqual(signal, null, 'no signal has ended the adapter');
    assert.strictEqual(code, 0, 'the exit code of the adapter');
  }
}

// A test with an adapter of its own.
function debugging(name, body) {
  test(name, { timeout: 5 * limit }, async () => {
    const adapter = new Adapter();
    await adapter.start();
    try {
      await body(adapter);
      await adapter.end();
    } finally {
      adapter.process.kill('SIGKILL');
    }
  });
}

module.exports = { Adapter, debugging, fungescope, limit, within };
