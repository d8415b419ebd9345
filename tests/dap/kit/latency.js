// How long a request waits for its answer while the program runs at full speed, and a pause for
// its stop. Not a test: prints its measurements.
//
//     NODE_PATH=build/dap-kit/node_modules node tests/dap/kit/latency.js [PROGRAM]
//
// PROGRAM is one that does not end; without it, there are two: one that computes, one that prints.
'use strict';

const { Adapter } = require('./support/adapter');
const { at } = require('./support/programs');

const rounds = 200;

function show(what, times) {
  times.sort((a, b) => a - b);
  const quantile = (q) =>
    times[Math.min(times.length - 1, Math.floor(q * times.length))].toFixed(2);
  console.log(`${what}: median ${quantile(0.5)} ms, 95% ${quantile(0.95)} ms, ` +
    `max ${quantile(1)} ms (${times.length})`);
}

async function timed(action) {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

const pauseABit = () => new Promise((resolve) => setTimeout(resolve, 5));

async function measure(program) {
  console.log(program);
  const source = { path: program };
  const adapter = new Adapter();
  adapter.take = (event) => {  // keeps no output: a program may print gigabytes
    if (event.event !== 'output') Adapter.prototype.take.call(adapter, event);
  };
  await adapter.start();
  await adapter.enter({ program });
  await adapter.ask('continue', { threadId: 1 });
  for (const [command, args] of [
    ['threads', {}],
    ['stackTrace', { threadId: 1 }],  // refused, and at once
    ['evaluate', { expression: 'tick', context: 'hover' }],
    ['setBreakpoints', { source, breakpoints: [{ line: 1, column: 1, condition: 'depth > 9' }] }],
    ['setBreakpoints', { source, breakpoints: [] }],
  ]) {
    const times = [];
    for (let i = 0; i < rounds; ++i) {
      times.push(await timed(() => adapter.response(command, args)));
      await pauseABit();
    }
    show(command, times);
  }
  const pauses = [];
  for (let i = 0; i < rounds; ++i) {
    pauses.push(await timed(async () => {
      await adapter.ask('pause', { threadId: 1 });
      await adapter.stopped('pause');
    }));
    await adapter.ask('continue', { threadId: 1 });
    await pauseABit();
  }
  show('pause to stopped', pauses);
  await adapter.end();
}

(async () => {
  const programs = process.argv.length > 2 ? process.argv.slice(2)
    : [at('endless.b93'), at('chatter.b93')];
  for (const program of programs) await measure(program);
})();
