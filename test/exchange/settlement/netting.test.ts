import {
	planWindow,
	type Credit,
	type Payable,
} from '../../../exchange/settlement/windows/netting';
import { unitsCovering, unitsMax, unitsWithin } from '../../../exchange/settlement/assets/units';
import { Random } from '../../simulation/world';

const netting = { eachTrade: false };

function payable(accountId: string, change: Partial<Payable> = {}): Payable {
	return {
		accountId,
		asset: 'EUR',
		due: 0n,
		available: 1_000n,
		unit: 1n,
		isFrozen: false,
		...change,
	};
}

let commands = 0;

/** Of a command of its own, unless one is named. */
function credit(accountId: string, amount: bigint, command = `market.${(commands += 1)}`): Credit {
	return { command, accountId, asset: 'EUR', amount };
}

function paid(credits: readonly Credit[], payables: readonly Payable[], eachTrade = false) {
	const plan = planWindow(credits, payables, { eachTrade });
	return {
		payouts: plan.payouts.map(({ accountId, units }) => `${accountId} ${units}`),
		dues: plan.dues,
	};
}

test.each<
	readonly [string, readonly Credit[], readonly Payable[], readonly string[], readonly bigint[]]
>([
	['nothing', [], [payable('anna')], [], [0n]],
	['one credit', [credit('anna', 5n)], [payable('anna')], ['anna 5'], [0n]],
	[
		'no credit of an account that is frozen',
		[credit('anna', 5n), credit('ben', 2n)],
		[payable('anna', { isFrozen: true, due: 3n }), payable('ben')],
		['ben 2'],
		[8n, 0n],
	],
	[
		'two credits as one',
		[credit('anna', 5n), credit('anna', 7n)],
		[payable('anna')],
		['anna 12'],
		[0n],
	],
	[
		'each account by itself',
		[credit('anna', 5n), credit('ben', 2n), credit('anna', 1n)],
		[payable('anna'), payable('ben')],
		['anna 6', 'ben 2'],
		[0n, 0n],
	],
	[
		'a commission less',
		[credit('anna', 5n, 'm.1'), credit('anna', -2n, 'm.1')],
		[payable('anna')],
		['anna 3'],
		[0n],
	],
	['nobody who is not listed', [credit('ben', 5n)], [payable('anna')], [], [0n]],
	['what earlier windows left', [], [payable('anna', { due: 4n })], ['anna 4'], [0n]],
	[
		'whole units only',
		[credit('anna', 250n)],
		[payable('anna', { unit: 100n })],
		['anna 2'],
		[50n],
	],
	[
		'a rest once it is whole',
		[credit('anna', 60n)],
		[payable('anna', { unit: 100n, due: 50n })],
		['anna 1'],
		[10n],
	],
	[
		'only what is still available',
		[credit('anna', 50n)],
		[payable('anna', { available: 20n })],
		['anna 20'],
		[0n],
	],
	[
		'nothing that was used again',
		[credit('anna', 50n)],
		[payable('anna', { available: 0n })],
		[],
		[0n],
	],
])('a window pays %s', (_what, credits, payables, payouts, dues) => {
	expect(paid(credits, payables)).toEqual({ payouts, dues });
});

test('every trade by itself is paid credit by credit', () => {
	const credits = [credit('anna', 5n), credit('anna', 7n)];
	expect(paid(credits, [payable('anna')], true).payouts).toEqual(['anna 5', 'anna 7']);
});

test('netting never pays more, or by more calls, than paying each', () => {
	const random = new Random(11);
	for (let round = 0; round < 2_000; round += 1) {
		const names = ['anna', 'ben', 'carl'];
		const credits = Array.from({ length: random.below(12) }, () =>
			credit(random.pick(names), BigInt(random.below(60) - 5)),
		);
		const payables = names.map((name) =>
			payable(name, {
				due: BigInt(random.below(30)),
				available: BigInt(random.below(200)),
				unit: BigInt(1 + random.below(9)),
				isFrozen: random.below(4) === 0,
			}),
		);
		const netted = planWindow(credits, payables, netting);
		const gross = planWindow(credits, payables, { eachTrade: true });
		expect(netted.payouts.length).toBeLessThanOrEqual(gross.payouts.length);
		for (const [index, { accountId, available, unit }] of payables.entries()) {
			const own = netted.payouts.filter((payout) => payout.accountId === accountId);
			const sum = own.reduce((total, { amount }) => total + amount, 0n);
			expect(sum % unit).toBe(0n);
			expect(sum + (netted.dues[index] ?? 0n)).toBeLessThanOrEqual(available);
		}
	}
});

test('units are rounded down for payouts and up for deposits', () => {
	expect([0n, 99n, 100n, 199n, -5n].map((amount) => unitsWithin(amount, 100n))).toEqual([
		0, 0, 1, 1, 0,
	]);
	expect([1n, 100n, 101n].map((amount) => unitsCovering(amount, 100n))).toEqual([1, 1, 2]);
	const tooMuch = BigInt(unitsMax) * 100n + 1n;
	expect(unitsWithin(tooMuch, 100n)).toBe(unitsMax);
	expect(unitsCovering(tooMuch, 100n)).toBeNull();
});
