// What was done is kept in the browser.
'use strict';

const assert = require('node:assert');
const { story } = require('./support/story');

async function change(page) {
  await page.press('2', 'Alt');
  await page.run('break change recursionLevel');
  await page.run('goto 400000');
  await page.run('mark here');
  await page.run('goto 123456');
  await page.settled();
}

async function check(page) {
  const state = await page.settled();
  assert.strictEqual(state.layout, 'code');
  assert.match(await page.run('breaks'), /change recursionLevel/);
  assert.match(await page.run('marks'), /here/);
  return state;
}

story('reload the page and lose nothing', async (user) => {
  const page = await user.open();
  await change(page);
  await page.reload();
  assert.strictEqual((await check(page)).tick, 123_456);
  await page.picture('reload');
});

story('close the browser and lose nothing', async (user) => {
  const page = await user.open();
  await change(page);
  // A browser that ends has no time for the rest.
  await page.keeps(/change recursionLevel/);
  await page.keeps(/"layout": ?"code"/);
  await page.keeps(/"here"/);
  const profile = await user.closeBrowser();
  await user.launch({ profile });
  await check(await user.open());
});

story('breakpoints are kept before the page is left', async (user) => {
  const page = await user.open();
  await page.run('break change recursionLevel');
  await page.keeps(/change recursionLevel/);
});

story('an edited run is back after a reload', async (user) => {
  const page = await user.open();
  await page.run('goto 1000');
  await page.run("set cell(0,0) = '7'");
  await page.settled();
  const before = await page.run('branches');
  await page.reload();
  assert.strictEqual(await page.run('branches'), before);
  assert.strictEqual((await page.state()).tick, 1000);
});

// Types into the program that is being edited, from its first cell on.
async function type_source(page, text) {
  await page.press('Home', 'Control');
  await page.type(text);
}

story('a new program that was never saved is back after a reload', async (user) => {
  const page = await user.open();
  await page.choose('File', 'new…');
  await page.press('Enter');  // the name that is proposed
  await page.until(({ file, settled }) => settled && /untitled\.b93/.test(file), 'the new program');
  await type_source(page, '>55+.@');  // a new program is being edited
  assert.match(await page.run('field 0,0,10,2'), />55\+\.@/);
  for (let visit = 1; visit <= 2; ++visit) {
    await page.reload();
    const state = await page.settled();
    assert.match(state.file, /untitled\.b93/);
    assert.match(await page.run('field 0,0,10,2'), />55\+\.@/);
    await page.picture(`new program, visit ${visit}`);
  }
  await page.press('s', 'Control');
  assert.match((await page.downloaded('untitled.b93')).toString(), /^>55\+\.@/);
});

story('an edited built-in program is back after a reload', async (user) => {
  const page = await user.open('#@squares');
  const unedited = await page.run('field 0,0,10,2');
  await page.press('e', 'Control');
  await type_source(page, '<');
  const before = await page.run('field 0,0,10,2');
  assert.notStrictEqual(before, unedited);
  await page.reload();
  assert.match((await page.state()).file, /squares/);
  assert.strictEqual(await page.run('field 0,0,10,2'), before);
});

const board = async (page) => {
  await page.press('c', 'Control');
  return page.clipboard();
};

story('a game is back with its digits after a reload, and after the browser was closed', async (user) => {
  let page = await user.open('#play');
  await page.click('level easy');
  await page.widget('play board');
  const given = await board(page);
  const empty = [...given].flatMap((sign, cell) => (/[1-9]/.test(sign) ? [] : [cell]));
  for (const cell of empty.slice(0, 3)) {
    await page.click(`cell r${Math.floor(cell / 9) + 1}c${cell % 9 + 1}`);
    await page.press('7');
  }
  const before = await board(page);
  assert.notStrictEqual(before, given);
  await page.reload();
  await page.widget('play board');
  assert.strictEqual(await board(page), before);
  await page.picture('game');
  const profile = await user.closeBrowser();
  await user.launch({ profile });
  page = await user.open('#play');
  await page.widget('play board');
  assert.strictEqual(await board(page), before);
});

story('two pages leave what the other has kept', async (user) => {
  const cats = await user.open('#@cats');
  const sudoku = await user.open('#@sudoku');
  const pages = [cats, sudoku];
  // The second one began before the first has kept anything, and does not know its files.
  for (const at of ['1,1', '2,2']) {
    for (const page of pages) {
      await page.tab.bringToFront();
      await page.run(`break ${at}`);
      await page.keeps(new RegExp(`"text": "${at}"`));
    }
  }
  for (const page of pages) {
    await page.tab.bringToFront();
    await page.reload();
    assert.match(await page.run('breaks'), /1,1.*2,2/s);
  }
});

story('changes of a page that was left do not replace later ones', async (user) => {
  const page = await user.open();
  await page.run('break 1,1');
  await page.keeps(/"text": "1,1"/);
  await page.evaluate((paths) => {
    const old = Object.fromEntries(paths.map((path) => [path, { text: 'old', time: 1 }]));
    localStorage.setItem('fungescope: changed files', JSON.stringify(old));
  }, Object.keys(await page.kept()));
  await page.reload();
  assert.match(await page.run('breaks'), /1,1/);
  assert.deepStrictEqual((await page.state()).messages, []);
});

story('a browser that keeps nothing has the whole debugger', async (user) => {
  const page = await user.open();
  await page.tab.evaluateOnNewDocument(() => {
    for (const name of ['indexedDB', 'localStorage']) {
      Object.defineProperty(window, name, { get() { throw new Error('access denied'); } });
    }
  });
  await page.reload();
  await page.run('goto 1000');
  await page.press('F11');
  assert.strictEqual((await page.state()).tick, 1001);
  await page.evaluate(() => globalThis.fungescope.keep());
  await page.reload();
  assert.strictEqual((await page.state()).tick, 0);
});
