import { simulate } from './simulate';
import type { Options } from './settlement-world';

/** Seeds that once failed, each with what was wrong. */
const found: readonly (readonly [string, Options])[] = [
	[
		'a worker that slept finds its deposit ended and the key erased',
		{ mode: 'idempotency-key', seed: 74 },
	],
	[
		'a call made again with its key lands when the tracker has forgotten the key',
		{ mode: 'idempotency-key+balance', seed: 5 },
	],
];

test.each(found)('%s', async (_what, options) => {
	await simulate(options);
});
