// `--port` and `--socket`: this machine and this user only, one client at a time.
'use strict';

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const { test } = require('node:test');
const { limit, within } = require('./support/adapter');
const { Raw, connect, frame } = require('./support/raw');
const { at } = require('./support/programs');

// Waits until the server has written that to standard error.
function told(server, pattern) {
  return within(new Promise((resolve) => {
    const look = () => { if (pattern.test(server.stderr)) resolve(); };
    server.process.stderr.on('data', look);
    look();
  }), `${pattern} on standard error`);
}

// A test with a server, and its port; Ctrl-C ends it.
function serving(name, body) {
  test(name, { timeout: 5 * limit }, async () => {
    const server = new Raw('--port', '0');
    try {
      await told(server, /\n/);
      const line = /^(?:fungescope: )?listening on 127\.0\.0\.1:(\d+), (.*)$/m.exec(server.stderr);
      assert.ok(line, server.stderr);
      assert.strictEqual(line[2], 'this machine only, one client at a time');
      await body(Number(line[1]), server);
      server.process.kill('SIGINT');
      const { signal } = await within(server.exited, 'the end after Ctrl-C');
      assert.ok(signal === null || signal === 'SIGINT');
    } finally {
      server.process.kill('SIGKILL');
    }
  });
}

async function runLoop(client) {
  if (!client.initialized) {
    assert.ok((await client.ask('initialize', { adapterID: 'fungescope' })).success);
  }
  const launched = client.ask('launch', { program: at('loop.b93') });
  assert.ok((await client.ask('configurationDone')).success);
  assert.ok((await launched).success);
  const stop = await client.messages.find(({ event }) => event === 'stopped', 'a stop');
  assert.strictEqual(stop.body.reason, 'exited');
}

serving('one client after another is served', async (port) => {
  for (let i = 0; i < 3; ++i) {
    const client = await connect(port);
    await runLoop(client);
    assert.ok((await client.ask('disconnect', {})).success);
    client.socket.end();
    await within(client.messages.ended, 'the end of the connection');
  }
});

serving('a client that vanishes makes room for the next', async (port) => {
  const first = await connect(port);
  await first.ask('initialize', { adapterID: 'fungescope' });
  first.ask('launch', { program: at('endless.b93') }).catch(() => {});
  await first.ask('configurationDone');
  first.socket.resetAndDestroy?.() ?? first.socket.destroy();
  const second = await connect(port);
  await runLoop(second);
  second.socket.destroy();
});

serving('a second client is refused, or waits for the first to be done', async (port) => {
  const first = await connect(port);
  first.initialized = (await first.ask('initialize', { adapterID: 'fungescope' })).success;
  let second;
  try {
    second = await connect(port);
  } catch {
    second = undefined;  // refused
  }
  let served = false;
  if (second) {
    second.ask('initialize', { adapterID: 'fungescope' }).then(({ success }) => {
      served = success;
    }, () => {});
  }
  await runLoop(first);
  assert.strictEqual(served, false, 'the second is not served concurrently with the first');
  assert.ok((await first.ask('threads')).success);
  first.socket.destroy();
  second?.socket.destroy();
  const third = await connect(port);
  await runLoop(third);
  third.socket.destroy();
});

serving('other addresses of this machine do not answer', async (port) => {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const listening = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '').split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A' && fields[1].endsWith(`:${hex}`))
    .map((fields) => fields[1].split(':')[0]);
  if (process.platform === 'linux') {
    assert.deepStrictEqual(listening('/proc/net/tcp'), ['0100007F']);
    assert.deepStrictEqual(listening('/proc/net/tcp6'), []);
  }
  const others = Object.values(os.networkInterfaces()).flat()
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of others) {
    await within(new Promise((resolve, reject) => {
      const socket = net.createConnection(port, address);
      socket.once('connect', () => reject(new Error(`${address} answers`)));
      socket.once('error', resolve);
    }), 'a refusal');
  }
});

serving('a web page cannot send it anything', async (port, server) => {
  const request = (command, args) => {
    const text = JSON.stringify({ seq: 1, type: 'request', command, arguments: args });
    return `POST /a:b HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n`
      + `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  const page = await connect(port);
  page.write(request('initialize', { adapterID: 'x' }));
  page.write(request('launch', { program: at('loop.b93') }));
  await within(page.messages.ended, 'the end of the connection');
  assert.deepStrictEqual(page.messages.all, []);
  await told(server, /'POST \/a:b HTTP\/1\.1' does not begin a message/);
  const client = await connect(port);
  await runLoop(client);
  client.socket.destroy();
});

// Connects as another user, writes a request, and returns what comes, or the error other than a
// refusal.
function asNobody(port) {
  const program = `const client = require('node:net').connect(${port}, '127.0.0.1');
    const failed = (error) => /^(ECONNRESET|EPIPE)$/.test(error.code) || console.error(error.message);
    client.on('error', failed).on('close', () => process.exit()).pipe(process.stdout);
    client.write(${JSON.stringify(frame({
    seq: 1, type: 'request', command: 'initialize', arguments: { adapterID: 'x' } }))});`;
  const client = spawn(process.execPath, ['-e', program], { uid: 65534, gid: 65534, cwd: '/' });
  let printed = '';
  client.stdout.on('data', (data) => { printed += data; });
  client.stderr.on('data', (data) => { printed += data; });
  return within(new Promise((resolve) => client.on('close', () => resolve(printed))),
    'the end of the other user');
}

serving('another user is refused, before a byte is read', async (port, server) => {
  if (process.getuid?.() !== 0) return;  // only root can become another user
  assert.strictEqual(await asNobody(port), '');
  await told(server, /a client of user 65534 was refused; connect as user 0/);
  const client = await connect(port);
  await runLoop(client);
  client.socket.destroy();
});

test('a socket file serves its user, and is removed', { timeout: 5 * limit }, async () => {
  const file = at('adapter.socket');
  const server = new Raw('--socket', file);
  try {
    await told(server, /\n/);
    assert.match(server.stderr, /^listening on .*adapter\.socket, this user only, one client/);
    assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600);
    for (let i = 0; i < 2; ++i) {
      const client = await connect(file);
      await runLoop(client);
      client.socket.destroy();
    }
    server.process.kill('SIGINT');
    assert.strictEqual((await within(server.exited, 'the end after Ctrl-C')).code, 130);
    assert.ok(!fs.existsSync(file));
  } finally {
    server.process.kill('SIGKILL');
  }
});

test('a port that cannot be had is an error', { timeout: limit }, async () => {
  const taken = net.createServer();
  await new Promise((resolve) => taken.listen(0, '127.0.0.1', resolve));
  try {
    for (const port of [String(taken.address().port), '65536', '-1', 'http']) {
      const server = new Raw('--port', port);
      assert.notStrictEqual(await server.end(`--port ${port}`), 0);
      assert.ok(server.stderr.length > 0);
    }
  } finally {
    taken.close();
  }
});
