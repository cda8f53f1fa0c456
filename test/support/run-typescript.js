/** Runs a TypeScript file of the project as a process of its own: `node run-typescript.js FILE`. */
const { transformFileSync } = require('@swc/core');
const path = require('node:path');

require.extensions['.ts'] = (module, file) => {
	const { code } = transformFileSync(file, {
		jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
		module: { type: 'commonjs' },
	});
	module._compile(code, file);
};

const [file, ...args] = process.argv.slice(2);
process.argv.splice(1, process.argv.length - 1, path.resolve(file), ...args);
const Module = require('node:module');
Module._load(path.resolve(file), null, true);
