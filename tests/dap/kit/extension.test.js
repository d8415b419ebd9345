// The VS Code extension: its manifest, and that it starts the adapter.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { test } = require('node:test');
const { Adapter, fungescope } = require('./support/adapter');
const { at } = require('./support/programs');

const folder = path.resolve(__dirname, '../../../editors/vscode');
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
const { contributes } = manifest;
const [debuggerOf] = contributes.debuggers;

test('the files that the manifest names exist', () => {
  const files = [manifest.main, ...contributes.languages.map(({ configuration }) => configuration),
    ...contributes.grammars.map((grammar) => grammar.path), 'README.md', 'LICENSE'];
  for (const file of files) assert.ok(fs.existsSync(path.join(folder, file)), file);
  const [language] = contributes.languages;
  assert.strictEqual(language.id, 'befunge93');
  assert.ok(language.extensions.includes('.b93'));
  for (const { language: id } of [...contributes.grammars, ...contributes.breakpoints]) {
    assert.strictEqual(id, language.id);
  }
  assert.deepStrictEqual(debuggerOf.languages, [language.id]);
  const grammar = JSON.parse(fs.readFileSync(path.join(folder, contributes.grammars[0].path)));
  assert.strictEqual(grammar.scopeName, contributes.grammars[0].scopeName);
});

test('the launch schema has every argument of the adapter, and configurations keep to it', () => {
  const { launch } = debuggerOf.configurationAttributes;
  assert.deepStrictEqual(Object.keys(launch.properties).sort(), ['dialect', 'program', 'puzzle',
    'seed', 'stdin', 'stdinFile', 'stopAtEnd', 'stopOnEntry']);  // noDebug is VS Code's own
  assert.deepStrictEqual(launch.required, ['program']);
  for (const [name, property] of Object.entries(launch.properties)) {
    assert.ok(property.description.length > 0, name);
    assert.ok(['string', 'integer', 'boolean'].includes(property.type), name);
  }
  const given = [...debuggerOf.initialConfigurations,
    ...debuggerOf.configurationSnippets.map(({ body }) => body)];
  for (const configuration of given) {
    assert.strictEqual(configuration.type, debuggerOf.type);
    assert.strictEqual(configuration.request, 'launch');
    for (const name of Object.keys(configuration)) {
      assert.ok(name in launch.properties || ['type', 'request', 'name'].includes(name), name);
    }
    assert.ok(configuration.program);
  }
});

test('a field is shown as it is, without what helps to read indented text', () => {
  const defaults = contributes.configurationDefaults['[befunge93]'];
  for (const name of ['editor.folding', 'editor.guides.bracketPairs', 'editor.guides.indentation',
    'editor.guides.highlightActiveIndentation', 'editor.stickyScroll.enabled',
    'editor.trimAutoWhitespace', 'files.trimTrailingWhitespace']) {
    assert.strictEqual(defaults[name], false, name);
  }
});

test('words are completed as one types them in the debug console', () => {
  // The console has the language of the editor, and in comments VS Code offers nothing by itself.
  const [grammar] = contributes.grammars;
  const text = fs.readFileSync(path.join(folder, grammar.path), 'utf8');
  const comments = new Set(text.match(/comment\.[a-z0-9.]+/g));
  assert.deepStrictEqual(grammar.tokenTypes,
    Object.fromEntries([...comments].map((scope) => [scope, 'other'])));
});

test('fungescope.path is read from all settings, but not from a workspace without trust', () => {
  // A scope of machines is ignored in the user's settings where the editor runs in a browser.
  assert.strictEqual(contributes.configuration.properties['fungescope.path'].scope, 'window');
  assert.deepStrictEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations,
    ['fungescope.path']);
});

