// A story is one test in each browser.
//
//     story('step back', async (user) => {
//       const page = await user.open('#@sudoku');
//       await page.press('F11');
//       assert.strictEqual((await page.state()).tick, 1);
//     });
//
// `./x test web` runs all of them. By hand, after it has fetched the packages and built the page:
//
//     NODE_PATH=build/web-kit/node_modules node --test tests/web/step.test.js
//
// FUNGESCOPE_WEB names another folder than build-web. A failed story leaves a picture in
// FUNGESCOPE_WEB_PICTURES, or else in the system's temporary folder.
'use strict';

const assert = require('node:assert');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { Browser, kinds } = require('./browsers');
const { DebuggerPage } = require('./page');
const { serve } = require('./server');
const { limit } = require('./wait');

const built = process.env.FUNGESCOPE_WEB || path.resolve(__dirname, '../../../build-web');

// Someone with a browser; the page is served to them alone.
class User {
  constructor(kind, server, report) {
    this.kind = kind;
    this.report = report;  // called with a figure, which the test prints
    this.server = server;
    this.browsers = [];
    this.pages = [];
  }

  // Another browser: with a new profile, or with the `profile` of one that was closed.
  async launch(options) {
    this.browser = await Browser.launch(this.kind, options);
    this.browsers.push(this.browser);
    return this.browser;
  }

  // A page that is loaded, or has said why not, in the present browser.
  async load(rest = '', view = undefined) {
    if (!this.browser) await this.launch();
    const page = await DebuggerPage.open(this.browser, this.server.url + rest, view);
    this.pages.push(page);
    return page;
  }

  // The same, and the debugger has drawn its first frames.
  async open(rest, view) {
    const page = await this.load(rest, view);
    await page.ready();
    return page;
  }

  async closeBrowser() {
    const { profile } = this.browser;
    await this.browser.close();
    this.browsers.pop();
    this.browser = undefined;
    return profile;
  }
}

async function pictureOf(page, name) {
  const folder = process.env.FUNGESCOPE_WEB_PICTURES || os.tmpdir();
  const file = path.join(folder, `failed ${name}.png`);
  try {
    await page.tab.screenshot({ path: file });
    return file;
  } catch {
    return 'none';  // it was closed
  }
}

function story(name, body) {
  for (const kind of kinds) {
    test(`${name}, in ${kind}`, { timeout: 5 * limit }, async (context) => {
      const server = await serve(built);
      const user = new User(kind, server, (text) => context.diagnostic(text));
      try {
        await body(user);
        for (const page of user.pages) page.assertNoProblems();
        assert.deepStrictEqual(server.missing, []);
      } catch (error) {
        const page = user.pages.at(-1);
        if (page) error.message += `\npicture: ${await pictureOf(page, `${name}, ${kind}`)}`;
        throw error;
      } finally {
        for (const browser of user.browsers) await browser.close();
        await server.close();
      }
    });
  }
}

module.exports = { built, story };
