/** A database of any released version opens, goes on where that version stopped, and is sound. */
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { openDatabase, type Database } from '../../../exchange/database/database';
import { Intake } from '../../../exchange/intake/intake';
import { orderTerms, type OrderRequest } from '../../../exchange/intake/order-terms';
import { readRequest } from '../../../exchange/intake/request-text';
import { readLevels, readReports } from '../../../exchange/lane/batch-text';
import { readCandles } from '../../../exchange/lane/candles';
import { Lane } from '../../../exchange/lane/lane';
import { Markets } from '../../../exchange/markets/markets';
import { auditLedger } from '../../../exchange/reconciliation/audit';
import { probeKeys, reconcile } from '../../../exchange/reconciliation/reconcile';
import { publishedReserves, reservesProof } from '../../../exchange/reserves/reserves';
import { verifyReserves } from '../../../proof/reserves';
import { openAlarms } from '../../../exchange/alarms/alarms';
import { slotsDue } from '../../../exchange/settlement/carrying/claims';
import { Carrier } from '../../../exchange/settlement/carrying/carrier';
import { createKeyVault } from '../../../exchange/settlement/setup/key-vault';
import type { TreasuryParts } from '../../../exchange/settlement/setup/parts';
import { reviewIntent } from '../../../exchange/settlement/intents/review';
import { readSettings } from '../../../exchange/settlement/setup/settings';
import type { TrackerTransaction, TransferAnswer } from '../../../exchange/tracker/tracker';
import { databaseKinds, TestDatabases, type DatabaseKind } from '../../support/servers/databases';
import { ScriptedTracker } from '../settlement/scripted-stage';
import { untoldLane } from '../support/lane';

const symbol = 'CREDIT-EUR';
const versions = fs
	.readdirSync(__dirname, { withFileTypes: true })
	.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const databases = new TestDatabases();
const opened: Database[] = [];

afterAll(async () => {
	for (const database of opened) await database.destroy();
	await databases.close();
});

/** What a version left behind, opened by today's code. */
async function open(version: string, kind: DatabaseKind) {
	const folder = path.join(__dirname, version);
	const place = await databases.place(kind);
	if (place.databaseUrl === undefined) {
		const file = gunzipSync(fs.readFileSync(path.join(folder, 'exchange.sqlite.gz')));
		fs.writeFileSync(path.join(place.dataFolder, 'exchange.sqlite'), file);
	} else {
		const client = new Client(place.databaseUrl);
		await client.connect();
		await client.query(fs.readFileSync(path.join(folder, 'exchange.sql'), 'utf8'));
		await client.end();
	}
	const database = await openDatabase(place);
	opened.push(database);
	const { time, ...kept } = keptTracker(folder);
	const clock = { time, now: () => clock.time };
	const tracker = Object.assign(new ScriptedTracker(), { ...kept, now: clock.now });
	tracker.honoursKeys = true;
	return { database, clock, parts: partsOf(database, tracker, clock) };
}

function keptTracker(folder: string) {
	const kept = JSON.parse(fs.readFileSync(path.join(folder, 'tracker.json'), 'utf8')) as {
		readonly time: number;
		readonly users: readonly (readonly [string, string])[];
		readonly held: readonly (readonly [string, number])[];
		readonly moved: readonly (Omit<TrackerTransaction, 'units'> & { readonly units: number })[];
		readonly answers: readonly (readonly [string, { body: string; answer: TransferAnswer }])[];
	};
	return {
		time: kept.time,
		users: new Map(kept.users),
		held: new Map(kept.held),
		moved: kept.moved.map((transfer) => ({ ...transfer, units: BigInt(transfer.units) })),
		answers: new Map(kept.answers),
	};
}

function partsOf(
	database: Database,
	tracker: ScriptedTracker,
	clock: { readonly now: () => number },
): TreasuryParts {
	let ids = 0;
	return {
		...{ database, clock, tracker },
		newId: () => `new-${++ids}`,
		settings: readSettings({
			trackerUrl: 'http://tracker.test',
			productId: 'p',
			escrow: { email: 'escrow@house.test', key: 'escrow-key' },
			resolvers: ['idempotency-key'],
		}),
		vault: createKeyVault(new Uint8Array(32).fill(7)),
		onAlarm: () => undefined,
	};
}