// `vscode` as far as the extension uses it, with a setting for the program's path.
function activated(program = fungescope) {
  const registered = { commands: {} };
  const disposable = { dispose() {} };
  const vscode = {
    debug: {
      activeDebugSession: undefined,
      registerDebugConfigurationProvider: (type, it) => ((registered.provider = it), disposable),
      registerDebugAdapterDescriptorFactory: (type, it) => ((registered.factory = it), disposable),
    },
    commands: {
      registerCommand: (name, it) => ((registered.commands[name] = it), disposable),
    },
    window: { activeTextEditor: undefined },
    workspace: {
      getConfiguration: () => ({ get: () => program }),
      registerTextDocumentContentProvider: (scheme, it) => (
        (registered.documents = { scheme, text: it.provideTextDocumentContent }), disposable),
      onDidCloseTextDocument: (it) => ((registered.close = it), disposable),
    },
    EventEmitter: class {
      event() { return disposable; }
      fire() {}
      dispose() {}
    },
    DebugAdapterExecutable: class {
      constructor(command, args) { Object.assign(this, { command, args }); }
    },
  };
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
  try {
    const main = path.join(folder, manifest.main);
    delete require.cache[require.resolve(main)];
    const context = { subscriptions: [] };
    require(main).activate(context);
    assert.ok(context.subscriptions.every(({ dispose }) => typeof dispose === 'function'));
  } finally {
    Module._load = load;
  }
  return { ...registered, vscode };
}

test('every command that is declared is registered', () => {
  assert.deepStrictEqual(Object.keys(activated().commands).sort(),
    contributes.commands.map(({ command }) => command).sort());
});

test('F5 without a configuration debugs the file in the editor', () => {
  const { provider, vscode } = activated();
  vscode.window.activeTextEditor = { document: { languageId: 'befunge93' } };
  const configuration = provider.resolveDebugConfiguration(undefined, {});
  assert.strictEqual(configuration.type, 'fungescope');
  assert.strictEqual(configuration.program, '${file}');
  vscode.window.activeTextEditor = { document: { languageId: 'python' } };
  assert.deepStrictEqual(provider.resolveDebugConfiguration(undefined, {}), {});
  const own = { type: 'fungescope', request: 'launch', name: 'mine', program: 'a.b93' };
  assert.deepStrictEqual(provider.resolveDebugConfiguration(undefined, own), own);
});

test('the program is found by name on the PATH, by its path, and in the home folder', (t) => {
  const before = { ...process.env };
  t.after(() => Object.assign(process.env, before));
  const name = path.basename(fungescope);
  const resolved = path.resolve(fungescope);
  const started = (program) => {
    const { factory, provider } = activated(program);
    const config = { type: 'fungescope', program: 'a.b93' };
    assert.strictEqual(
      provider.resolveDebugConfigurationWithSubstitutedVariables(undefined, config), config);
    return factory.createDebugAdapterDescriptor().command;
  };
  process.env.PATH = `/nowhere:${path.dirname(resolved)}`;
  assert.strictEqual(started(name), resolved);
  assert.strictEqual(started(resolved), resolved);
  process.env.HOME = path.dirname(resolved);
  assert.strictEqual(started(`~/${name}`), resolved);
});

test('F5 without the program says what to do', async (t) => {
  const before = process.env.PATH;
  t.after(() => { process.env.PATH = before; });
  process.env.PATH = '/nowhere';
  for (const [program, what] of [
    ['', /the program fungescope is not on the PATH\..*fungescope\.path/],
    ['/nowhere/fungescope', /there is no program \/nowhere\/fungescope\./],
    [folder, /there is no program/],  // not a file
    [path.join(folder, 'package.json'), /there is no program/],  // not executable
  ]) {
    const { provider, vscode } = activated(program);
    const said = [];
    const executed = [];
    vscode.window.showErrorMessage = async (text, button) => (said.push(text), button);
    vscode.commands.executeCommand = async (...command) => executed.push(command);
    const config = { type: 'fungescope', program: 'a.b93' };
    const resolve = (given) =>
      provider.resolveDebugConfigurationWithSubstitutedVariables(undefined, given);
    assert.strictEqual(resolve(config), undefined);
    await new Promise(setImmediate);
    assert.match(said.join(), what);
    assert.deepStrictEqual(executed, [['workbench.action.openSettings', 'fungescope.path']]);
    // An adapter that runs already needs no program.
    assert.ok(resolve({ ...config, debugServer: 4711 }));
  }
});

