/**
 * Rounds of faults while ten traders fund, trade and withdraw through two APIs, and a quarter of all
 * calls of the tracker go wrong. Each fault begins under load, ends, and the load goes on. In the end
 * the network is honest, everything comes to rest, and everything must be where it belongs: from
 * outside, before and after the last orders are cancelled, and inside.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { exchangeClient } from '../../../clients/exchange/client';
import type { Resolver } from '../../../exchange/settlement/setup/settings';
import { demoMarket } from '../../../exchange/demo/demo';
import { lockDurationMs } from '../../../exchange/workers/jobs';
import type { DatabaseKind, TestDatabases } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { randomOf } from '../support/random';
import { faults, type Fault } from './faults';
import { expectReplay, insideFaults } from './inside';
import { startLoad, type Load } from './load';
import { heldFaults, outsideFaults } from './outside-audit';
import { reservesFaults } from './reserves-audit';
import { published, reviewed } from './operator';
import { Patience } from './patience';
import { see, type Seen } from './seen';
import { startStage, startUnits, type Stage, type Venue } from './stage';
import { standing } from './standing';
import { openVenueDatabase } from './venue-database';

export interface Rounds {
	readonly kind: DatabaseKind;
	readonly resolver: Resolver;
	readonly seed: number;
	/** The faults that come, by their names; all of them when left out. */
	readonly only?: readonly string[];
	/** In an order that is drawn; each fault once when left out. */
	readonly rounds?: number;
}

const { symbol } = demoMarket;

/** Wishes answered between two faults. */
const wishesPerRound = 8;

/** Trades and answers seen while a fault lasts. */
const seenMeanwhile = 3;

/** Before the test's own end, so that what keeps them is told. */
const everythingMsMax = (rounds: number) => 120_000 + 24_000 * rounds;

/** Runs the rounds on a new database and checks everything afterwards. */
export async function runRounds(databases: TestDatabases, options: Rounds): Promise<void> {
	const venue = await openVenueDatabase(databases, options.kind);
	try {
		const stage = await startStage(venue.place, options);
		const load = startLoad(stage.exchange.urls, stage.traders, options.seed);
		try {
			await playRounds({ stage, load }, [...faults, ...venue.faults], options);
		} finally {
			load.abandon();
			await stage.close();
		}
	} finally {
		await venue.close();
	}
}

interface Played {
	readonly stage: Stage;
	readonly load: Load;
}

async function playRounds(
	{ stage, load }: Played,
	all: readonly Fault[],
	{ seed, only, ...options }: Rounds,
): Promise<void> {
	const table = all.filter(({ name }) => only?.includes(name) ?? true);
	const { rounds = table.length } = options;
	const limits = { allMsMax: everythingMsMax(rounds) };
	const patience = new Patience(limits, () => standing(stage, load));
	const random = randomOf(seed);
	for (const fault of drawn(table, random, rounds)) {
		await meet({ stage, load, random, patience }, fault);
	}
	await patience.within('the load after all faults', () => load.more(wishesPerRound));
	await patience.within('all that is to happen', async () => {
		while (!(await didMuchHappen(stage))) await load.more(wishesPerRound);
	});
	stage.proxy.beHonest();
	await patience.within('the end of the load', () => load.stop());
	expectMuchHappened(stage, await expectSound({ stage, load }, patience));
}

/** All of the table before any of it comes again. */
function drawn(
	table: readonly Fault[],
	random: (below: number) => number,
	rounds: number,
): readonly Fault[] {
	const left: Fault[] = [];
	return Array.from({ length: rounds }, () => {
		if (left.length === 0) left.push(...table);
		const [fault] = left.splice(random(left.length), 1);
		if (fault === undefined) throw new Error('there is no fault to draw');
		return fault;
	});
}

/** Longer than the locks of a worker's jobs. */
const heldMs = 1.2 * lockDurationMs;

interface Meeting extends Played {
	readonly random: (below: number) => number;
	readonly patience: Patience;
}

