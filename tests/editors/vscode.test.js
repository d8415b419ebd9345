// The extension for VS Code, packaged and installed, in sessions like those of its users.
//
//     FUNGESCOPE=build/fungescope NODE_PATH=build/editors-kit/node_modules \
//       node --test tests/editors/vscode.test.js
//
// FUNGESCOPE_EDITOR_PICTURES is a folder for the picture of docs/editors.md. A session that fails
// leaves a picture there, or else in the system's temporary folder.
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { Server, Window, launchBrowser } = require('./support/vscode');
const { limit, until } = require('../web/support/wait');

const project = path.resolve(__dirname, '../..');
const program = path.resolve(process.env.FUNGESCOPE || path.join(project, 'build/fungescope'));
const pictures = process.env.FUNGESCOPE_EDITOR_PICTURES;
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'fungescope-vscode-'));
process.on('exit', () => fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

// A row of the variables view, by the begin of its label.
const variable = (name) => `.debug-variables .monaco-list-row[aria-label^="${name}"]`;

// Where the window shows why the program stopped.
const reason = '.pane-header[aria-label^="Call Stack"]';

const solver = fs.readFileSync(path.join(project, 'programs/sudoku/sudoku.b93'));
const puzzle = '.6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.';

const server = new Server(home, {
  'breadcrumbs.enabled': false,
  'editor.fontFamily': 'JetBrains Mono, monospace',
  'editor.fontSize': 12,
  'editor.minimap.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'extensions.ignoreRecommendations': true,
  'fungescope.path': program,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
});
let browser;

// A folder with a launch.json and some files, as the workspace of a session.
function workspaceOf(name, configuration, files) {
  const folder = path.join(home, name);
  fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
  fs.writeFileSync(path.join(folder, '.vscode/launch.json'), JSON.stringify({
    version: '0.2.0',
    configurations: [{ type: 'fungescope', request: 'launch', name, ...configuration }],
  }));
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), text);
  return folder;
}

function session(name, workspace, body) {
  test(name, { timeout: 5 * limit }, async () => {
    const window = await Window.open(browser, server, workspace());
    try {
      await body(window);
    } catch (error) {
      const file = path.join(pictures || os.tmpdir(), `failed ${name}.png`);
      await window.picture(file);
      error.message += `\npicture: ${file}`;
      throw error;
    } finally {
      await window.page.close();
    }
  });
}

function packaged(name) {
  const file = path.join(home, name);
  execFileSync(path.join(project, 'editors/vscode/package.py'), [file]);
  return file;
}

before(async () => {
  await server.extensions('--install-extension', packaged('fungescope.vsix'));
  await server.start();
  browser = await launchBrowser(home);
});

after(async () => {
  await browser?.close();
  await server.stop();
});

