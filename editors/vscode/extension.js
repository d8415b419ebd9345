// Starts `fungescope dap` for VS Code, and offers some commands of its console. All else is
// the adapter's. Plain JavaScript, so that there is nothing to build.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const vscode = require('vscode');

const type = 'fungescope';

// F5 in a Befunge file without a launch.json; and no debugging without the program.
const configurations = {
  resolveDebugConfiguration(_folder, config) {
    if (!config.type && !config.request && !config.name) {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document.languageId !== 'befunge93') return config;
      return {
        ...config, type, request: 'launch', name: 'Befunge', program: '${file}', stopOnEntry: true,
      };
    }
    return config;
  },

  // Undefined ends the launch without a word of VS Code's.
  resolveDebugConfigurationWithSubstitutedVariables(_folder, config) {
    if (config.debugServer || findProgram()) return config;
    sayWhatIsMissing();
    return undefined;
  },
};

const adapters = {
  createDebugAdapterDescriptor() {
    return new vscode.DebugAdapterExecutable(findProgram() ?? configuredProgram(), ['dap']);
  },
};

function configuredProgram() {
  const program = vscode.workspace.getConfiguration('fungescope').get('path')?.trim();
  return (program || 'fungescope').replace(/^~(?=\/)/, os.homedir());
}

// Returns the path of the configured program, as the shell finds it; undefined if there is none.
function findProgram() {
  const program = configuredProgram();
  const candidates = program.includes('/') ? [program]
    : (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, program));
  return candidates.find(isExecutable);
}

function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

async function sayWhatIsMissing() {
  const program = configuredProgram();
  const what = program.includes('/') ? `there is no program ${program}`
    : `the program ${program} is not on the PATH`;
  const settings = 'Open Settings';
  const chosen = await vscode.window.showErrorMessage(
    `Fungescope cannot start: ${what}. Build it with ./x build in its sources, and set `
    + 'fungescope.path to build/fungescope there.', settings);
  if (chosen === settings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'fungescope.path');
  }
}

function session() {
  const active = vscode.debug.activeDebugSession;
  return active?.type === type ? active : undefined;
}

// Goes to a tick, or to a bookmark that the console's command `mark NAME` has set.
async function seek() {
  const where = await vscode.window.showInputBox(
    { prompt: 'A tick, or the name of a bookmark', placeHolder: '248437' });
  if (!where || !session()) return;
  const plain = where.replace(/[,_\s]/g, '');
  await command(`goto ${/^\d+$/.test(plain) ? plain : JSON.stringify(where)}`);
}

// Shows the `p` that last wrote what is under the cursor: a name, else the cell itself.
async function whoWrote() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !session()) return;
  const at = editor.selection.active;
  const what = await vscode.window.showInputBox({
    prompt: 'A cell, a variable or a cell of a region',
    value: `cell(${at.character},${at.line})`,
  });
  const answer = what && await command(`who ${what}`);
  if (!answer) return;
  vscode.window.showInformationMessage(answer.text.trim().replace(/\n\s*/g, '; '));
  const by = answer.result.write?.by;
  if (!by) return;
  // A cell is a byte of its line, which is in UTF-8.
  const line = Math.min(by.y, editor.document.lineCount - 1);
  const bytes = Buffer.from(editor.document.lineAt(line).text);
  const place = new vscode.Position(line, bytes.subarray(0, by.x).toString().length);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(new vscode.Range(place, place));
}

// Shows what made a value: of a row of the variables view, else of what the user names.
async function why(row) {
  if (!session()) return;
  if (row?.variable) {
    const { evaluateName, name } = row.variable;
    if (evaluateName) {
      await showAnswer(`why ${evaluateName}`);
    } else {
      vscode.window.showErrorMessage(`${name} is not one value; unfold it and choose a part of it`);
    }
    return;
  }
  const at = vscode.window.activeTextEditor?.selection.active;
  const expression = await vscode.window.showInputBox({
    prompt: 'A cell, a variable, top, stack N or output N',
    value: at ? `cell(${at.character},${at.line})` : 'top',
  });
  if (expression) await showAnswer(`why ${expression}`);
}

async function whyHere() {
  if (session()) await showAnswer('why here');
}

// The texts of open answers, by URI.
const answers = new Map();
const answerScheme = 'fungescope-why';
const answerChanged = new vscode.EventEmitter();

async function showAnswer(line) {
  const answer = await command(line);
  if (!answer) return;
  const { name, tick } = answer.result;
  const title = `why ${name ?? 'here'}, tick ${tick}`;
  const uri = vscode.Uri.from({ scheme: answerScheme, path: `/${title.replace(/\//g, '_')}` });
  answers.set(uri.toString(), answer.text);
  answerChanged.fire(uri);  // it may be open, from before an edit
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(
    document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
}

// Executes a command of the console; returns its JSON as `result`, and its `text`.
async function command(line) {
  try {
    return await session().customRequest('fungescope/command', { command: line });
  } catch (error) {
    vscode.window.showErrorMessage(error.message);
    return undefined;
  }
}

function activate(context) {
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider(type, configurations),
    vscode.debug.registerDebugAdapterDescriptorFactory(type, adapters),
    vscode.commands.registerCommand('fungescope.seek', seek),
    vscode.commands.registerCommand('fungescope.whoWrote', whoWrote),
    vscode.commands.registerCommand('fungescope.why', why),
    vscode.commands.registerCommand('fungescope.whyHere', whyHere),
    answerChanged,
    vscode.workspace.registerTextDocumentContentProvider(answerScheme, {
      onDidChange: answerChanged.event,
      provideTextDocumentContent: (uri) => answers.get(uri.toString()),
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => answers.delete(uri.toString())));
}

module.exports = { activate, deactivate() {} };
