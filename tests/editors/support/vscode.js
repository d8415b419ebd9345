// VS Code as its users have it: the editor's server, with the packaged extension installed, shows a
// folder in headless Chromium. Keys, clicks and what the page shows are all that there is.
'use strict';

const { execFile, spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { promisify } = require('node:util');
const puppeteer = require('puppeteer-core');
const { limit, until } = require('../../web/support/wait');

const chromium = process.env.CHROMIUM || '/usr/bin/chromium';
const view = { width: 1400, height: 900 };

// code-server's own process only adds passwords and proxies, with compiled packages, to this one.
const serverProgram = path.join(path.dirname(require.resolve('code-server/package.json')),
  'lib/vscode/out/server-main.js');

// The server hands Node's options on to the processes that it starts.
const command = ['--require', path.join(__dirname, 'node20.js'), serverProgram];

// The editor's server: installed extensions, settings, and the folders that it may show.
class Server {
  constructor(folder, settings) {
    this.data = path.join(folder, 'vscode');
    fs.mkdirSync(path.join(this.data, 'data/User'), { recursive: true });
    fs.writeFileSync(path.join(this.data, 'data/User/settings.json'), JSON.stringify(settings));
    this.log = '';
    // It leaves sockets in the folder for temporary files.
    this.env = { ...process.env, TMPDIR: this.data, XDG_RUNTIME_DIR: this.data };
  }

  // Runs the server's command for its extensions; returns what it prints.
  async extensions(...args) {
    const { stdout } = await promisify(execFile)(process.execPath,
      [...command, '--server-data-dir', this.data, ...args], { env: this.env });
    return stdout;
  }

  async start() {
    this.process = spawn(process.execPath, [...command, '--server-data-dir', this.data,
      '--host', '127.0.0.1', '--port', '0', '--without-connection-token',
      '--accept-server-license-terms', '--telemetry-level', 'off'],
    { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.on('data', (data) => { this.log += data; });
    }
    const listening = () => /listening on (\d+)/.exec(this.log);
    const [, port] = await until(() => {
      if (this.process.exitCode !== null) throw new Error(`the server ended:\n${this.log}`);
      return listening();
    }, 'the server', () => this.log);
    this.url = `http://127.0.0.1:${port}`;
  }

  async stop() {
    if (!this.process || this.process.exitCode !== null) return;
    const ended = new Promise((resolve) => { this.process.on('exit', resolve); });
    this.process.kill();
    await ended;
  }
}

// A window of the editor, in its own tab of the browser.
class Window {
  static async open(browser, server, workspace) {
    const window = new Window();
    window.page = await browser.newPage();
    window.page.setDefaultTimeout(0);  // tests have limits of their own
    await window.page.goto(`${server.url}/?folder=${encodeURIComponent(workspace)}`,
      { waitUntil: 'domcontentloaded' });
    await window.shown('.monaco-workbench .statusbar', 'the workbench');
    return window;
  }

  async picture(file) {
    await this.page.screenshot({ path: file });
  }

  // ---- Reading

  // The texts of all elements that fit the selector, in the page's order, with plain blanks.
  async texts(selector) {
    return this.page.$$eval(selector, (elements) => elements.map((element) =>
      element.textContent.replace(/\u00a0/g, ' ')));
  }

  // Waits until the page shows such an element, and returns it.
  async shown(selector, what = selector) {
    return until(async () => {
      const element = await this.page.$(selector);
      return await element?.isVisible() && element;
    }, what, async () => `${(await this.page.$$(selector)).length} of them, hidden`);
  }

  // Waits until a text of the selector fits the pattern; returns the match.
  async text(selector, pattern) {
    let texts;
    return until(async () => {
      texts = await this.texts(selector);
      return texts.map((text) => pattern.exec(text)).find((match) => match);
    }, `${pattern} in ${selector}`, () => JSON.stringify(texts));
  }

  // Where the program stands, as the line and column that the editor marks; undefined if it marks
  // none.
  async markedPlace() {
    return this.page.evaluate(() => {
      const cell = document.querySelector('.view-lines .debug-top-stack-frame-column');
      const row = cell?.closest('.view-line');
      const numbers = [...document.querySelectorAll('.margin .line-numbers')];
      const top = (element) => Math.round(element.getBoundingClientRect().top);
      const number = row && numbers.find((element) => top(element) === top(row));
      if (!number) return undefined;
      const range = document.createRange();
      range.setStart(row, 0);
      range.setEndBefore(cell);
      const before = range.cloneContents();  // with the blanks that carry marks of breakpoints
      before.querySelectorAll('.debug-breakpoint-placeholder').forEach((mark) => mark.remove());
      return { line: Number(number.textContent), column: before.textContent.length + 1 };
    });
  }

  // ---- Acting

  // press('Control', 'p')
  async press(...keys) {
    const key = keys.pop();
    for (const held of keys) await this.page.keyboard.down(held);
    await this.page.keyboard.press(key);
    for (const held of keys.reverse()) await this.page.keyboard.up(held);
  }

  async type(text) {
    await this.page.keyboard.type(text);
  }

  // Clicks on the element once it is visible and no longer moves.
  async click(selector, options) {
    await this.shown(selector);
    await this.page.locator(selector).setTimeout(limit).click(options);
  }

  // Answers the input at the top of the window, once it is there and fits `expected`.
  async answer(text, expected = () => true) {
    const input = '.quick-input-widget .input';
    await until(async () => {
      const element = await this.page.$(input);
      return await element?.isVisible() && element.evaluate((shown) =>
        document.activeElement === shown) && expected(await element.evaluate(({ value, placeholder }) =>
        ({ value, placeholder })));
    }, 'the input at the top');
    await this.type(text);
  }

  async openFile(name) {
    const row = `.explorer-folders-view .monaco-list-row[aria-label="${name}"]`;
    await this.click(row, { count: 2 });
    await this.shown(`.tab.active[data-resource-name="${name}"]`);
    await this.shown('.editor-instance .monaco-editor.focused');
    await this.text('.statusbar-item', /Befunge-93$/);  // the extension is loaded
  }

  async goTo(line, column) {
    await this.press('Control', 'g');
    await this.answer(`${line}:${column}`, ({ value }) => value === ':');
    await this.press('Enter');
    await this.text('.statusbar-item', new RegExp(`Ln ${line}, Col ${column}$`));
  }

  // Starts debugging. Until the view offers it, VS Code takes the key to mean this view.
  async debug() {
    await this.press('Control', 'Shift', 'd');
    await this.shown('.start-debug-action-item .codicon-debug-start');
    await this.press('F5');
  }

  // Runs a command by its name in the palette.
  async command(title) {
    await this.press('F1');
    await this.answer(title, ({ value }) => value === '>');
    await this.text('.quick-input-list .monaco-list-row.focused .label-name',
      new RegExp(`^${title.replace(/[?]/g, '\\$&')}$`));
    await this.press('Enter');
  }

  async setExpanded(row, expanded) {
    if (await this.page.$(`${row}[aria-expanded="${expanded}"]`)) return;
    await this.click(`${row}[aria-expanded="${!expanded}"] .monaco-tl-twistie`);
    await this.shown(`${row}[aria-expanded="${expanded}"]`);
  }

  // Opens the row until its child is there. VS Code may close rows when it shows another stop.
  async reveal(row, child) {
    await until(async () => {
      if (await this.page.$(child)) return true;
      if (await this.page.$(`${row}[aria-expanded="false"]`)) await this.setExpanded(row, true);
      return false;
    }, child);
  }

  async fold(pane) {
    const header = `.pane-header[aria-label="${pane} Section"]`;
    await this.click(`${header}.expanded`);
    await this.shown(`${header}:not(.expanded)`);
  }

  async unfold(pane) {
    const header = `.pane-header[aria-label="${pane} Section"]`;
    await this.click(`${header}:not(.expanded)`);
    await this.shown(`${header}.expanded`);
  }

  // Makes the pane above this one higher.
  async lower(pane, pixels) {
    const header = await this.shown(`.pane-header[aria-label="${pane} Section"]`);
    const { x, y } = await header.boundingBox();
    const { mouse } = this.page;
    await mouse.move(x + 100, y);
    await this.shown('.monaco-sash.hover');
    await mouse.down();
    await mouse.move(x + 100, y + pixels, { steps: 5 });
    await mouse.up();
  }

  // Chooses an item of the row's context menu, which takes no clicks at first.
  async choose(row, item) {
    await this.click(row, { button: 'right' });
    const entry = async () => {
      for (const element of await this.page.$$('>>> .action-menu-item')) {
        if (await element.evaluate(({ textContent }) => textContent) === item) return element;
      }
      return undefined;
    };
    await until(entry, `${item} in the context menu`);
    await until(async () => {
      const found = await entry();
      await found?.click().catch(() => {});  // unless it has gone meanwhile
      return !found;
    }, 'the context menu to close');
  }

  // ---- The debug console

  async focusConsole() {
    await this.command('Debug Console: Focus on Debug Console View');
    await this.shown('.repl-input-wrapper .monaco-editor.focused');
  }

  // Waits until the console suggests something; returns all that it suggests.
  async suggestions() {
    const labels = '.repl-input-wrapper .suggest-widget.visible .monaco-list-row .label-name';
    let texts;
    return until(async () => {
      texts = await this.texts(labels);
      return texts.length > 0 && texts;
    }, 'suggestions');
  }
}

async function launchBrowser(folder) {
  return puppeteer.launch({
    executablePath: chromium,
    userDataDir: path.join(folder, 'chromium'),
    headless: true,
    pipe: true,  // it ends when this process does
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
    defaultViewport: view,
    protocolTimeout: 0,
    timeout: 0,
  });
}

module.exports = { Server, Window, launchBrowser };
