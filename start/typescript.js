/**
 * Lets a process run TypeScript directly, before a build and in tests: `node -r
 * start/typescript.js file.ts`. It removes the types without checking them. In a test run the
 * processes share their transformed files.
 */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { registerHooks } = require('node:module');
const path = require('node:path');

/** Set by `before-run.ts`. */
const runFolder = process.env['TEST_RUN_FOLDER'];

/** Dynamic imports name the built file, so `.js` is removed. */
registerHooks({
	resolve(specifier, context, next) {
		const isOurs = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
		return next(isOurs ? specifier.replace(/\.js$/, '') : specifier, context);
	},
});

require.extensions['.ts'] = (module, filename) => {
	module._compile(withoutTypes(fs.readFileSync(filename, 'utf8'), filename), filename);
};

function withoutTypes(text, filename) {
	if (runFolder === undefined) return transformed(text, filename);
	const name = createHash('sha1').update(filename).update(text).digest('hex');
	const file = path.join(runFolder, 'transformed', name);
	try {
		return fs.readFileSync(file, 'utf8');
	} catch {
		const code = transformed(text, filename);
		keep(file, code);
		return code;
	}
}

/**
 * Written under a draft name and renamed. A process that may not write there goes on without a
 * cache.
 */
function keep(file, code) {
	const draft = `${file}.${process.pid}`;
	try {
		fs.mkdirSync(path.dirname(file), { recursive: true });
		fs.writeFileSync(draft, code);
		fs.renameSync(draft, file);
	} catch (fault) {
		if (!['EACCES', 'ENOENT', 'EFBIG'].includes(fault.code)) throw fault;
	}
}

function transformed(text, filename) {
	const { transformSync } = require('@swc/core');
	const { code } = transformSync(text, {
		filename,
		jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
		module: { type: 'commonjs' },
	});
	return code;
}
