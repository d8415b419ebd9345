// `fungescope repl --json` against docs/repl.schema.json: every command, done and failed, from a
// pipe and from a script.
//
//     NODE_PATH=build/dap-kit/node_modules node --test tests/cli/repl_json.test.js
'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, test } = require('node:test');
const Ajv = require('ajv/dist/2020');

const root = path.resolve(__dirname, '../..');
const fungescope = process.env.FUNGESCOPE || path.join(root, 'build/fungescope');
const schema = JSON.parse(fs.readFileSync(path.join(root, 'docs/repl.schema.json'), 'utf8'));
const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
ajv.addSchema(schema, 'repl');
const isValid = ajv.getSchema('repl');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fungescope-json-'));
after(() => fs.rmSync(folder, { recursive: true }));

function file(name, text) {
  const full = path.join(folder, name);
  fs.writeFileSync(full, text);
  return full;
}

// Prints 9 8 ... 1, counts in the variable Loop::count, then reads a byte and ends.
const program = file('p.b93', [
  '9>:.:03p1-:v', ' ^         _~@', '', ' ',
  '#$watch[0,3]:int = Loop :: count', '#$region[0,3](2x1):decimal = pair', ''].join('\n'));
file('other.b93', '7>:.:03p1-:v\n ^         _~@\n');
const faulty = file('faulty.b93', 'x');
const sudoku = path.join(root, 'programs/sudoku/sudoku.b93');

const is_log = (object) => object.event === 'log';

// Checks one object, and returns it. An error names the definition that was meant.
function check(object) {
  const text = JSON.stringify(object);
  if (!isValid(object)) {
    const meant = Object.entries(schema.$defs).filter(([, { properties }]) => {
      const command = properties?.command;
      return command?.const === object.command || command?.enum?.includes(object.command);
    }).map(([name]) => {
      const one = ajv.getSchema(`repl#/$defs/${name}`);
      return one(object) ? '' : `${name}: ${ajv.errorsText(one.errors)}`;
    });
    assert.fail(`${text}\n${meant.join('\n')}`);
  }
  // The schema takes neither further members nor the lack of one that it does not call optional.
  assert.ok(!isValid({ ...object, further: 1 }), `${text} may have further members`);
  const { command, event, ...rest } = object;
  assert.ok(!isValid(rest), `${text} needs no name`);
  return object;
}

function run(options, lines, from = 'pipe') {
  const text = lines.map((line) => `${line}\n`).join('');
  const args = ['repl', '--json', ...options];
  if (from === 'script') args.push('--script', file('script', text));
  const { stdout, stderr, status } = spawnSync(fungescope, args, {
    cwd: folder, encoding: 'utf8', input: from === 'script' ? '' : text, maxBuffer: 1 << 26,
  });
  assert.strictEqual(stderr, '');
  const objects = stdout.split('\n').slice(0, -1).map((line) => check(JSON.parse(line)));
  return { objects, status };
}

// The command that a line names, in full.
const short = {
  c: 'continue', rc: 'continue', rs: 'step', p: 'print', r: 'region', v: 'vars', w: 'where',
};
function command_of(line) {
  const [first, second] = line.split(' ');
  if (first === 'back' && second) return command_of(line.slice(5));
  return short[first] ?? first;
}

