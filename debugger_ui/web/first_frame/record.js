// Records which functions the first frame of the page calls, for several ways to open it:
//
//     node record.js SITE INSTRUMENTED FOLDER
//
// INSTRUMENTED is the program that split.py has instrumented; FOLDER gets a profile for each frame.
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const support = path.resolve(__dirname, '../../../tests/web/support');
const { Browser } = require(`${support}/browsers`);
const { linkTo } = require(`${support}/links`);
const { DebuggerPage, desktop, phone } = require(`${support}/page`);
const { serve } = require(`${support}/server`);

const [site, instrumented, folder] = process.argv.slice(2);

const hello = '64+"!dlrow olleH">:#,_@\n';
const link = linkTo(hello, { tick: 20, break: '3,0' });

// Each in a browser of its own.
const visits = [
  { name: 'first', rest: '' },
  { name: 'light', rest: '?theme=light' },
  { name: 'phone', rest: '', view: phone },
  { name: 'program', rest: '#@cats' },
  { name: 'play', rest: '#play' },
  { name: 'play-phone', rest: '#play', view: phone },
  { name: 'embed', rest: '?embed#@sudoku' },
  { name: 'link', rest: link },
  { name: 'link-embed', rest: `?embed${link}` },
  { name: 'link-refused', rest: link.slice(0, -3) },
];

// What was done on an earlier visit, and the address of the visit after it.
const returns = [
  { name: 'again', before: async () => {} },
  { name: 'again-other', before: async () => {}, rest: '#@cats' },
  { name: 'again-run', before: run },
  { name: 'again-edited', before: edit },
  { name: 'again-code', before: (page) => page.press('2', 'Alt') },
  { name: 'again-profile', before: (page) => page.press('3', 'Alt') },
  { name: 'again-play', before: (page) => page.press('4', 'Alt') },
  { name: 'again-game', before: play, rest: '#play' },
];

async function run(page) {
  await page.run('break change recursionLevel');
  await page.run('watch solvedCells');
  await page.run('goto 400000');
  await page.run('mark here');
  await page.run('goto 123456');
}

async function edit(page) {
  await page.run('goto 1000');
  await page.run("set cell(0,0) = '7'");
}

async function play(page) {
  await page.press('4', 'Alt');
  await page.press('ArrowRight');
  await page.type('5');
}

// Serves the page, with the instrumented program while `recording`: it has all functions, so the
// other module is not needed, and the page stops after its first frame for want of it.
async function serveSite() {
  const whole = await serve(site);
  const noting = fs.mkdtempSync(path.join(folder, 'site-'));
  fs.cpSync(site, noting, { recursive: true });
  fs.copyFileSync(instrumented, path.join(noting, 'fungescope.wasm'));
  fs.rmSync(path.join(noting, 'fungescope.deferred.wasm'));
  const recorder = await serve(noting);
  const front = {
    recording: false,
    server: http.createServer((request, response) => {
      const target = new URL(request.url, front.recording ? recorder.url : whole.url);
      http.get(target, (answer) => {
        response.writeHead(answer.statusCode, { ...answer.headers, 'cache-control': 'no-store' });
        answer.pipe(response);
      });
    }),
    async close() {
      await Promise.all([whole.close(), recorder.close()]);
      front.server.closeAllConnections();
      front.server.close();
      fs.rmSync(noting, { recursive: true });
    },
  };
  await new Promise((resolve) => { front.server.listen(0, '127.0.0.1', resolve); });
  front.url = `http://127.0.0.1:${front.server.address().port}/`;
  return front;
}

// The module's own export writes the profile to memory: to new pages of it.
function hook() {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate(...args);
    const exports = (made.instance || made).exports;
    if (!exports.__write_profile) return made;
    globalThis.readProfile = () => {
      const memory = Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
      const at = memory.grow(16) * 65536;
      const length = exports.__write_profile(at, 16 * 65536);
      return Array.from(new Uint8Array(memory.buffer, at, length));
    };
    return made;
  };
}

async function record(site, browser, { name, rest = '', view = desktop }) {
  site.recording = true;
  const page = await DebuggerPage.open(browser, `${site.url}empty`, view);
  await page.tab.evaluateOnNewDocument(hook);
  await page.tab.goto(site.url + rest);
  const profile = await page.evaluate(async () => {
    while (performance.getEntriesByName('first-frame').length === 0) {
      await new Promise((resolve) => { setTimeout(resolve, 20); });
    }
    return globalThis.readProfile();
  });
  fs.writeFileSync(path.join(folder, `${name}.profile`), Buffer.from(profile));
  site.recording = false;
  await page.close();
  console.log(name);
}

async function main() {
  for (const name of fs.readdirSync(folder)) {
    if (name.endsWith('.profile')) fs.rmSync(path.join(folder, name));
  }
  const site = await serveSite();
  for (const visit of [...visits, ...returns]) {
    const browser = await Browser.launch('chromium');
    if (visit.before) {
      const page = await DebuggerPage.open(browser, site.url);
      await page.ready();
      await visit.before(page);
      await page.settled();
      await page.evaluate(() => globalThis.fungescope.keep());
      await page.close();
    }
    await record(site, browser, visit);
    await browser.close();
  }
  await site.close();
}

main();
