import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { Archiver } from '../../../../exchange/history/archive/archiver';
import { readArchives } from '../../../../exchange/history/archive/archives';
import { archivedCommands } from '../../../../exchange/history/archive/commands';
import { Archive } from '../../../../exchange/history/archive/history';
import { verify, type Verification } from '../../../../exchange/history/verification/verify';
import { folderStore, type SegmentStore } from '../../../../exchange/history/archive/store';
import { Snapshots } from '../../../../exchange/trading/lane/snapshots';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import type { StatementItem } from '../../../../exchange/history/statements/statement';
import { withStatement } from '../../../../exchange/history/statements/statements';
import {
	bothDatabaseKinds,
	TestDatabases,
	type DatabaseKind,
} from '../../../support/servers/databases';
import { countOf } from '../../../support/run/tier';
import { openLane, untoldLane, type TestLane } from '../../support/lane';
import { stateOf } from '../../support/lane-states';
import { dyingDatabase } from './dying-database';
import { dayMs, RandomMarket } from './random-market';

const databases = new TestDatabases();
afterAll(() => databases.close());

const seeds =
	process.env['SEED'] === undefined
		? [1, 2].slice(0, countOf({ quick: 1, full: 2 }))
		: [Number(process.env['SEED'])];

interface Archived {
	readonly lane: TestLane;
	readonly market: RandomMarket;
	readonly store: SegmentStore;
	readonly folder: string;
	/** Moves what is older than a day. */
	run(store?: SegmentStore): Promise<{ readonly segments: number; readonly commands: number }>;
	verify(): Promise<Verification>;
	close(): Promise<void>;
}

async function openArchived(kind: DatabaseKind, seed: number): Promise<Archived> {
	const place = await databases.place(kind);
	const lane = await openLane(place);
	const folder = path.join(place.dataFolder, 'archive');
	const store = folderStore(folder);
	const market = new RandomMarket(lane, seed);
	await market.fund();
	const { database, markets, clock } = lane;
	return {
		...{ lane, market, store, folder },
		run(written = store) {
			const parts = { database, reader: database, markets, clock, store: written };
			const before = clock.now() - dayMs;
			return new Archiver({ ...parts, commandsMax: 60 }).run({ before, takesAll: true });
		},
		verify: () => verify({ database, clock, archive: new Archive(store), knownEnds: [] }),
		close: () => lane.close(),
	};
}

const symbol = 'CREDIT-EUR';

async function statementOf(
	{ lane, store }: Archived,
	accountId: string,
	from: number | null = null,
): Promise<readonly StatementItem[]> {
	const archive = new Archive(store);
	const request = { accountId, period: { from, to: null }, pageRows: 50, archive };
	return withStatement(lane.database, request, async (items) => {
		const list: StatementItem[] = [];
		for await (const item of items) list.push(item);
		return list;
	});
}

/** Accounts have other ids in another database. */
function named({ lane }: Archived, value: unknown): string {
	const text = JSON.stringify(value, (_, cell: unknown) =>
		typeof cell === 'bigint' ? cell.toString() : cell,
	);
	return text.replaceAll(lane.anna, 'anna').replaceAll(lane.ben, 'ben');
}

function segmentFiles({ folder }: Archived): readonly string[] {
	const own = path.join(folder, symbol);
	return fs
		.readdirSync(own)
		.sort()
		.map((name) => path.join(own, name));
}

async function rowsLeft({ lane }: Archived) {
	const count = async (table: 'commands' | 'batches' | 'trades' | 'postings' | 'report_places') => {
		const { rows } = await lane.database
			.selectFrom(table)
			.select(({ fn }) => fn.countAll<bigint>().as('rows'))
			.executeTakeFirstOrThrow();
		return Number(rows);
	};
	return {
		commands: await count('commands'),
		batches: await count('batches'),
		trades: await count('trades'),
		postings: await count('postings'),
		places: await count('report_places'),
	};
}

