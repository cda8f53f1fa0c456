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
	[
		'an answer that came too late named the transfer, which the list was then not asked for',
		{ mode: 'idempotency-key+transaction-list+balance', seed: 13 },
	],
	[
		'a worker slept over the list it had read, and took the time after for that of the list',
		{ mode: 'transaction-list', seed: 65 },
	],
];

/** One more history, asked for by `SEED` and `MODE`, to look at a failure again. */
function asked(environment: NodeJS.ProcessEnv): readonly (readonly [string, Options])[] {
	const { SEED: seed, MODE: mode = 'idempotency-key' } = environment;
	if (seed === undefined) return [];
	const options = { mode: mode as Options['mode'], seed: Number(seed) };
	return [[`seed ${seed} of ${mode}`, { ...options, funded: true, operated: true }]];
}

test.each([...found, ...asked(process.env)])('%s', async (_what, options) => {
	await simulate({ funded: false, operated: false, ...options });
});