test('the commands query the adapter, and show its response', async () => {
  const adapter = new Adapter();
  const { factory, commands, vscode } = activated();
  const { command, args } = factory.createDebugAdapterDescriptor();
  assert.deepStrictEqual([command, args], [fungescope, ['dap']]);
  await adapter.start();
  try {
    await adapter.begin('table.b93');
    await adapter.stopped('exited');
    vscode.debug.activeDebugSession = {
      type: 'fungescope',
      customRequest: (request, given) => adapter.ask(request, given),
    };
    const said = [];
    const lines = fs.readFileSync(at('table.b93'), 'utf8').split('\n');
    const document = { lineCount: lines.length, lineAt: (line) => ({ text: lines[line] }) };
    const editor = { document, selection: { active: { line: 5, character: 2 } }, revealRange() {} };
    Object.assign(vscode.window, {
      activeTextEditor: editor,
      showInputBox: async ({ value }) => value ?? '50',
      showInformationMessage: (text) => said.push(text),
      showErrorMessage: (text) => assert.fail(text),
    });
    vscode.Position = class {
      constructor(line, character) { Object.assign(this, { line, character }); }
    };
    vscode.Selection = vscode.Range = class { constructor(from) { this.active = from; } };
    await commands['fungescope.whoWrote']();
    assert.match(said[0], /^tick 50, by \(14, 0\): table\(2,0\) from 32 to 4; 4 = 2 \* 2/);
    assert.deepStrictEqual({ ...editor.selection.active }, { line: 0, character: 14 });
    await commands['fungescope.seek']();
    await adapter.stopped('goto');
    assert.strictEqual(await adapter.value('tick'), 50);
    await adapter.end();
  } finally {
    adapter.process.kill('SIGKILL');
  }
});

test('why opens the answer as a document, for a row of the variables and for a value', async () => {
  const adapter = new Adapter();
  const { commands, documents, close, vscode } = activated();
  await adapter.start();
  try {
    await adapter.begin('table.b93');
    await adapter.stopped('exited');
    vscode.debug.activeDebugSession = {
      type: 'fungescope',
      customRequest: (request, given) => adapter.ask(request, given),
    };
    const errors = [];
    const opened = [];
    vscode.ViewColumn = { Beside: -2 };
    vscode.Uri = {
      from: ({ scheme, path: where }) => ({ scheme, toString: () => `${scheme}:${where}` }),
    };
    vscode.workspace.openTextDocument = async (uri) => ({ uri, text: documents.text(uri) });
    Object.assign(vscode.window, {
      activeTextEditor: { selection: { active: { line: 5, character: 2 } } },
      showInputBox: async ({ value }) => value,
      showTextDocument: async (document, options) => opened.push({ document, options }),
      showErrorMessage: (text) => errors.push(text),
    });
    await commands['fungescope.why']();
    assert.match(opened[0].document.text, /^table\(2,0\) is 4/);
    assert.strictEqual(opened[0].document.uri.scheme, documents.scheme);
    assert.ok(opened[0].options.preserveFocus);
    const named = { name: '[0]', evaluateName: 'cell(2,5)' };
    await commands['fungescope.why']({ container: { variablesReference: 1 }, variable: named });
    assert.strictEqual(opened[1].document.text, opened[0].document.text);
    await commands['fungescope.why'](
      { container: { variablesReference: 987654 }, variable: { name: '[0]' } });
    assert.strictEqual(errors.length, 1);
    await commands['fungescope.whyHere']();
    assert.match(opened[2].document.text, /^cell \(\d+, \d+\) is next/);
    close(opened[2].document);
    assert.strictEqual(documents.text(opened[2].document.uri), undefined);
    await adapter.end();
  } finally {
    adapter.process.kill('SIGKILL');
  }
});
