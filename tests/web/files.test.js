// Programs come into the page by drop, upload and paste, and leave it as downloads.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { newFolder } = require('./support/browsers');
const { story } = require('./support/story');

const program = '>12+.@\n';

story('drop a program, and run it', async (user) => {
  const page = await user.open();
  await page.drop('sum.b93', program);
  await page.until((state) => /sum\.b93/.test(state.file) && state.settled, 'the program to open');
  await page.choose('Run', 'play');
  assert.strictEqual((await page.settled()).tick, 6);
  await page.run('expect output "3 "');
  await page.picture('drop');
});

story('upload a program', async (user) => {
  const page = await user.open();
  const at = path.join(newFolder('programs'), 'uploaded.b93');
  fs.writeFileSync(at, program);
  const [chooser] = await Promise.all([page.tab.waitForFileChooser(), page.strike('o', 'Control')]);
  await chooser.accept([at]);
  await page.until((state) => /uploaded\.b93/.test(state.file) && state.settled, 'the program');
});

story('download the program, as it was edited', async (user) => {
  const page = await user.open();
  await page.drop('sum.b93', program);
  await page.until((state) => /sum\.b93/.test(state.file) && state.settled, 'the program to open');
  await page.press('e', 'Control');
  await page.press('Home', 'Control');
  await page.type('v');
  await page.press('s', 'Control');
  assert.strictEqual((await page.downloaded('sum.b93')).toString(), 'v12+.@\n');
});

story('copy and paste cells', async (user) => {
  const page = await user.open();
  await page.drop('sum.b93', program);
  await page.until((state) => /sum\.b93/.test(state.file) && state.settled, 'the program to open');
  await page.press('e', 'Control');
  await page.press('Home', 'Control');
  await page.copy('>99*.@');
  await page.press('v', 'Control');
  await page.choose('Run', 'restart with source');
  await page.settled();
  await page.choose('Run', 'play');
  await page.settled();
  await page.run('expect output "81 "');
});

story('a picture of the window is a download', async (user) => {
  const page = await user.open();
  await page.act('picture of the window');
  await page.press('Enter');  // the name that is proposed
  const { downloads } = user.browser;
  await page.until(() => fs.readdirSync(downloads).some((name) => name.endsWith('.png')), 'the picture');
});
