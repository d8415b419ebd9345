// Gives Node 18, Debian's, the names that the server of VS Code expects of Node 20.
'use strict';

globalThis.crypto ??= require('node:crypto').webcrypto;
globalThis.File ??= require('node:buffer').File;
