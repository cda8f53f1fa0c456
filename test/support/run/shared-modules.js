/**
 * The modules that jest loads once for a worker: to load them anew for each file of tests costs more
 * than most files, and what is loaded once also runs faster, as it does in the programs. None of them
 * keeps state that one file of tests could leave to the next.
 */
const { createHash } = require('node:crypto');
const path = require('node:path');
const { transformSync } = require('@swc/core');

const root = path.resolve(__dirname, '..', '..', '..');

const packages = [
	'@aws-sdk',
	'@bull-board',
	'@fastify',
	'@opentelemetry/api',
	'@smithy',
	'ajv',
	'ajv-formats',
	'avvio',
	'axe-core',
	'bullmq',
	'ccxt',
	'commander',
	'cron-parser',
	'fast-check',
	'fastify',
	'find-my-way',
	'fontkit',
	'form-data',
	'helmet',
	'ioredis',
	'kysely',
	'linkedom',
	'luxon',
	'nodemailer',
	'papaparse',
	'pg',
	'pg-protocol',
	'playwright-core',
	'postal-mime',
	'prom-client',
	'saxes',
	'semver',
	'sharp',
	'smtp-server',
	'typescript',
	'undici',
	'ws',
	'yaml',
	'yauzl',
];

/**
 * Our own code, but for what n8n loads, which goes with n8n's packages, and for `start`, whose timers
 * a test drives.
 */
const isProduct = `^${root}/(api|proof|server|comparison|service|exchange|backup|clients)/.*\\.ts$`;
const isShared = `/node_modules/(${packages.join('|')})/.*\\.c?js$`;

const readTypeScript = {
	jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
	module: { type: 'commonjs' },
};

/** Outside of a file of tests, as in the global set-up, there is nothing to share. */
function shared(source, file) {
	const alone = file.endsWith('.ts') ? transformSync(source, readTypeScript).code : source;
	return `if (globalThis.requireShared === undefined) {\n${alone}\n} else module.exports = globalThis.requireShared(${JSON.stringify(file)});`;
}

module.exports = {
	...{ isProduct, isShared, readTypeScript },
	process: (source, file) => ({ code: shared(source, file) }),
	getCacheKey: (source, file) => createHash('sha1').update(source).update(file).digest('hex'),
};
