/**
 * Lets a child process of a test run our TypeScript as it is: `node -r test/support/typescript.js
 * file.ts`. It only takes the types away; checking them is the compiler's work.
 */
const fs = require('node:fs');
const { transformSync } = require('@swc/core');

require.extensions['.ts'] = (module, filename) => {
	const { code } = transformSync(fs.readFileSync(filename, 'utf8'), {
		filename,
		jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
		module: { type: 'commonjs' },
	});
	module._compile(code, filename);
};
