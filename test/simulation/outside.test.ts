import { simulate } from './simulate';
import type { Options } from './settlement-world';

/** What each resolver says that it cannot do; see exchange/settlement/state/evidence.ts. */
const outside: readonly (readonly [string, Omit<Options, 'seed'>])[] = [
	['a tracker that ignores the key', { mode: 'idempotency-key', weather: { honoursKeys: false } }],
	['a list that is late', { mode: 'transaction-list', weather: { lateMaxMs: 600_000 } }],
	['a call that lands after the quiet time', { mode: 'balance', weather: { lateMaxMs: 600_000 } }],
	['a request that arrives twice', { mode: 'balance', weather: { twice: 0.1 } }],
];

/** The first seed at which the auditor finds a fault, and what the auditor says. */
async function firstFault(options: Omit<Options, 'seed'>): Promise<string | undefined> {
	for (let seed = 1; seed <= 60; seed += 1) {
		const fault = await simulate({ ...options, seed }).then(
			() => undefined,
			(found: unknown) => String(found),
		);
		if (fault !== undefined) return fault;
	}
	return undefined;
}

test.each(outside)(
	'%s is outside of what the resolver assumes, and the auditor sees what it does',
	async (_what, options) => {
		expect(await firstFault(options)).toMatch(/happened \d times|the books owe|is held/);
	},
	300_000,
);
