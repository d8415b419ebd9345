// A file server of the plainest kind: the page must need no more.
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
};

// Serves `folder` on a free port of the loopback address. `requests` are the addresses asked for,
// without the host, in order; `missing` those that were refused, as all in `refused` are. Of those in
// `broken` the connection ends in the middle, and those in
// `replaced` have other bytes.
async function serve(folder) {
  const requests = [];
  const missing = [];
  const refused = new Set();
  const broken = new Set();
  const replaced = new Map();
  const server = http.createServer((request, response) => {
    requests.push(request.url);
    const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const file = path.join(folder, path.normalize(name.endsWith('/') ? `${name}index.html` : name));
    fs.readFile(file, (error, content) => {
      if (error || refused.has(request.url)) {
        missing.push(request.url);
        response.writeHead(404).end();
        return;
      }
      const bytes = replaced.get(request.url) ?? content;
      const type = types[path.extname(file)] || 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
      if (!broken.has(request.url)) response.end(bytes);
      else response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    });
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    requests,
    missing,
    refused,
    broken,
    replaced,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => { server.close(resolve); });
    },
  };
}

module.exports = { serve };
