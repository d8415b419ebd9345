// The program is loaded in two parts (debugger_ui/web/first_frame): the second one after the first
// frame.
'use strict';

const assert = require('node:assert');
const { linkTo } = require('./support/links');
const { desktop, phone } = require('./support/page');
const { story } = require('./support/story');
const { until } = require('./support/wait');

const rest = '/fungescope.deferred.wasm';

const marks = (page, name) => page.evaluate(
  (mark) => performance.getEntriesByName(mark).map(({ startTime, detail }) => ({ startTime, detail })),
  name);

story('the first frame does not wait for the rest, and input waits for it', async (user) => {
  const page = await user.open();
  const step = await page.point('step');
  const release = user.server.hold(rest);
  await page.tab.reload();
  await until(async () => (await marks(page, 'first-frame')).length > 0, 'the first frame');
  await page.tab.mouse.click(...step);
  await page.tab.keyboard.press('F11');
  assert.ok(await page.colours() > 20, 'the frame is on the screen');
  assert.strictEqual(await page.state(), null);
  assert.strictEqual(await page.tab.$('.failed'), null);
  await page.picture('first-frame');
  release();
  await page.until(({ tick }) => tick === 2, 'both steps');
  const begun = await page.evaluate((url) => performance.getEntriesByType('resource')
    .find(({ name }) => name.endsWith(url)).startTime, rest);
  const [first] = await marks(page, 'first-frame');
  assert.ok(begun >= first.startTime, 'the rest is asked for after the first frame');
});

story('a rest that is missing is named', async (user) => {
  user.server.refused.add(rest);
  const page = await user.load();
  await until(() => page.tab.$('.failed'), 'the message');
  const text = await page.evaluate(() => document.body.innerText);
  assert.match(text, /cannot be loaded/);
  assert.match(text, /Reload the page/);
  assert.match(text, /fungescope\.deferred\.wasm: 404/);
  assert.deepStrictEqual(user.server.missing, [rest]);
  user.server.refused.clear();
  user.server.missing.length = 0;
  page.problems.length = 0;
  await page.reload();
  assert.strictEqual((await page.press('F11')).tick, 1);
});

// Modules of two builds do not fit together.
function of_another_build() {
  const { customSections } = WebAssembly.Module;
  let calls = 0;
  WebAssembly.Module.customSections = (module, name) =>
    (++calls <= globalThis.wrong_answers ? [new Uint8Array([calls]).buffer] : customSections(module, name));
}

story('a rest of an earlier build is asked for again, past the cache', async (user) => {
  const page = await user.open('?theme=light');
  await page.tab.evaluateOnNewDocument(of_another_build);
  await page.tab.evaluateOnNewDocument(() => { globalThis.wrong_answers = 2; });
  user.server.requests.length = 0;
  await page.reload();
  assert.strictEqual(user.server.requests.filter((url) => url === rest).length, 2);
  assert.strictEqual((await page.press('F11')).tick, 1);
});

story('a rest of another build is refused', async (user) => {
  const page = await user.load('?theme=light');
  await page.tab.evaluateOnNewDocument(of_another_build);
  await page.tab.evaluateOnNewDocument(() => { globalThis.wrong_answers = 4; });
  await page.tab.reload();
  await until(() => page.tab.$('.failed'), 'the message');
  assert.match(await page.evaluate(() => document.body.innerText), /not of the same build/);
});

const link = linkTo('64+"!dlrow olleH">:#,_@\n', { tick: 20 });
for (const [name, address, view] of [
  ['the solver', '', desktop],
  ['a phone', '', phone],
  ['a program', '#@cats', desktop],
  ['a game', '#play', desktop],
  ['a link', link, desktop],
  ['an embedded link', `?embed${link}`, desktop],
]) {
  story(`the first part has all that is needed to show ${name}`, async (user) => {
    const page = await user.open(address, view);
    for (let visit = 1; visit <= 2; ++visit) {
      const restarts = await marks(page, 'restart');
      assert.deepStrictEqual(restarts, [],
        `in visit ${visit}; "cmake --build --preset web --target first_frame" writes the list again`);
      await page.run('goto 10');
      await page.evaluate(() => globalThis.fungescope.keep());
      await page.reload();
    }
  });
}

// An import that fails as a function does which is not there yet.
function fail_once() {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (module, imports) => {
    WebAssembly.instantiate = instantiate;
    let calls = 0;
    const failing = (call) => (...values) => {
      if (++calls === 60) throw new globalThis.DeferredCall('a test');
      return call(...values);
    };
    const all = Object.entries(imports.a).map(([name, value]) =>
      [name, typeof value === 'function' ? failing(value) : value]);
    return instantiate(module, { ...imports, a: Object.fromEntries(all) });
  };
}

story('a first frame that needs the rest is drawn after it is loaded', async (user) => {
  const page = await user.load('?theme=light');
  await page.tab.evaluateOnNewDocument(fail_once);
  await page.reload();
  assert.deepStrictEqual((await marks(page, 'restart')).map(({ detail }) => detail), ['a test']);
  assert.ok(await page.colours() > 20, 'the frame is on the screen');
  assert.strictEqual((await page.press('F11')).tick, 1);
  await page.choose('Run', 'play');
  await page.until(({ tick }) => tick > 1000, 'it to run');
});
