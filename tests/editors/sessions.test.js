// Sessions of editors that run without a window. Each is a script in the editor's own language.
//
// NVIM_DAP is the folder of nvim-dap, which no package of Debian has; without it, a copy in a
// package folder of Neovim's is taken.
'use strict';

const { execFile } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { promisify } = require('node:util');

const project = path.resolve(__dirname, '../..');
const program = path.resolve(process.env.FUNGESCOPE || path.join(project, 'build/fungescope'));

function installed(name) {
  return process.env.PATH.split(path.delimiter).some((folder) =>
    fs.existsSync(path.join(folder, name)));
}

// Runs the editor; its output is that of a test that fails.
async function run(editor, args, environment) {
  try {
    await promisify(execFile)(editor, args, { env: { ...process.env, ...environment } });
  } catch (error) {
    throw new Error(`${editor} ended with ${error.code ?? error.signal}:\n`
      + `${error.stdout}${error.stderr}`);
  }
}

function nvimDap() {
  if (process.env.NVIM_DAP) return process.env.NVIM_DAP;
  const data = process.env.XDG_DATA_HOME || path.join(os.homedir(), '.local/share');
  const packages = path.join(data, 'nvim/site/pack');
  const folders = fs.existsSync(packages) ? fs.readdirSync(packages) : [];
  return folders.flatMap((name) => ['start', 'opt'].map((kind) =>
    path.join(packages, name, kind, 'nvim-dap'))).find((folder) => fs.existsSync(folder));
}

test('Emacs, dap-mode', { skip: !installed('emacs') && 'Emacs is not installed' }, async () => {
  await run('emacs', ['--batch', '-q', '-l', path.join(__dirname, 'emacs/session.el')],
    { FUNGESCOPE: program });
});

const folder = nvimDap();
const missing = (!installed('nvim') && 'Neovim is not installed')
  || (!folder && 'nvim-dap is not installed; NVIM_DAP can name its folder');
test('Neovim, nvim-dap', { skip: missing }, async () => {
  await run('nvim', ['--headless', '-u', 'NONE', '-i', 'NONE', '-n',
    '-S', path.join(__dirname, 'neovim/session.lua')],
  { NVIM_DAP: folder, PATH: `${path.dirname(program)}${path.delimiter}${process.env.PATH}` });
});