const done = [
  'break 2,0 log "top is {top}"', 'break change Loop::count if new < 8 hits 2', 'watch Loop::count',
  'break modified', 'break 1,0 west', 'continue', 'continue', 'rc', 'back step 2', 'step 3', 'next',
  'line', 'over', 'out', 'out 0', 'until Loop::count == 4', 'change pair', 'back change pair',
  'output', 'goto 40', 'goto end', 'restart', 'goto 60', 'goto -7', 'breaks',
  'condition 2 new == 3', 'disable 2', 'enable 2', 'disable', 'enable', 'delete 1', 'delete',
  'continue', 'who Loop::count', 'who 20,20', 'refs pair', 'refs 20,20', 'writes pair', 'writes pair 2', 'writes 20,20',
  'pushed', 'when last Loop::count == 5', 'when next Loop::count == 500',
  'bisect tick >= 3', 'bisect any(pair, v < 30) from 1', 'print sum(pair, v * i)',
  'why Loop::count', 'why 0,0', 'why top --all --depth 2', 'why output 2', 'why stack 0 --to input', 'why here', 'why here 1', 'why output 2 --relevant', 'why not 2,0', 'why not 11,1', 'why not 20,20',
  'why not Loop::count == 5', 'why not Loop::count == 77', 'why code', 'why code 0,0',
  'what if Loop::count = 3', "what if 0,0 = '5' at 0 for 200", "what if 0,0 = '9'",
  'what if 5,5 = 1 --keep', 'drop 1', 'against other.b93', 'against other.b93 --output',
  'against other.b93 for 100', `against ${program} by pair`, 'diff 0', 'diff 10 20',
  'profile', 'profile 0 50 by written top 2', 'profile top all by read', 'hot', 'hot 0 20 top 1',
  'trace 0 40', 'trace 0 3 csv', 'trace 0 40 json trace.json', 'where', 'stack', 'stack 1', 'field',
  'field 0,0,3,2', 'find :.', 'find nowhere', 'print 1 + 1', 'unwatch 1', 'unwatch', 'watch',
  'printed', 'printed 2', 'inputs', 'info', 'vars', 'vars loop', 'phases', 'region pair',
  'region other = 1,1,2,2:hex',
  'region rename other = another', 'region delete another', 'mark here', 'mark', 'marks', 'rename 1 there', 'goto there',
  'unmark 1', 'unmark', 'notebook', 'notebook all', 'notebook back', 'notebook forward', 'notebook go 2',
  'notebook name 1 start', 'notebook note "two\\nlines"', 'notebook drop 3', 'notebook export found.md', 'notebook clear',
  'goto 30', 'set Loop::count = 100', 'who Loop::count', 'push 5',
  'set stack(0) = 2', 'pop', 'set ip 2,0 west', 'input 42', 'input replace 7', 'input end',
  'branches', 'branch 0', 'drop 2', 'reload', 'expect 1', 'expect output ""',
  'expect stopped by arrived', 'echo hello', 'help', 'help step', 'help places', 'save run',
  'link', 'link https://host/page/', 'load run', 'source good', 'quit',
];
// Each fails, some not before it has begun.
const failing = [
  'continue x', 'step x', 'next x', 'line x', 'over x', 'out x', 'until', 'change nothing',
  'output x', 'goto soon', 'restart x', 'back', 'back nope', 'back print 1', 'back step x',
  'break 99,0', 'breaks x', 'delete 7', 'enable 7', 'disable x', 'condition 7', 'who nobody',
  'refs nobody', 'writes nobody', 'writes pair 0', 'pushed 1000', 'when 1', 'bisect', 'bisect 1', 'why', 'why nobody', 'why pair',
  'why top --deep', 'why top --relevant --all', 'why not', 'why not nobody', 'why code top', 'why here x', 'why r5c3', 'why stack 1000', 'why output 1000',
  'what', 'what if 0,0', 'what if nobody = 1', 'against', 'against 7', 'against nowhere', 'diff', 'profile by heat',
  'hot by read', 'trace 5 1', 'trace 0 1 csv /nowhere/trace', 'where x', 'stack x', 'field 9',
  'find', 'print 1 +', 'watch (', 'unwatch 7', 'printed x', 'inputs x', 'info x', 'vars nowhere', 'phases x',
  'region nowhere', 'region wide = 79,0,2,1', 'region pair = 0,0,1,1', 'region delete pair',
  'region rename pair = x', 'board', 'mark "x', 'marks x', 'rename 7 x',
  'unmark 7', 'notebook go 0', 'set 0,0', 'push', 'pop', 'input', 'branches x', 'branch 7', 'drop 7', 'reload x',
  'save', 'load nowhere', 'link "x', 'expect', 'expect stopped', 'source nowhere', 'source bad', 'echo "x',
  'help nope', 'quit x',
];

