// The page as a user has it, and what it says about itself through `window.fungescope`.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { until, within } = require('./wait');

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844, deviceScaleFactor: 3, hasTouch: true };

class DebuggerPage {
  // Opens `address`. What the page complains about ends up in `problems`.
  static async open(browser, address, view = desktop) {
    const page = new DebuggerPage();
    page.browser = browser;
    page.problems = [];
    page.tab = await browser.puppet.newPage();
    page.tab.setDefaultTimeout(0);
    page.tab.on('pageerror', (error) => page.problems.push(`error: ${error.message ?? error}`));
    page.tab.on('console', (message) => {
      if (message.type() === 'error') page.problems.push(`console: ${message.text()}`);
    });
    page.tab.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^https?:/.test(protocol) && origin !== new URL(address).origin) {
        page.problems.push(`request: ${request.url()}`);
      }
    });
    await page.tab.setViewport(view.hasTouch && browser.kind === 'chromium'
      ? { ...view, isMobile: true } : view);
    await browser.allowClipboard(address);
    await page.tab.goto(address);
    return page;
  }

  // Calls a function in the page with values.
  evaluate(call, ...values) { return this.tab.evaluate(call, ...values); }

  // For messages of failed tests.
  async description() {
    const [state, text] = await this.evaluate(
      () => [globalThis.fungescope?.state(), document.body.innerText]);
    return JSON.stringify({ state, text, problems: this.problems });
  }

  state() { return this.evaluate(() => globalThis.fungescope?.state()); }

  // Waits for a state for which `condition` is true, and returns it.
  async until(condition, what) {
    let last;
    return until(async () => {
      last = await this.state();
      if (await this.tab.$('.failed')) {
        throw new Error(`the page has failed before ${what}: ${await this.description()}`);
      }
      return last && await condition(last) ? last : undefined;
    }, what, () => this.description());
  }

  // Waits until nothing is left to do or to draw: for some animation frames the debugger has built
  // no frame of its own. Input is taken in the frame after it. Returns the state.
  async settled() {
    const state = this.evaluate(async () => {
      for (let quiet = 0, built = -1; !document.querySelector('.failed');) {
        await new Promise((resolve) => { requestAnimationFrame(resolve); });
        const now = globalThis.fungescope?.state();
        quiet = now?.settled && now.built === built ? quiet + 1 : 0;
        built = now?.built;
        if (quiet === 4) return now;
      }
      return null;
    });
    const settled = await within(state, 'the page to settle', () => this.description());
    if (!settled) throw new Error(`the page has failed: ${await this.description()}`);
    return settled;
  }

  // Waits until the debugger runs, and makes its widgets have names.
  async ready() {
    await this.until(() => true, 'the first frame');
    await this.evaluate(() => globalThis.fungescope.widgets());
    await this.tab.mouse.move(1, 1);
    return this.settled();
  }

  async reload() {
    await this.tab.reload();
    return this.ready();
  }

  // The response of a command; fails the test if the command fails.
  async run(line) { return this.evaluate((text) => globalThis.fungescope.run(text), line); }

  // The rectangle of a widget, { x, y, width, height }, in the page. Waits until it is there.
  async widget(name) {
    return until(() => this.find(name), `the widget "${name}"`, async () =>
      `${await this.description()}, ${await this.evaluate(() => globalThis.fungescope.widgets())}`);
  }

  find(name) { return this.evaluate((text) => globalThis.fungescope?.widget(text), name); }

  async point(name, [x, y] = [0.5, 0.5]) {
    const box = await this.widget(name);
    return [box.x + x * box.width, box.y + y * box.height];
  }

  // ---- The user's hand

  async click(name, fraction) {
    await this.hit(name, fraction);
    return this.settled();
  }

  // `hit`, `tap` and `strike` do not wait: for what begins something without end.
  async hit(name, fraction) {
    await this.tab.mouse.click(...await this.point(name, fraction));
  }

  async drag(name, from, ...to) {
    await this.tab.mouse.move(...await this.point(name, from));
    await this.tab.mouse.down();
    for (const fraction of to) await this.tab.mouse.move(...await this.point(name, fraction));
    await this.tab.mouse.up();
    return this.settled();
  }

  async wheel(name, fraction, deltaY) {
    await this.tab.mouse.move(...await this.point(name, fraction));
    await this.tab.mouse.wheel({ deltaY });
    return this.settled();
  }

  async touch(name, fraction) {
    await this.tap(name, fraction);
    return this.settled();
  }

  // The finger leaves at once, however slow this process is: it would be a long press.
  async tap(name, fraction) {
    const [x, y] = await this.point(name, fraction);
    if (this.browser.kind === 'firefox') {
      const moves = [{ type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
      await this.tab.mainFrame().browsingContext.performActions([
        { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions: moves }]);
      return;
    }
    const session = await this.tab.createCDPSession();
    await Promise.all([
      session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
      session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ]);
    await session.detach();
  }

  // Moves some fingers at once, from points to others.
  async moveFingers(name, from, to) {
    const steps = 10;
    const fingers = [];
    for (const [i, start] of from.entries()) {
      const [x, y] = await this.point(name, start);
      const [endX, endY] = await this.point(name, to[i]);
      const touch = await this.tab.touchscreen.touchStart(x, y);
      fingers.push({ touch, at: (t) => [x + (endX - x) * t, y + (endY - y) * t] });
    }
    for (let step = 1; step <= steps; ++step) {
      for (const { touch, at } of fingers) await touch.move(...at(step / steps));
    }
    for (const { touch } of fingers) await touch.end();
    return this.settled();
  }

  // An entry of a menu.
  async choose(menu, entry) {
    await this.click(`menu ${menu}`);
    await this.hit(`entry ${entry}`);
  }

  // An action by its name in the command palette, which closes.
  async act(name) {
    await this.press('p', 'Control');
    await this.type(name);
    return this.press('Enter');
  }

  // A command in the palette, which shows the response until it is closed.
  async command(line) {
    await this.act(line);
    return this.press('Escape');
  }

  // A key with modifiers: press('F10', 'Shift').
  async press(key, ...modifiers) {
    await this.strike(key, ...modifiers);
    return this.settled();
  }

  async strike(key, ...modifiers) {
    for (const modifier of modifiers) await this.tab.keyboard.down(modifier);
    const paste = key === 'v' && modifiers.includes('Control');
    await this.tab.keyboard.press(key, paste ? { commands: ['Paste'] } : {});
    for (const modifier of modifiers.reverse()) await this.tab.keyboard.up(modifier);
  }

  async type(text) {
    await this.tab.keyboard.type(text);
    return this.settled();
  }

  // Shares the instant as a user does; the link is in the clipboard then.
  async share() {
    await this.act('share a link');
    if (await this.find('share copy')) await this.click('share copy');
  }

  clipboard() { return this.evaluate(() => navigator.clipboard.readText()); }

  copy(text) { return this.evaluate((value) => navigator.clipboard.writeText(value), text); }

  // Drops a file on the page. Browsers offer no hand for this: the events are made in the page.
  async drop(name, text) {
    await this.evaluate((file, content) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file));
      const target = document.querySelector('canvas') ?? document.body;
      for (const type of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type,
          { bubbles: true, cancelable: true, dataTransfer: data }));
      }
    }, name, text);
  }

  // The bytes of a download, once it is complete.
  async downloaded(name) {
    const file = path.join(this.browser.downloads, name);
    await until(() => fs.existsSync(file) && fs.statSync(file).size > 0 && !fs.existsSync(`${file}.part`)
      && !fs.existsSync(`${file}.crdownload`), `the download of ${name}`,
    () => fs.readdirSync(this.browser.downloads).join(', '));
    return fs.readFileSync(file);
  }

  // What the browser keeps for the page: the text of each file by its path.
  kept() {
    return this.evaluate(async () => {
      const result = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const names = (await indexedDB.databases()).map(({ name }) => name);
      if (!names.includes('fungescope')) return {};
      const database = await result(indexedDB.open('fungescope'));
      const store = database.transaction('files').objectStore('files');
      const [paths, files] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
      database.close();
      return Object.fromEntries(paths.map(
        (path, i) => [path, new TextDecoder().decode(files[i].bytes)]));
    });
  }

  // Waits until a text is in a file that the browser keeps, as the page writes them by itself.
  keeps(pattern) {
    return until(async () => Object.values(await this.kept()).some((text) => pattern.test(text)),
      `${pattern} to be kept`, async () => JSON.stringify(await this.kept()));
  }

  // ---- Checks

  // The playfield, or whatever is in the canvas, is not blank: it has at least so many colours.
  async colours() {
    const bytes = await this.tab.screenshot({ encoding: 'base64' });
    return this.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      const seen = new Set();
      for (let i = 0; i < pixels.length; i += 4) {
        seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
      }
      return seen.size;
    }, bytes);
  }

  assertNoProblems() { assert.deepStrictEqual(this.problems, []); }

  // A picture into the folder FUNGESCOPE_WEB_PICTURES, if there is one.
  async picture(name) {
    const folder = process.env.FUNGESCOPE_WEB_PICTURES;
    if (!folder) return;
    fs.mkdirSync(folder, { recursive: true });
    await this.tab.screenshot({ path: path.join(folder, `${name}-${this.browser.kind}.png`) });
  }

  close() { return this.tab.close(); }
}

module.exports = { DebuggerPage, desktop, phone };
