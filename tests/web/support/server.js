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
// without the host, in order; `missing` those that were refused, as all in `refused` are. hold(url)
// keeps a file back until the function that it returns is called.
async function serve(folder) {
  const requests = [];
  const missing = [];
  const refused = new Set();
  const held = new Map();  // url -> a promise of its release
  const server = http.createServer(async (request, response) => {
    requests.push(request.url);
    await held.get(request.url);
    const name = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const file = path.join(folder, path.normalize(name.endsWith('/') ? `${name}index.html` : name));
    fs.readFile(file, (error, bytes) => {
      if (error || refused.has(request.url)) {
        missing.push(request.url);
        response.writeHead(404).end();
        return;
      }
      const type = types[path.extname(file)] || 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'content-length': bytes.length });
      response.end(bytes);
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
    hold(url) {
      let release;
      held.set(url, new Promise((resolve) => { release = resolve; }));
      return release;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => { server.close(resolve); });
    },
  };
}

module.exports = { serve };