file('good', 'step\n; nothing\necho "in a script"\n');
file('bad', 'step\nprint $\nstep\n');
file('fails', 'step\nexpect 0\nstep\n');

test('every command answers with one object, which the schema describes', () => {
  const { objects, status } = run([program], done);
  assert.deepStrictEqual(objects.filter((one) => !is_log(one)).map(({ command }) => command),
    done.map(command_of));
  assert.deepStrictEqual(objects.filter(({ error }) => error !== undefined), []);
  assert.ok(objects.some(is_log));
  assert.strictEqual(status, 0);

  const { commands } = objects.find((one) => one.command === 'help');
  const names = commands.map(({ name }) => name).sort();
  assert.deepStrictEqual([...schema.$defs.command_name.enum].sort(), names);
  const seen = new Set([...done.map(command_of), 'back', 'board']);
  assert.deepStrictEqual(names.filter((name) => !seen.has(name)), []);
});

test('every command that fails answers with one object, which names it', () => {
  const { objects, status } = run([program], failing);
  assert.deepStrictEqual(objects.map(({ command }) => command),
    failing.map((line) => (/^back (nope|print)/.test(line) ? 'back' : command_of(line))));
  objects.forEach((one, i) => {
    assert.ok(one.error.length > 0, failing[i]);
    if (one.file === '<stdin>') assert.strictEqual(one.line, i + 1, failing[i]);
  });
  assert.strictEqual(status, 2);
  const seen = new Set(failing.map(command_of));
  const names = schema.$defs.command_name.enum;
  assert.deepStrictEqual(names.filter((name) => !seen.has(name)), []);

  const [unknown] = run([program], ['nope']).objects;
  assert.deepStrictEqual({ ...unknown, advice: '' },
    { command: null, error: "there is no command 'nope'", advice: '', file: '<stdin>', line: 1,
      column: 1 });
});

test('a line answers alike from a pipe and from a script', () => {
  const alike = (lines, code) => {
    const piped = run([program], lines);
    const scripted = run([program], lines, 'script');
    assert.strictEqual(scripted.status, code, lines.at(-1));
    const placed = ({ file: name, ...one }) => (name === '<stdin>' || name?.endsWith('script')
      ? { ...one, file: 'the lines' } : { ...one, file: name });
    const timeless = ({ history_bytes, history_peak_bytes, ...one }) => one;
    assert.deepStrictEqual(scripted.objects.map(placed).map(timeless),
      piped.objects.map(placed).map(timeless));
    return scripted.objects;
  };
  alike(done, 0);
  alike(['; a comment', '', 'step', 'nope'], 2);
  alike(['step', 'print 1 +'], 2);
  const [, failed] = alike(['step', '  expect top == 8'], 1);
  assert.strictEqual(failed.holds, false);
  assert.strictEqual(failed.reason, 'expected top == 8; top is 9');
  assert.strictEqual(failed.line, 2);
  const [wrong] = alike(['source bad'], 2);
  assert.deepStrictEqual(wrong.replies.map(({ command }) => command), ['step', 'print']);
  assert.strictEqual(wrong.replies[1].error, wrong.error);
  assert.deepStrictEqual([wrong.file, wrong.line, wrong.column], ['bad', 2, 7]);
  const [unmet] = alike(['source fails'], 1);
  assert.strictEqual(unmet.end, 'failed');
  assert.deepStrictEqual(unmet.replies.map(({ holds }) => holds), [undefined, false]);
  assert.deepStrictEqual([unmet.file, unmet.line], ['fails', 2]);
});

