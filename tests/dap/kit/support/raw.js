// An adapter without a client library: bytes in, messages out.
'use strict';

const assert = require('node:assert');
const { spawn } = require('node:child_process');
const net = require('node:net');
const { fungescope, within } = require('./adapter');

const frame = (body) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

// Takes a stream of frames apart.
class Messages {
  constructor(stream) {
    this.all = [];
    this.waiting = [];
    this.rest = Buffer.alloc(0);
    this.ended = new Promise((resolve) => stream.on('close', resolve));
    stream.on('data', (data) => this.read(data));
    stream.on('error', () => {});
  }

  read(data) {
    this.rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const end = this.rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /^Content-Length: (\d+)$/m.exec(this.rest.toString('latin1', 0, end));
      assert.ok(length, 'a frame of the adapter has a length');
      const from = end + 4;
      const to = from + Number(length[1]);
      if (this.rest.length < to) return;
      this.all.push(JSON.parse(this.rest.toString('utf8', from, to)));
      this.rest = this.rest.subarray(to);
      this.waiting = this.waiting.filter(({ fits, resolve }) => {
        const found = this.all.find(fits);
        if (found) resolve(found);
        return !found;
      });
    }
  }

  // The first message that fits; messages are not taken.
  find(fits, what) {
    const found = this.all.find(fits);
    if (found) return Promise.resolve(found);
    return within(new Promise((resolve) => this.waiting.push({ fits, resolve })), what);
  }

  response(seq) {
    return this.find((message) => message.type === 'response' && message.request_seq === seq,
      `the response to request ${seq}`);
  }
}

// Something to write to and messages from it.
class Channel {
  constructor(input, output) {
    this.input = input;
    this.messages = new Messages(output);
    this.seq = 1000;
    input.on('error', () => {});
  }

  write(bytes) { this.input.write(bytes); }

  // Sends a request; its response.
  ask(command, args) {
    const seq = ++this.seq;
    this.write(frame({ seq, type: 'request', command, arguments: args }));
    return this.messages.response(seq);
  }
}

// `fungescope dap` with pipes.
class Raw extends Channel {
  constructor(...options) {
    const process = spawn(fungescope, ['dap', ...options]);
    super(process.stdin, process.stdout);
    this.process = process;
    this.stderr = '';
    process.stderr.on('data', (data) => { this.stderr += data; });
    this.exited = new Promise((resolve) => {
      process.on('close', (code, signal) => resolve({ code, signal }));
    });
  }

  // Ends by itself, without a signal.
  async end(what = 'the end of the adapter') {
    this.process.stdout.resume();
    const { code, signal } = await within(this.exited, what);
    assert.strictEqual(signal, null, `${what}: ended by ${signal}; ${this.stderr}`);
    return code;
  }
}

// A client of a port, or of a socket file, when it is connected.
async function connect(port, host = '127.0.0.1') {
  const socket = net.createConnection(port, host);
  await within(new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  }), `a connection to port ${port}`);
  const channel = new Channel(socket, socket);
  channel.socket = socket;
  return channel;
}

module.exports = { Raw, connect, frame };
