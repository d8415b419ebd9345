// Headless Chromium and Firefox, each with a profile of its own. Both draw with the processor.
//
// FUNGESCOPE_BROWSERS selects some of them ("chromium firefox"); CHROMIUM and FIREFOX name other
// executables.
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const puppeteer = require('puppeteer-core');

const kinds = (process.env.FUNGESCOPE_BROWSERS || 'chromium firefox').split(/[\s,]+/);

const executables = {
  chromium: process.env.CHROMIUM || '/usr/bin/chromium',
  firefox: process.env.FIREFOX || '/usr/bin/firefox-esr',
};

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'fungescope-web-'));
process.on('exit', () => fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

let folders = 0;
function newFolder(name) {
  const folder = path.join(home, `${name}-${++folders}`);
  fs.mkdirSync(folder);
  return folder;
}

// Firefox has WebGL only with a display, although it opens no window there. Returns the name of one.
let display;
function virtualDisplay() {
  display ||= new Promise((resolve, reject) => {
    const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    process.on('exit', () => server.kill());
    server.unref();
    server.on('error', (error) => {
      if (process.env.DISPLAY) resolve(process.env.DISPLAY); else reject(error);
    });
    const pipe = server.stdio[3];
    let text = '';
    pipe.on('data', (data) => {
      text += data;
      if (text.endsWith('\n')) resolve(`:${text.trim()}`);
    });
    pipe.on('close', () => reject(new Error('Xvfb ended before it had a display')));
    pipe.unref();
  });
  return display;
}

function chromiumOptions(webgl) {
  return {
    browser: 'chrome',
    pipe: true,  // it ends when this process does
    args: [
      '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync',
      ...(webgl ? [] : ['--disable-3d-apis']),
    ],
  };
}

async function firefoxOptions(webgl, profile, downloads) {
  return {
    browser: 'firefox',
    env: {
      ...process.env, HOME: profile, MOZ_HEADLESS: '1', DISPLAY: await virtualDisplay(),
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    extraPrefsFirefox: {
      'webgl.force-enabled': webgl,
      'webgl.disabled': !webgl,
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      'dom.w3c_touch_events.enabled': 1,
    },
  };
}

class Browser {
  // With a new profile, or that of a browser that was closed.
  static async launch(kind, { profile = newFolder('profile'), webgl = true } = {}) {
    const browser = new Browser();
    browser.kind = kind;
    browser.profile = profile;
    browser.downloads = newFolder('downloads');
    browser.puppet = await puppeteer.launch({
      executablePath: executables[kind],
      userDataDir: profile,
      headless: true,
      protocolTimeout: 0,  // tests have limits of their own
      timeout: 0,
      ...(kind === 'firefox' ? await firefoxOptions(webgl, profile, browser.downloads)
        : chromiumOptions(webgl)),
    });
    if (kind === 'chromium') {
      const session = await browser.puppet.target().createCDPSession();
      await session.send('Browser.setDownloadBehavior',
        { behavior: 'allow', downloadPath: browser.downloads });
    }
    return browser;
  }

  // Firefox asks nobody about the clipboard when it is driven.
  async allowClipboard(url) {
    if (this.kind !== 'chromium') return;
    await this.puppet.defaultBrowserContext().overridePermissions(new URL(url).origin,
      ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
  }

  async close() {
    await this.puppet.close();
  }
}

module.exports = { Browser, kinds, newFolder };