describe.each(bothDatabaseKinds)('an archive on %s', (kind) => {
	test.each(seeds)(
		'with a database shows what its twin that never archived shows, seed %i',
		async (seed) => {
			const one = await openArchived(kind, seed);
			const twin = await openArchived(kind, seed);
			for (let round = 0; round < 5; round += 1) {
				await one.market.trade(80);
				await twin.market.trade(80);
				if (one.market.draw(3) + twin.market.draw(3) === 0) continue;
				await one.lane.lane.takeSnapshot(symbol);
				await one.run();
				expect(await auditLedger(one.lane.database)).toEqual([]);
			}
			const [archive] = await readArchives(one.lane.database);
			expect(archive).toMatchObject({ market: symbol, isRemoved: true });
			expect(archive?.segments).toBeGreaterThan(2);
			const left = await rowsLeft(one);
			const all = await rowsLeft(twin);
			expect(left.postings).toBeLessThan(all.postings / 2);
			expect(await one.verify()).toMatchObject({ faults: [], commands: all.commands });
			expect(await twin.verify()).toMatchObject({ faults: [], segments: 0 });
			for (const who of ['anna', 'ben'] as const) {
				const whole = await statementOf(twin, twin.lane[who]);
				expect(named(one, await statementOf(one, one.lane[who]))).toBe(named(twin, whole));
				const from = Date.parse(archive?.lastTime ?? '') + 1;
				expect(named(one, await statementOf(one, one.lane[who], from))).toBe(
					named(twin, await statementOf(twin, twin.lane[who], from)),
				);
			}
			await expectSameReplay(one);
			await one.close();
			await twin.close();
		},
	);

	test('keeps what clients and orders that are open still need', async () => {
		const archived = await openArchived(kind, 4);
		const { lane } = archived;
		const order = { side: 'SELL', type: 'LIMIT', price: '5', quantity: '3' } as const;
		const open = await lane.place(lane.anna, order, 'still-open');
		await lane.place(lane.anna, order, 'to-be-ended');
		await lane.place(lane.ben, { ...order, side: 'BUY', quantity: '5' }, 'taker');
		const rest = await lane.place(lane.anna, { ...order, price: '6' }, 'resting');
		await lane.drain();
		lane.clock.time += 2 * dayMs;
		await lane.place(lane.anna, { ...order, price: '7' });
		await lane.drain();
		await lane.lane.takeSnapshot(symbol);
		expect(await archived.run()).toEqual({ segments: 1, commands: 4 });
		const reused = { code: 'Exchange_ClientOrderIdReused' };
		await expect(lane.place(lane.ben, order, 'taker')).rejects.toMatchObject(reused);
		await expect(lane.place(lane.anna, order, 'still-open')).rejects.toMatchObject(reused);
		expect(await lane.place(lane.anna, { ...order, price: '6' }, 'resting')).toMatchObject({
			sequence: rest.sequence,
			repeated: true,
		});
		// The same id is another trader's to use.
		await lane.place(lane.ben, { ...order, side: 'BUY', price: '1' }, 'resting');
		await lane.replace(lane.anna, rest.sequence, { ...order, price: '6.5' });
		await lane.drain();
		expect(await lane.status(rest.sequence)).toBe('CANCELED REPLACED');
		const { rows } = await sql<{ readonly order_id: bigint }>`
			select order_id from orders order by order_id`.execute(lane.database);
		expect(rows.map((row) => Number(row.order_id))).not.toContain(open.sequence);
		const [trade] = await lane.database.selectFrom('trades').select('price_ticks').execute();
		expect(trade?.price_ticks).toBe(500n);
		expect(await archived.verify()).toMatchObject({ faults: [] });
		await archived.close();
	});

	test('a run that is killed at any point loses and doubles nothing', async () => {
		const archived = await openArchived(kind, 3);
		const { lane, market, store } = archived;
		await market.trade(150);
		await lane.lane.takeSnapshot(symbol);
		await market.trade(30);
		await lane.lane.takeSnapshot(symbol);
		const { commands } = await rowsLeft(archived);
		// Written, and not recorded.
		const written = { ...store, read: () => Promise.reject(new Error('killed')) };
		await expect(archived.run(written)).rejects.toThrow('killed');
		expect(await rowsLeft(archived)).toMatchObject({ commands });
		expect(await readArchives(lane.database)).toEqual([]);
		// Recorded, and killed within the removal, again and again.
		for (let kills = 0; kills < 6; kills += 1) {
			await killedRun(archived, 2 + kills * 3);
			expect(await auditLedger(lane.database)).toEqual([]);
			expect(await archived.verify()).toMatchObject({ faults: [], commands });
		}
		await archived.run();
		expect(await readArchives(lane.database)).toMatchObject([{ isRemoved: true }]);
		expect(await archived.run()).toEqual({ segments: 0, commands: 0 });
		expect(await archived.verify()).toMatchObject({ faults: [], commands });
		expect((await rowsLeft(archived)).commands).toBeLessThan(commands / 2);
		await archived.close();
	});
});