test('output is counted alike wherever it is shown', () => {
  const { objects } = run([program],
    ['goto 30', 'printed', 'step 60', 'printed 3', 'rc', 'continue']);
  const [before, all, , end, , again] = objects;
  assert.deepStrictEqual([all.output, all.output_omitted], [before.output, 0]);
  assert.strictEqual(end.output.length, 3);
  assert.strictEqual(end.output_omitted, end.output_size - 3);
  for (const one of objects.filter(({ output }) => output)) {
    assert.ok(one.output_size >= one.output_omitted + one.output.length);
  }
  assert.strictEqual(again.output_size, again.output.length);
  // What a run prints is cut to its end.
  const chatty = file('chatty.b93', '> 1.');
  const [long] = run([chatty], ['goto 400000']).objects;
  assert.ok(long.output_omitted > 0);
  assert.strictEqual(long.output_size, long.output_omitted + long.output.length);
});

test('faults, input, the board', () => {
  const [stopped] = run(['--dialect', 'strict', faulty], ['continue']).objects;
  assert.strictEqual(stopped.why, 'fault');
  const reading = file('reading.b93', '1~.@');
  const { objects } = run([reading], ['break input', 'continue', 'delete', 'continue', 'input x',
    'continue', 'vars', 'break 0,0 if nobody == 1', 'reload']);
  assert.deepStrictEqual(objects.map(({ why }) => why).filter(Boolean), ['stop', 'input', 'end']);
  const boards = run([sudoku],
    ['input end', 'board', 'goto 300000', 'board', 'board candidates', 'board r7c7', 'why r7c7',
      'why r1c1 --all']);
  assert.deepStrictEqual(boards.objects.map(({ ready }) => ready),
    [undefined, false, undefined, true, true, true, undefined, undefined]);
  assert.deepStrictEqual(boards.objects.slice(-2).map(({ facts }) => facts[0].kind),
    ['deduced', 'given']);
  const squares = file('squares.b93',
    '401p@\n  \n#$region[0,1](2x1) = pair\n#$board(4x2):ab = pair\n');
  const [, { boards: [board] }, { boards: [same] }] =
    run([squares], ['continue', 'board', 'board pair']).objects;
  assert.deepStrictEqual(board,
    { name: 'pair', width: 4, height: 2, rows: [['', '', '', ''], ['a', '', '', '']],
      changed: [{ x: 0, y: 1 }], off_board: 'b' });
  assert.deepStrictEqual(same, board);
});

test('a search that finds nothing says where it ended', () => {
  const { objects } = run([program],
    ['until Loop::count == 500', 'back change pair', 'until 1', 'continue']);
  assert.deepStrictEqual(objects.map(({ why }) => why),
    ['not_found', 'not_found', 'not_found', 'input']);
  const [forward, back, constant, arrived] = objects.map(({ search_end }) => search_end);
  assert.deepStrictEqual(forward, { why: 'input', tick: objects[3].tick });
  assert.deepStrictEqual(back, { why: 'beginning', tick: 0 });
  assert.strictEqual(constant, null);
  assert.strictEqual(arrived, undefined);
});

test('a direction in time has one name', () => {
  const { objects } = run([program], ['step 20', 'back step', 'when last 1', 'when next 1']);
  assert.deepStrictEqual(objects.map(({ way }) => way), ['forward', 'back', 'back', 'forward']);
});

test('a source that no longer resolves names is reported', () => {
  const changing = file('changing.b93', fs.readFileSync(program, 'utf8'));
  const script = file('reload', 'watch Loop::count\nbreak change Loop::count\n');
  const renamed = fs.readFileSync(program, 'utf8').replace('count', 'total');
  const first = run([changing], [`source ${script}`, 'goto 20', 'save saved']);
  assert.strictEqual(first.status, 0);
  fs.writeFileSync(changing, renamed);
  const { objects } = run(['saved'], ['reload', 'breaks', 'watch']);
  assert.strictEqual(objects[0].stops_out_of_force.length, 1);
  assert.ok(objects[0].watched[0].problem.length > 0);
  assert.ok(objects[1].stops[0].problem.length > 0);
});
