// Fingers, the keyboard of a touch screen, and the clipboard.
'use strict';

const assert = require('node:assert');
const { phone } = require('./support/page');
const { story } = require('./support/story');

const solution = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

story('the last digit of a puzzle, by taps', async (user) => {
  const page = await user.open('#play', phone);
  await page.copy(solution.replace('4', '.'));
  await page.press('v', 'Control');
  const board = await page.widget('play board');
  assert.ok(board.width > 330, `the board has the width of the phone: ${board.width}`);
  const key = await page.widget('key 4');
  assert.ok(key.y > board.y + board.height && key.height > 30, 'the keys are below the board');
  await page.touch('cell r1c3');
  await page.picture('phone-play');
  await page.touch('key 4');
  await page.widget('play result');
});

story('a long press is the right button', async (user) => {
  const page = await user.open('#play', phone);
  await page.copy(solution.replace('4', '.'));
  await page.press('v', 'Control');
  const finger = await page.tab.touchscreen.touchStart(...await page.point('cell r1c3'));
  await page.widget('picker key 4');
  await finger.end();
  await page.touch('picker key 4');
  await page.widget('play result');
});

story('a tap opens a submenu, and chooses nothing in it', async (user) => {
  const page = await user.open('#@cats', phone);
  await page.touch('menu File');
  await page.touch('menu examples', [0.2, 0.5]);
  await page.picture('phone-submenu');
  assert.strictEqual((await page.state()).file, '@cats');
  await page.touch('entry sudoku');
  await page.until(({ file }) => file === '@sudoku', 'the example that was tapped');
});

story('two fingers move the playfield and zoom it', async (user) => {
  const page = await user.open('', phone);
  await page.run('goto 400000');
  await page.settled();
  const first = await page.widget('pointer');
  await page.moveFingers('playfield', [[0.3, 0.4], [0.5, 0.4]], [[0.3, 0.6], [0.5, 0.6]]);
  const moved = await page.widget('pointer');
  assert.ok(moved.y > first.y + 20, `from ${first.y} to ${moved.y}`);
  assert.strictEqual(moved.width, first.width);
  await page.moveFingers('playfield', [[0.4, 0.5], [0.5, 0.5]], [[0.2, 0.5], [0.8, 0.5]]);
  const large = await page.widget('pointer');
  assert.ok(large.width > 1.2 * first.width, `from ${first.width} to ${large.width}`);
  await page.picture('phone-zoomed');
});

story('a text field opens the keyboard, and takes what it inserts', async (user) => {
  const page = await user.open('', phone);
  const focused = () => page.evaluate(() => document.activeElement.id);
  assert.strictEqual(await focused(), 'canvas');
  await page.touch('field tick');
  assert.strictEqual(await focused(), 'keyboard');
  await page.press('a', 'Control');
  for (const sign of '123459') await page.tab.keyboard.sendCharacter(sign);
  for (let i = 0; i < 2; ++i) await page.evaluate(() => document.execCommand('delete'));
  if (user.kind === 'chromium') {  // a word is composed, and replaced as it grows
    const session = await page.tab.createCDPSession();
    for (const text of ['5', '56', '5']) {
      await session.send('Input.imeSetComposition',
        { text, selectionStart: text.length, selectionEnd: text.length });
    }
    await session.send('Input.insertText', { text: '5' });
  } else {
    await page.tab.keyboard.sendCharacter('5');
  }
  await page.press('Enter');
  await page.until(({ tick }) => tick === 12_345, 'the tick that was entered');
  await page.touch('step back');
  assert.strictEqual(await focused(), 'canvas');
});

story('copy and paste with the keyboard', async (user) => {
  const page = await user.open();
  await page.click('field tick');
  await page.press('a', 'Control');
  await page.type('777');
  await page.press('a', 'Control');
  await page.press('c', 'Control');
  assert.strictEqual(await page.clipboard(), '777');
  await page.copy('4321');
  await page.press('v', 'Control');
  await page.press('Enter');
  await page.until(({ tick }) => tick === 4321, 'the tick that was pasted');
});
