/**
 * The packages that jest loads once for a worker: to load them anew for each file of tests costs more
 * than most files. None of them keeps state that one file of tests could leave to the next.
 */
const { createHash } = require('node:crypto');

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

const isShared = `/node_modules/(${packages.join('|')})/.*\\.c?js$`;

/** Outside of a file of tests, as in the global set-up, there is nothing to share. */
function shared(source, file) {
	return `if (globalThis.requireShared === undefined) {\n${source}\n} else module.exports = globalThis.requireShared(${JSON.stringify(file)});`;
}

module.exports = {
	isShared,
	process: (source, file) => ({ code: shared(source, file) }),
	getCacheKey: (source, file) => createHash('sha1').update(shared(source, file)).digest('hex'),
};