type Opened = Awaited<ReturnType<typeof open>>;

function marketTools({ database, clock }: Opened) {
	const markets = new Markets(database, clock);
	return {
		lane: new Lane({ database, markets, clock, ...untoldLane }),
		intake: new Intake({ database, clock, onAccepted: () => undefined }),
		async market() {
			const market = await markets.find(symbol);
			if (market === undefined) throw new Error(`there is no ${symbol}`);
			return market;
		},
	};
}

async function tradeSums(database: Database) {
	const rows = await database.selectFrom('trades').select('quantity_lots').execute();
	const tradedLots = rows.reduce((lots, { quantity_lots: traded }) => lots + traded, 0n);
	return { tradedLots, trades: rows.length };
}

async function orders(database: Database): Promise<readonly string[]> {
	const rows = await database
		.selectFrom('order_states')
		.select(['order_id', 'status', 'executed_lots'])
		.orderBy('order_id')
		.execute();
	return rows.map((row) => `${row.order_id} ${row.status} ${row.executed_lots}`);
}

async function accountId(database: Database, name: string): Promise<string> {
	const row = await database
		.selectFrom('accounts')
		.select('id')
		.where('name', '=', name)
		.executeTakeFirstOrThrow();
	return row.id;
}

async function carryAll({ database, clock, parts }: Opened): Promise<void> {
	for (let turns = 0; turns < 120; turns += 1) {
		for (const slot of await slotsDue(database, clock.now())) {
			await new Carrier(parts, () => undefined).carry(slot);
		}
		clock.time += 1_000;
	}
}

async function intentStates(database: Database): Promise<readonly string[]> {
	const rows = await database
		.selectFrom('intents')
		.select(['id', 'state'])
		.orderBy('number')
		.execute();
	return rows.map(({ id, state }) => `${id} ${state}`);
}

