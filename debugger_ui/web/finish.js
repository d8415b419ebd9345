// Finishes the page: node finish.js FOLDER. Fills in the bytes that its progress bar waits for, and
// puts compressed versions beside the files that gain by it, for servers that send those as they are.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');

const folder = process.argv[2];
const at = (name) => path.join(folder, name);
const parts = ['fungescope.wasm', ...fs.readdirSync(at('fonts')).map((name) => `fonts/${name}`)]
  .filter((name) => !/\.(gz|br)$/.test(name));

const bytes = parts.reduce((sum, name) => sum + fs.statSync(at(name)).size, 0);
const index = fs.readFileSync(at('index.html'), 'utf8');
fs.writeFileSync(at('index.html'), index.replace('@FUNGESCOPE_BYTES@', bytes));

const ways = {
  gz: (file) => zlib.gzipSync(file, { level: 9 }),
  br: (file) => zlib.brotliCompressSync(file),
};
const texts = fs.readdirSync(folder).filter((name) => /\.(js|css|html|svg)$/.test(name));
for (const name of [...parts, ...texts]) {
  for (const [suffix, compress] of Object.entries(ways)) {
    const made = at(`${name}.${suffix}`);
    if (fs.existsSync(made) && fs.statSync(made).mtimeMs >= fs.statSync(at(name)).mtimeMs) continue;
    fs.writeFileSync(made, compress(fs.readFileSync(at(name))));
  }
}