test('the package is the same each time, and installed in the version of the project', async () => {
  assert.ok(fs.readFileSync(packaged('one.vsix')).equals(fs.readFileSync(packaged('two.vsix'))));
  const cmake = fs.readFileSync(path.join(project, 'CMakeLists.txt'), 'utf8');
  const [, version] = /project\(fungescope VERSION (\S+)/.exec(cmake);
  const listed = await server.extensions('--list-extensions', '--show-versions');
  assert.strictEqual(listed.trim(), `fungescope.fungescope@${version}`);
});

session('a breakpoint in a column, a step back, and the board', () => workspaceOf('sudoku',
  { program: '${workspaceFolder}/sudoku.b93', puzzle }, { 'sudoku.b93': solver }),
async (window) => {
  // The `p` at 30,82 puts a digit into the grid.
  await window.openFile('sudoku.b93');
  await window.goTo(83, 31);
  await window.press('Shift', 'F9');
  await window.shown('.inline-breakpoint-widget.codicon-debug-breakpoint');
  await window.debug();
  await stopped(window, 'stop 1: 30,82, tick 59,014', '< at (30, 82) in SET', 83, 31);
  await window.text('.debug-breakpoints .monaco-list-row', /sudoku\.b93 ?83:31$/);

  await window.click('.debug-toolbar .codicon-debug-step-back');  // to the last turn or branch
  await stopped(window, 'step, tick 58,991', '< at (53, 82) in SET', 83, 54);

  for (const pane of ['Watch', 'Breakpoints']) await window.fold(pane);
  await window.lower('Watch', 400);
  await window.setExpanded(variable('Scope Regions'), true);
  await window.setExpanded(variable('board'), true);
  for (let row = 0; row < 9; ++row) await boardHas(window, row, puzzle.slice(9 * row, 9 * row + 9));

  // In the middle of the search: where an 8 is about to be
  // written into the last row.
  await window.command('Fungescope: Go to a Tick or Bookmark');
  await window.answer('320000', ({ placeholder }) => placeholder === '248437');
  await window.press('Enter');
  await stopped(window, 'goto, tick 320,000', '< at (7, 82) in SET', 83, 8);
  await boardHas(window, 8, '65.213.47');
  await window.press('F5');
  await stopped(window, 'stop 1: 30,82, tick 321,756', '< at (30, 82) in SET', 83, 31);
  await boardHas(window, 8, '65.213.47');

  await window.focusConsole();
  await window.type('who grid(8,8)');
  await window.press('Enter');
  await window.text('.repl .monaco-list-row', /^tick 301,879, by \(30, 82\): grid\(8,8\) from 32 to 55/);
  await window.type('back c');
  await window.press('Control', ' ');  // suggestions come as one types, but not if one types fast
  assert.deepStrictEqual(await window.suggestions(), ['change', 'continue']);
  if (pictures) await window.picture(path.join(pictures, 'editor-vscode.png'));
  await window.press('ArrowDown');
  await window.press('Tab');
  await window.press('Enter');
  await stopped(window, 'stop 1: 30,82, tick 319,977', '< at (30, 82) in SET', 83, 31);
  await boardHas(window, 0, '86.574.32');

  await window.press('F11');
  await stopped(window, 'step, tick 319,978', '< at (29, 82) in SET', 83, 30);
  await boardHas(window, 0, '869574.32');
  await window.reveal(variable('Scope Variables'), variable('recursionLevel'));
  await window.choose(variable('recursionLevel'), 'Why This Value?');
  await window.shown('.tab.active[data-resource-name^="why recursionLevel, tick 319978"]');
  await window.text('.view-lines', /recursionLevel is 1, /);

  await window.choose(variable('solvedCells'), 'Break on Value Change');
  await window.unfold('Breakpoints');
  await window.shown('.debug-breakpoints .codicon-debug-breakpoint-data');
  await window.press('F5');
  await window.text(reason, /stop 2: change solvedCells/);
});

// Waits until the call stack has the description and the frame, and the editor marks the cell. The mark
// comes last: then VS Code takes keys for a program that has stopped.
async function stopped(window, description, frame, line, column) {
  const plain = (text) => text.replace(/[()]/g, '\\$&');
  await window.text(reason, new RegExp(`${plain(description)}(:|$)`));
  await window.text('.debug-call-stack .monaco-list-row',
    new RegExp(`^${plain(frame)} ?sudoku\\.b93 ?${line}:${column}$`));
  await until(async () => {
    const place = await window.markedPlace();
    return place?.line === line && place.column === column;
  }, `the mark at ${line}:${column}`, async () => JSON.stringify(await window.markedPlace()));
}

// Waits until a row of the board, opened in the variables view, has the cells: digits and points.
// VS Code keeps open what it showed as open before the program moved on.
async function boardHas(window, row, cells) {
  const boxes = cells.match(/.../g).map((box) => [...box].join(' '));
  const text = `[${row}] = ${boxes.join(' | ')}`;
  let rows;
  await until(async () => {
    rows = await window.texts(variable('['));
    return rows.map((shown) => shown.replace(/ *= */, ' = ')).includes(text);
  }, text, () => rows.join('; '));
}

session('without the program, a message says where it was looked for', () => workspaceOf('missing',
  { program: '${workspaceFolder}/loop.b93' }, {
    'loop.b93': '>1v\n^ <\n',
    '.vscode/settings.json': JSON.stringify({ 'fungescope.path': '/nowhere/fungescope' }),
  }),
async (window) => {
  await window.openFile('loop.b93');
  await window.debug();
  await window.text('.notification-toast', /there is no program \/nowhere\/fungescope/);
});
