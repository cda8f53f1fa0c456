/**
 * Every step of the workers is a place where one may end: before and after each statement of the
 * database, each commit and each call. A short settlement is run once to count them, and then
 * once for each, killed there.
 */
import { orderOfReference } from '../../exchange/settlement/store/funded-orders';
import { simulate } from './simulate';
import type { Mode, ScriptedRequest, SettlementWorld } from './settlement-world';
import type { Fate } from './world';

/** Fair weather, so that the one death is all that goes wrong. */
const fair = {
	notSent: 0,
	requestLost: 0,
	answerLost: 0,
	late: 0,
	twice: 0,
	faultBefore: 0,
	faultAfter: 0,
	tooMany: 0,
	unreadable: 0,
} as const;

const busyMs = 3_000;

/** Both deposit, trade, and one withdraws what the other side has paid. */
const script: readonly ScriptedRequest[] = [
	{ atMs: 10, trader: 0, kind: 'DEPOSIT', asset: 'CREDIT', units: 20 },
	{ atMs: 20, trader: 1, kind: 'DEPOSIT', asset: 'EUR', units: 30_000 },
	{ atMs: 700, trader: 0, kind: 'ORDER', side: 'SELL', price: 10, quantity: 15 },
	{ atMs: 800, trader: 1, kind: 'ORDER', side: 'BUY', price: 11, quantity: 15 },
	{ atMs: 1_800, trader: 0, kind: 'PAYOUT', asset: 'CREDIT', units: undefined },
];

/** Its client outlasts a doubt: most resolvers believe nothing before a minute of quiet. */
const fundedSale = {
	trader: 0,
	kind: 'ORDER',
	side: 'SELL',
	price: 12,
	fund: true,
	asksMax: Infinity,
} as const;

/** Three orders at once of one trader, where less is there than any of them needs. */
const fundedScript: readonly ScriptedRequest[] = [
	{ atMs: 10, trader: 0, kind: 'DEPOSIT', asset: 'CREDIT', units: 10 },
	// It ends unfilled, so a window pays those 10 out while they are asked for.
	{
		atMs: 300,
		trader: 0,
		kind: 'ORDER',
		side: 'SELL',
		timeInForce: 'IOC',
		price: 12,
		quantity: 10,
	},
	{ ...fundedSale, atMs: 700, quantity: 15 },
	{ ...fundedSale, atMs: 710, quantity: 15 },
	{ ...fundedSale, atMs: 720, quantity: 15 },
];

function settlementWith(mode: Mode, fate: Fate, requests = script) {
	return simulate({
		mode,
		seed: 4,
		fate,
		weather: fair,
		gifts: false,
		script: requests,
		chaosMs: busyMs,
		tickMs: 200,
		windowMs: 500,
	});
}

/** Runs the settlement once for every step it takes, and ends the worker there. */
export async function killAtEveryStep(mode: Mode): Promise<void> {
	let steps = 0;
	const counted = await settlementWith(mode, () => {
		steps += 1;
		return 'GO';
	});
	expect(await stateCounts(counted)).toMatchObject({ 'DEPOSIT SETTLED': 2, 'PAYOUT SETTLED': 4 });
	for (let last = 1; last <= steps; last += 1) {
		let step = 0;
		await settlementWith(mode, () => {
			step += 1;
			return step === last ? 'KILL' : 'GO';
		});
	}
}

/**
 * The same of orders that fund themselves: each is placed, wherever a process ends. Through transit
 * accounts one alone may be refused: a pull whose process ended is never sent twice.
 */
export async function killAtStepsOfFunding(
	mode: Mode,
	{ every }: { readonly every: number },
): Promise<void> {
	let steps = 0;
	const run = async (fate: Fate) => {
		const simulation = await settlementWith(mode, fate, fundedScript);
		const ends = [...(await placed(simulation)), ...(await refusedFunding(simulation))];
		expect(ends.sort()).toEqual(['request-3', 'request-4', 'request-5']);
		expect((await refusedFunding(simulation)).length).toBeLessThanOrEqual(
			mode === 'transit' ? 1 : 0,
		);
	};
	await run(() => {
		steps += 1;
		return 'GO';
	});
	for (let last = 1; last <= steps; last += every) {
		let step = 0;
		await run(() => {
			step += 1;
			return step === last ? 'KILL' : 'GO';
		});
	}
}

/** Orders that were placed; the one that is not funded comes too early where the deposit was held up. */
async function placed(simulation: SettlementWorld): Promise<readonly string[]> {
	const rows = await simulation
		.auditDatabase()
		.selectFrom('orders')
		.select('client_order_id')
		.where('client_order_id', '<>', 'request-2')
		.execute();
	return rows.map((row) => String(row.client_order_id));
}

/** Orders whose deposit was refused. */
async function refusedFunding(simulation: SettlementWorld): Promise<readonly string[]> {
	const rows = await simulation
		.auditDatabase()
		.selectFrom('intents')
		.select('reference')
		.where('kind', '=', 'DEPOSIT')
		.where('state', '=', 'REFUSED')
		.execute();
	return rows.flatMap(({ reference }) => orderOfReference(reference) ?? []);
}

/** How many intents ended how: a settlement without any would prove nothing. */
async function stateCounts(simulation: SettlementWorld): Promise<Record<string, number>> {
	const rows = await simulation
		.auditDatabase()
		.selectFrom('intents')
		.select(['kind', 'state'])
		.execute();
	const counts: Record<string, number> = {};
	for (const { kind, state } of rows) {
		const name = `${kind} ${state}`;
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
}
