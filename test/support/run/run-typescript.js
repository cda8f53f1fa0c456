/** Runs a TypeScript file of the project as a process of its own: `node run-typescript.js FILE`. */
const path = require('node:path');
require('../../../start/typescript');
require('./child-processes');

const [file, ...args] = process.argv.slice(2);
process.argv.splice(1, process.argv.length - 1, path.resolve(file), ...args);
const Module = require('node:module');
Module._load(path.resolve(file), null, true);