async function meet(meeting: Meeting, fault: Fault): Promise<void> {
	const { stage, load, random, patience } = meeting;
	const { name, goesOn, mayHoldAll = false } = fault;
	const draw = <Part>(parts: readonly Part[]) => {
		const [part] = parts.slice(random(parts.length));
		if (part === undefined) throw new Error('there is no part to draw');
		return part;
	};
	const meanwhile = async () => {
		if (mayHoldAll && stage.place.databaseUrl === undefined) await delay(heldMs);
		else if (goesOn === 'TRADES') await Promise.all([tradesGoOn(stage), load.more(seenMeanwhile)]);
		else if (goesOn === 'ANSWERS') await load.more(seenMeanwhile);
	};
	try {
		await patience.within(`the load before ${name}`, () => load.more(wishesPerRound));
		const end = await patience.within(`${name} begins`, () => fault.begin(stage, draw));
		await patience.within(`${name} lasts`, meanwhile);
		await patience.within(`${name} ends`, end);
	} catch (cause) {
		throw new Error(`in the round of ${name}`, { cause });
	}
}

const lookEveryMs = 50;

/** As everybody sees it, at whichever API serves. */
async function tradesGoOn({ exchange }: Stage): Promise<void> {
	const count = async () => {
		// The programs looked at need the processor more.
		await delay(lookEveryMs);
		const [last] = await Promise.any(
			exchange.urls.map((url) => exchangeClient({ url }).trades({ symbol, limit: 1 })),
		);
		return last?.tradeId ?? 0;
	};
	const before = await count();
	await until(async () => ((await count()) >= before + seenMeanwhile ? true : undefined));
}

/** From outside and inside, when the load has ended; answers what is seen in the end. */
export async function expectSound(
	{ stage, load }: { readonly stage: Venue; readonly load: Load },
	patience: Patience,
): Promise<Seen> {
	const { acknowledged } = load;
	await patience.within('the rest of all transfers', () => reviewed(stage));
	await patience.within('orders that waited for a person', () => load.placeRest());
	const before = await patience.within('the rest of theirs', () => reviewed(stage));
	expect(outsideFaults(before, acknowledged, startUnits)).toEqual([]);
	await patience.within('the end of all orders', async () => {
		await cancelAll(stage);
		await until(async () => (heldFaults(await see(stage)).length === 0 ? true : undefined));
	});
	await patience.within('the rest of what they held', () => reviewed(stage));
	const after = await patience.within('the publication of reserves', () => published(stage));
	expect([
		...outsideFaults(after, acknowledged, startUnits),
		...heldFaults(after),
		...reservesFaults(after),
	]).toEqual([]);
	expect(await insideFaults(stage)).toEqual([]);
	await expectReplay(stage.database);
	return after;
}

async function cancelAll({ exchange, traders }: Venue): Promise<void> {
	const [url = ''] = exchange.urls;
	for (const { key } of traders) await exchangeClient({ url, key }).cancelAllOrders({ symbol });
}

const orderEnds = ['FILLED', 'CANCELED', 'EXPIRED', 'REJECTED'] as const;
const proxyFaultsMin = 6;

/** Rounds in which nothing was traded, paid or put in doubt would prove nothing: the load goes on until then. */
async function didMuchHappen({ database, proxy }: Stage): Promise<boolean> {
	const orders = await database.selectFrom('order_states').select('status').distinct().execute();
	const ended = new Set(orders.map(({ status }) => status));
	const intents = await database
		.selectFrom('intents')
		.select(['kind', 'state'])
		.distinct()
		.execute();
	const transfers = new Set(intents.map(({ kind, state }) => `${kind} ${state}`));
	return (
		orderEnds.every((status) => ended.has(status)) &&
		['DEPOSIT REFUSED', 'DEPOSIT SETTLED', 'PAYOUT SETTLED'].every((each) => transfers.has(each)) &&
		proxy.done.size >= proxyFaultsMin
	);
}

function expectMuchHappened({ proxy }: Stage, { traders, trades }: Seen): void {
	const statuses = (name: 'deposits' | 'payouts' | 'orders') =>
		new Set(traders.flatMap((trader) => trader[name].map(({ status }) => status)));
	expect([...statuses('deposits')].sort()).toEqual(['REFUSED', 'SETTLED']);
	expect(statuses('payouts')).toContain('SETTLED');
	for (const status of orderEnds) expect(statuses('orders')).toContain(status);
	expect(trades.length).toBeGreaterThan(0);
	expect(proxy.done.size).toBeGreaterThanOrEqual(proxyFaultsMin);
}