describe.each(versions)('a database of %s', (version) => {
	describe.each(databaseKinds)('on %s', (kind) => {
		let now: Opened;

		beforeEach(async () => {
			now = await open(version, kind);
		});

		test('is sound as it was left', async () => {
			expect(await auditLedger(now.database)).toEqual([]);
		});

		test('carries out what was accepted, from the snapshot and the log it had', async () => {
			const { database } = now;
			const before = await orders(database);
			expect(before).toContain('11 NEW 0');
			expect(before).toHaveLength(10);
			const { lane } = marketTools(now);
			expect(await lane.drain(symbol)).toBe('DRAINED');
			expect(await orders(database)).toEqual([
				...['1 PARTIALLY_FILLED 10', '2 FILLED 8', '3 CANCELED 0', '4 NEW 0', '5 NEW 0'],
				...['6 EXPIRED 2', '7 CANCELED 0', '8 EXPIRED 0', '10 PARTIALLY_FILLED 4'],
				...['11 NEW 0', '12 FILLED 2', '13 FILLED 2'],
			]);
			expect(await lane.takeSnapshot(symbol)).toEqual({ sequence: 13 });
			expect(await marketTools(now).lane.drain(symbol)).toBe('DRAINED');
			expect(await auditLedger(database)).toEqual([]);
		});

		test('knows an order that is asked for again, and takes another', async () => {
			const { intake, market, lane } = marketTools(now);
			const own = { kind: 'ORDER', accountId: await accountId(now.database, 'ben') } as const;
			const ask = async (request: OrderRequest) =>
				intake.submit(await market(), {
					...{ ...own, clientOrderId: 'sale-1', origOrderId: undefined },
					terms: orderTerms(await market(), request, now.clock.now()),
				});
			const request = { side: 'SELL', type: 'LIMIT', price: '12', quantity: '20' } as const;
			expect(await ask(request)).toMatchObject({ sequence: 1, repeated: true });
			await expect(ask({ ...request, quantity: '21' })).rejects.toThrow(/sale-1/);
			await intake.submit(await market(), { ...own, kind: 'CANCEL_ALL' });
			await lane.drain(symbol);
			expect((await orders(now.database)).filter((order) => order.includes(' NEW '))).toEqual([
				'5 NEW 0',
			]);
			expect(await auditLedger(now.database)).toEqual([]);
		});

		test('shows its orders, reports, levels and reserves', async () => {
			const { database } = now;
			const asked = await database.selectFrom('orders').select('request').execute();
			expect(asked.map(({ request }) => readRequest(request))).toContainEqual({
				...{ side: 'BUY', type: 'LIMIT', priceTicks: 11, quantityLots: 5, origOrderId: 3 },
			});
			const rows = await database.selectFrom('batches').selectAll().execute();
			const reports = rows.flatMap((row) => readReports(row.reports));
			expect(reports.filter(({ fill }) => fill !== undefined)).toHaveLength(4);
			expect(rows.flatMap((row) => readLevels(row.levels))).toContainEqual(['SELL', 15, 10]);
			const proof = await reservesProof(database, await accountId(database, 'anna'));
			expect(proof?.published).toEqual(await publishedReserves(database));
			expect(await verifyReserves(proof)).toEqual({ valid: true });
		});

		test('has candles of hours and days that hold what its minutes hold', async () => {
			const { database } = now;
			const span = { since: 0, until: Number.MAX_SAFE_INTEGER, limit: 1_000 };
			const candles = (spanMs: number) => readCandles(database, symbol, { ...span, spanMs });
			const { tradedLots, trades } = await tradeSums(database);
			for (const spanMs of [60_000, 3_600_000, 86_400_000]) {
				const found = await candles(spanMs);
				expect(found.reduce((lots, { volumeLots }) => lots + volumeLots, 0n)).toBe(tradedLots);
				expect(found.reduce((sum, candle) => sum + candle.trades, 0)).toBe(trades);
			}
			const [day] = await candles(86_400_000);
			expect(day?.open).toBe((await candles(60_000)).at(0)?.open);
			expect(day?.close).toBe((await candles(60_000)).at(-1)?.close);
		});

		test('prevents no self-trade before its administrator says so', async () => {
			const markets = new Markets(now.database, now.clock);
			const mode = async () => (await markets.listed(symbol))?.selfTradePreventionMode;
			expect(await mode()).toBe('NONE');
			expect(await markets.setSelfTradePrevention(symbol, 'EXPIRE_MAKER')).toBe(true);
			expect(await mode()).toBe('EXPIRE_MAKER');
		});

		test('says which transfers its alarms are about, and ends every one of them', async () => {
			const { database, parts } = now;
			const alarms = await openAlarms(database);
			expect(alarms.map(({ intentId }) => intentId).sort()).toEqual(['id-6', 'id-8', null]);
			expect(await probeKeys(parts)).toBe(true);
			await carryAll(now);
			expect(await intentStates(database)).toEqual([
				...['id-1 SETTLED', 'id-2 SETTLED', 'id-3 SETTLED', 'id-4 SETTLED', 'id-5 REFUSED'],
				...['id-6 HELD_FOR_REVIEW', 'id-8 HELD_FOR_REVIEW', 'id-10 SETTLED', 'id-11 SETTLED'],
				...['id-12 SETTLED', 'id-14 SETTLED', 'id-15 SETTLED'],
			]);
			await reviewIntent(parts, 'id-6', 'SEND_AGAIN');
			expect((await openAlarms(database)).map(({ intentId }) => intentId)).toEqual(['id-8']);
			await reviewIntent(parts, 'id-8', 'REFUSED');
			await carryAll(now);
			expect(await intentStates(database)).toContain('id-6 SETTLED');
			expect(await openAlarms(database)).toEqual([]);
			expect(await reconcile(parts)).toMatchObject({ verdict: 'AGREES' });
			expect(await auditLedger(database)).toEqual([]);
		});
	});
});