test('any changed byte, a missing segment and a changed row are found and named', async () => {
	const archived = await openArchived('SQLite', 5);
	const { lane, market, run } = archived;
	await market.trade(150);
	await lane.lane.takeSnapshot(symbol);
	await market.trade(30);
	await lane.lane.takeSnapshot(symbol);
	await run();
	const files = segmentFiles(archived);
	expect(files.length).toBeGreaterThan(2);
	const [, second = ''] = files;
	const bytes = fs.readFileSync(second);
	for (let flips = 0; flips < 12; flips += 1) {
		const changed = Buffer.from(bytes);
		const at = market.draw(bytes.length);
		changed[at] = (changed[at] ?? 0) ^ (1 << market.draw(8));
		fs.writeFileSync(second, changed);
		const { faults } = await archived.verify();
		expect(faults).toEqual([
			expect.stringMatching(/^segment 2 of CREDIT-EUR .* is damaged: it has/),
		]);
	}
	fs.rmSync(second);
	expect((await archived.verify()).faults).toEqual([
		expect.stringMatching(/^segment 2 of CREDIT-EUR .* cannot be read: .*ENOENT/),
	]);
	await expect(statementOf(archived, lane.anna)).rejects.toThrow(/segment 2 of CREDIT-EUR/);
	fs.writeFileSync(second, bytes);
	expect(await archived.verify()).toMatchObject({ faults: [] });
	await expectRowsGuarded(archived);
	await archived.close();
});

/** Each change of what the database has is told, one more each time. */
async function expectRowsGuarded(archived: Archived): Promise<void> {
	const { database } = archived.lane;
	const changes: readonly (readonly [change: string, told: RegExp])[] = [
		['update archived_sums set available = available + 1', /the archive came to .* kept is/],
		[
			'update trades set quantity_lots = quantity_lots + 1',
			/^trades CREDIT-EUR \d+: quantity_lots is \d+, by the log \d+$/,
		],
		[
			"update postings set amount = amount + 1 where journal = 'CREDIT-EUR'",
			/^postings CREDIT-EUR .*: amount is/,
		],
		[
			"update order_states set executed_lots = 7 where status = 'FILLED'",
			/^orders CREDIT-EUR \d+: executed_lots is 7, by the log/,
		],
		[
			'update levels set quantity_lots = quantity_lots + 1',
			/^levels CREDIT-EUR .*: quantity_lots is/,
		],
		[
			'update batches set levels = \'{"version":1,"levels":[["BUY",1,1]]}\'',
			/^batches CREDIT-EUR \d+: levels shows other quantities/,
		],
	];
	for (const [change, told] of changes) {
		await sql.raw(change).execute(database);
		const { faults } = await archived.verify();
		expect(faults).toContainEqual(expect.stringMatching(told));
	}
}

async function killedRun({ lane, store }: Archived, transactions: number): Promise<void> {
	const { database, markets, clock } = lane;
	const dying = dyingDatabase(database, transactions);
	const parts = { database: dying, reader: database, markets, clock, store };
	const run = new Archiver({ ...parts, commandsMax: 60 }).run({
		before: clock.now() - dayMs,
		takesAll: true,
	});
	await run.catch((fault: unknown) => expect(String(fault)).toContain('killed'));
}

/** Without a snapshot the lane begins with the first command, which is in the archive. */
async function expectSameReplay({ lane, store }: Archived): Promise<void> {
	const { database, market } = lane;
	const archive = new Archive(store);
	const archived = (symbolOf: string, after: number) =>
		archivedCommands({ database, archive }, symbolOf, after);
	const restored = async () =>
		stateOf(await new Snapshots({ ...lane, ...untoldLane }).restore(market));
	await lane.lane.takeSnapshot(symbol);
	const before = await restored();
	await database.deleteFrom('snapshots').execute();
	const bare = lane.newLane();
	await expect(bare.prepare(symbol)).rejects.toThrow('after 0 is in an archive, and none is set');
	await lane.newLane({ archived }).takeSnapshot(symbol);
	expect(await restored()).toEqual(before);
}
