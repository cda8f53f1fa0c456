/** Settings and intents for tests of the rules of settlement. */
import type { Moment } from '../../../exchange/settlement/state/call';
import type { Intent } from '../../../exchange/settlement/state/intent';
import { readSettings, type Resolver } from '../../../exchange/settlement/setup/settings';

export const now = 1_000_000;

export function momentOf(resolvers: readonly Resolver[], at = now): Moment {
	const own = (name: string) => ({ email: `${name}@house.test`, key: `key-of-${name}` });
	const settings = readSettings({
		trackerUrl: 'http://tracker.test',
		productId: 'product',
		escrow: own('escrow'),
		transit: [own('transit-1'), own('transit-2')],
		resolvers,
		timeoutMs: 10_000,
		quietMs: 60_000,
	});
	return { settings, now: at };
}

export const planned: Intent = {
	id: 'intent-1',
	kind: 'PAYOUT',
	units: 5,
	state: 'PLANNED',
	leg: 'PAY',
	attempt: 0,
	keyNumber: 1,
	transitEmail: null,
	sentAt: null,
	firstDoubtAt: null,
	lastDoubtAt: null,
	triedSince: null,
	unitsBefore: null,
	transactionId: null,
	reason: null,
	dueAt: now,
};

export const sending: Intent = { ...planned, state: 'SENDING', attempt: 1, sentAt: now };

export const inDoubt: Intent = {
	...sending,
	state: 'UNKNOWN',
	firstDoubtAt: now,
	lastDoubtAt: now,
};

export const deposit = { kind: 'DEPOSIT', leg: 'PULL' } as const;
export const funding = { leg: 'FUND', transitEmail: 'transit-1@house.test' } as const;
export const fromTransit = { leg: 'PAY', transitEmail: 'transit-1@house.test' } as const;
