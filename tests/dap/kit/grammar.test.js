// The VS Code extension's grammar, with the tokenizer that VS Code uses.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');
const { solver } = require('./support/programs');

const extension = path.resolve(__dirname, '../../../editors/vscode');
const file = path.join(extension, 'syntaxes/befunge93.tmLanguage.json');

const wasm = path.join(path.dirname(require.resolve('vscode-oniguruma')), 'onig.wasm');
const loaded = oniguruma.loadWASM(fs.readFileSync(wasm)).then(() => new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file),
}).loadGrammar('source.befunge93'));

// [text, innermost scope without the language's name], blanks left out.
async function tokens(line) {
  const grammar = await loaded;
  return grammar.tokenizeLine(line, textmate.INITIAL).tokens
    .map(({ startIndex, endIndex, scopes }) =>
      [line.slice(startIndex, endIndex), scopes.at(-1).replace(/\.befunge93$/, '')])
    .filter(([text]) => text.trim() !== '');
}

// The scopes of a line without those that do not matter here.
const scope = async (line, text) => (await tokens(line)).find(([token]) => token === text)?.[1];

test('every instruction has a class', async () => {
  for (const [instructions, name] of [
    ['<>^v?', 'keyword.control.direction'],
    ['_|', 'keyword.control.conditional'],
    ['#', 'keyword.control.jump'],
    ['@', 'keyword.control.end'],
    ['0123456789', 'constant.numeric'],
    ['-+*/%', 'keyword.operator.arithmetic'],
    ['!`', 'keyword.operator.logical'],
    [':\\$', 'support.function.stack'],
    ['gp', 'support.function.field'],
    ['.,&~', 'support.function.io'],
  ]) {
    for (const instruction of instructions) {
      assert.deepStrictEqual(await tokens(` ${instruction}`), [[instruction, name]]);
    }
  }
});

test('code is code', async () => {
  for (const line of ['>924p134p>~:1+#v_$24g34g+55+-#^_', '^ _v#-*29p42:+1g42pg43g42g44<',
    '#$v1.@', '1p>pg vv gp', '09g1+09p029p0v']) {
    for (const [text, name] of await tokens(line)) {
      assert.doesNotMatch(name, /comment|string|invalid|annotation/, `${text} in ${line}`);
    }
  }
});

test('text between quotes is a string, also one that goes over the edge', async () => {
  assert.strictEqual(await scope('>"elzzup dilavni">:#,_@', 'elzzup dilavni'),
    'string.quoted.double');
  assert.strictEqual(await scope('1"over the edge', 'over the edge'), 'string.quoted.double');
  assert.strictEqual(await scope('"a"v"b"', 'v'), 'keyword.control.direction');
});

test('words that cannot be code are comments', async () => {
  for (const text of ['READ', 'the grid', 'a sum: places', 'digits, and 0', 'SetValueAndHints',
    'each cell, and each digit in each unit, can go']) {
    assert.strictEqual(await scope(`v  ${text}  >`, text), 'comment.line', text);
  }
  assert.strictEqual(await scope('v  the grid  >', '>'), 'keyword.control.direction');
  assert.strictEqual(await scope('v  the grid  >', 'v'), 'keyword.control.direction');
});

test('annotations', async () => {
  const watch = '#$watch[2,4]:int = Solve :: x';
  assert.strictEqual(await scope(watch, 'watch'), 'keyword.other.annotation');
  assert.strictEqual(await scope(watch, '[2,4]'), 'constant.numeric.position');
  assert.strictEqual(await scope(watch, 'int'), 'storage.type');
  assert.strictEqual(await scope(watch, 'Solve :: x'), 'variable.other');
  assert.strictEqual(await scope('#$WATCH [ 02 , 4 ] : Hex8 = "two words"  | v', '"two words"'),
    'variable.other');
  const region = '#$region[9,1](9x9):bool (0d | "X") = a grid';
  assert.strictEqual(await scope(region, '(9x9)'), 'constant.numeric.size');
  assert.strictEqual(await scope(region, '(0d | "X")'), 'constant.other');
  assert.strictEqual(await scope(region, 'a grid'), 'entity.name.section');
  assert.strictEqual(await scope('#$region[9,1](9x9) = grid', 'grid'), 'entity.name.section');
  assert.strictEqual(await scope('#$break[10,3] here', '[10,3]'), 'constant.numeric.position');
  assert.strictEqual(await scope('#$replace A -> B', '->'), 'keyword.operator');
  assert.strictEqual(await scope('#$method = tallies', 'method'), 'keyword.other.annotation');
  assert.strictEqual(await scope('#$method = tallies', 'tallies'), 'entity.name.section');
  assert.strictEqual(await scope('#$board[3x3] = grid', 'grid'), 'entity.name.section');
  assert.strictEqual(await scope('#$phase SOLVE = 2,74,157,6', '='), 'keyword.operator');
  assert.strictEqual(await scope(' 12+  ARRAY [09,01] (W= 9;H= 9) grid // ASCII', 'grid'),
    'entity.name.section');
  assert.match(await scope('#$wach[2,4]:int = x', '#$wach[2,4]:int = x'), /^invalid/);
  assert.doesNotMatch(await scope(' #$watch[2,4]:int = x', '#'), /annotation/);
});

test('sudoku.b93: every annotation is one, and nothing is invalid', async () => {
  let annotations = 0;
  for (const line of fs.readFileSync(solver, 'latin1').split('\n')) {
    const scopes = (await tokens(line)).map(([, name]) => name);
    assert.ok(!scopes.some((name) => name.startsWith('invalid')), line);
    if (/^#\$/.test(line)) {
      ++annotations;
      assert.ok(scopes.includes('keyword.other.annotation'), line);
      assert.ok(scopes.some((name) => /variable.other|entity.name/.test(name)), line);
    }
  }
  assert.strictEqual(annotations, 10 + 30);
});
