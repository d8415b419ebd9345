// Links by the description in docs/formats.md, independent of the code that makes them.
'use strict';

const zlib = require('node:zlib');

function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; ++i) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, '0');
}

const encode = (text) => encodeURIComponent(text).replace(/[!'()*]/g,
  (character) => `%${character.charCodeAt(0).toString(16)}`);

// linkTo(source, { tick: 1000, break: '3,1' }): the text from the # on.
function linkTo(source, fields = {}) {
  let link = `#1/program=${zlib.deflateRawSync(Buffer.from(source)).toString('base64url')}`;
  let plain = link;
  for (const [name, value] of Object.entries(fields)) {
    link += `/${name}=${encode(value)}`;
    plain += `/${name}=${value}`;
  }
  return `${link}/check=${crc32(Buffer.from(plain))}`;
}

// The part of an address that is the link.
const linkIn = (address) => address.slice(address.indexOf('#'));

module.exports = { linkIn, linkTo };
