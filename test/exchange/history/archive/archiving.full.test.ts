import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Accounts } from '../../../../exchange/accounts/accounts';
import { openAlarms } from '../../../../exchange/guard/alarms';
import { readArchives } from '../../../../exchange/history/archive/archives';
import { Archiver } from '../../../../exchange/history/archive/archiver';
import { Archiving } from '../../../../exchange/history/archive/archiving';
import { Archive } from '../../../../exchange/history/archive/history';
import { openArchive } from '../../../../exchange/history/archive/open';
import { verify } from '../../../../exchange/history/verification/verify';
import { folderStore } from '../../../../exchange/history/archive/store';
import { openReader } from '../../../../exchange/database/database';
import type { NewOrderSubmission } from '../../../../exchange/trading/intake/submission';
import { auditLedger } from '../../../../exchange/history/reconciliation/audit';
import { withStatement } from '../../../../exchange/history/statements/statements';
import { systemClock } from '../../../../server/clock';
import { databaseKinds, TestDatabases, type TestPlace } from '../../../support/servers/databases';
import { startService } from '../../../support/programs/service';
import { ProgramProcess } from '../../../support/programs/program-process';
import { until } from '../../../support/clients/requests';
import { startBareExchange } from '../../support/exchange';
import { openLane, type TestLane } from '../../support/lane';
import { CountedRows } from './counted-rows';
import { dyingDatabase } from './dying-database';
import { dayMs } from './random-market';

const databases = new TestDatabases();
afterAll(() => databases.close());

const symbol = 'CREDIT-EUR';
const sale = { side: 'SELL', type: 'LIMIT', price: '5', quantity: '3' } as const;

/** Trades 100 days ago and yesterday; of then, one order is open still. */
async function openOld(place: TestPlace): Promise<TestLane> {
	const lane = await openLane(place);
	const now = systemClock.now();
	lane.clock.time = now - 100 * dayMs;
	await lane.fund(lane.anna, 'CREDIT', '100');
	await lane.fund(lane.ben, 'EUR', '1000');
	await lane.place(lane.anna, sale, 'sold');
	await lane.place(lane.ben, { ...sale, side: 'BUY' }, 'bought');
	await lane.place(lane.anna, { ...sale, price: '9' }, 'resting');
	await lane.drain();
	lane.clock.time = now - dayMs;
	await lane.place(lane.anna, sale, 'new');
	await lane.place(lane.ben, { ...sale, side: 'BUY' }, 'newly bought');
	await lane.drain();
	await lane.lane.takeSnapshot(symbol);
	return lane;
}

const runner = path.join(__dirname, '..', '..', '..', 'support', 'run', 'run-typescript.js');

function admin({ dataFolder, databaseUrl }: TestPlace, ...args: readonly string[]) {
	const done = spawnSync(process.execPath, [runner, 'exchange/admin/admin.ts', ...args], {
		cwd: path.resolve(__dirname, '..', '..', '..', '..'),
		env: {
			...process.env,
			EXCHANGE_DATA: dataFolder,
			DATABASE_URL: databaseUrl ?? '',
			EXCHANGE_ARCHIVE_FOLDER: path.join(dataFolder, 'archive'),
		},
		encoding: 'utf8',
	});
	return { status: done.status, answer: done.stdout, fault: done.stderr };
}

test.each(databaseKinds)(
	'an exchange on %s archives what is old by itself, and says so to traders and the operator',
	async (kind) => {
		const place = await databases.place(kind);
		const lane = await openOld(place);
		const { key } = await new Accounts(lane.database, systemClock).addKey(lane.anna, 'test');
		const { anna } = lane;
		await lane.close();
		const archiveFolder = path.join(place.dataFolder, 'archive');
		const running = await startBareExchange(place, { archiveFolder });
		const { database } = running.exchange;
		await until(async () =>
			(await readArchives(database))[0]?.isRemoved === true ? true : undefined,
		);
		const asked = async (address: string) => (await running.call('GET', address, { key })).body;
		const [market] = (await asked('/markets')) as readonly { historyStartTime?: number }[];
		expect(market?.historyStartTime).toBeLessThan(systemClock.now() - 90 * dayMs);
		expect(await asked('/orders?status=all')).toMatchObject([
			{ clientOrderId: 'new' },
			{ clientOrderId: 'resting', status: 'NEW' },
		]);
		expect(await asked('/account/trades?symbol=CREDIT-EUR')).toMatchObject([{ tradeId: 2 }]);
		const archived = { errorCode: 'Exchange_OrderArchived' };
		expect(await asked(`/orders/${symbol}.1`)).toMatchObject(archived);
		expect(await asked('/client-orders/sold')).toMatchObject(archived);
		expect(await asked(`/account/trades?symbol=${symbol}&orderId=${symbol}.1`)).toMatchObject(
			archived,
		);
		const both = [{ orderId: `${symbol}.1` }, { clientOrderId: 'sold' }];
		const ended = await running.call('POST', '/orders/batch-cancel', {
			key,
			body: { orders: both },
		});
		expect(ended.body).toMatchObject(both.map(() => ({ status: 410, error: archived })));
		const again = await running.call('POST', '/orders', {
			key,
			body: { symbol, ...sale, clientOrderId: 'sold' },
		});
		expect(again.body).toMatchObject({ errorCode: 'Exchange_ClientOrderIdReused' });
		const moved = await running.call('POST', `/orders/${symbol}.3/replace`, {
			key,
			body: { ...sale, price: '8' },
		});
		expect(moved.status).toBe(201);
		const metrics = await running.call('GET', '/metrics');
		expect(metrics.body).toContain(
			'sealkeeper_exchange_archived_commands_total{market="CREDIT-EUR"} 3',
		);
		const proof = admin(place, 'verify');
		expect(JSON.parse(proof.answer)).toMatchObject({ agrees: true, segments: 1 });
		const shown = admin(place, 'archive', 'show');
		expect(JSON.parse(shown.answer)).toMatchObject([{ market: symbol, lastSequence: 3 }]);
		const statement = admin(place, 'statement', '--account-id', anna);
		expect(statement.answer.match(/,TRADE,/g)).toHaveLength(4);
		const [segment = ''] = fs.readdirSync(path.join(archiveFolder, symbol));
		fs.appendFileSync(path.join(archiveFolder, symbol, segment), '?');
		const damaged = admin(place, 'verify');
		expect(damaged.status).toBe(2);
		expect(damaged.fault).toContain(`segment 1 of ${symbol} (${symbol}/${segment}) is damaged`);
		await running.close();
	},
);

test('while nothing can be written nothing leaves and an alarm says why, until it can', async () => {
	const place = await databases.place('SQLite');
	const lane = await openOld(place);
	const { database, markets, clock } = lane;
	const occupied = path.join(place.dataFolder, 'archive');
	fs.writeFileSync(occupied, 'not a folder');
	const told: string[] = [];
	const archive = async () => {
		const archiving = new Archiving({
			...{ database, reader: database, markets, clock, afterMs: 90 * dayMs },
			store: folderStore(occupied),
			newId: () => 'alarm',
			onAlarm: (message) => told.push(message),
			onFault: () => undefined,
		});
		await archiving.begin();
		await archiving.close();
	};
	await archive();
	expect(await openAlarms(database)).toMatchObject([{ kind: 'ARCHIVE' }]);
	expect(told).toEqual([expect.stringMatching(/stays in the database: Error: E(NOTDIR|EXIST)/)]);
	expect(await readArchives(database)).toEqual([]);
	await lane.place(lane.anna, { ...sale, price: '7' });
	await lane.drain();
	fs.rmSync(occupied);
	await archive();
	expect(await openAlarms(database)).toEqual([]);
	expect(await readArchives(database)).toMatchObject([{ lastSequence: 3, isRemoved: true }]);
	await lane.close();
});

const sweptOrders = 2_000;
/** Read and changed: a few pages, or what a piece takes away. */
const turnRowsMax = 1_000;

/** The administrator's command as a process that can be killed. */
function runningArchive({ dataFolder }: TestPlace): ProgramProcess {
	return new ProgramProcess({
		file: 'exchange/admin/admin.ts',
		args: ['archive', 'run', '--reason', 'test'],
		environment: { EXCHANGE_DATA: dataFolder, DATABASE_URL: '' },
		running: /./,
		logFile: path.join(dataFolder, 'archive-run.log'),
	});
}

const asText = (_: string, value: unknown) =>
	typeof value === 'bigint' ? value.toString() : value;

/** One order trades with very many, all of which one commit carried out; 100 days ago. */
async function openSwept(place: TestPlace): Promise<TestLane> {
	const lane = await openLane(place);
	const { market, intake } = lane;
	await lane.fund(lane.anna, 'CREDIT', '10000');
	await lane.fund(lane.ben, 'EUR', '100000');
	lane.clock.time = systemClock.now() - 100 * dayMs;
	const terms = { type: 'LIMIT', priceTicks: 500, quantityLots: 1 } as const;
	const sell = (at: number): NewOrderSubmission => ({
		...{ kind: 'ORDER', accountId: lane.anna, clientOrderId: `sold-${at}`, origOrderId: undefined },
		terms: { ...terms, side: 'SELL' },
	});
	for (let at = 0; at < sweptOrders; at += 500) {
		const entries = Array.from({ length: 500 }, (_, more) => ({
			market,
			submission: sell(at + more),
		}));
		await intake.submitAll(entries);
	}
	await lane.place(lane.ben, { ...sale, side: 'BUY', quantity: `${sweptOrders}` });
	await lane.drain();
	lane.clock.time += 2 * dayMs;
	await lane.place(lane.anna, sale);
	await lane.drain();
	await lane.lane.takeSnapshot(symbol);
	return lane;
}

test('a command that brought thousands of trades leaves in parts, holding nobody, whatever is killed', async () => {
	const place = await databases.place('SQLite');
	const lane = await openSwept(place);
	const { database, markets, clock } = lane;
	const { reader, close } = openReader(database, place);
	const store = folderStore(path.join(place.dataFolder, 'archive'));
	const counted = new CountedRows();
	const run = (written = counted.of(database)) =>
		new Archiver({
			...{ database: written, reader: counted.of(reader) },
			...{ markets, clock, store },
		}).run({
			...{ before: clock.now() - dayMs, takesAll: true },
		});
	const statement = () => {
		const request = { accountId: lane.ben, period: { from: null, to: null }, pageRows: 1_000 };
		return withStatement(database, { ...request, archive: new Archive(store) }, async (items) => {
			let text = '';
			for await (const item of items) text += JSON.stringify(item, asText);
			return text;
		});
	};
	const swept = async () => {
		const rows = await database
			.selectFrom('postings')
			.select(({ fn }) => fn.countAll<bigint>().as('rows'))
			.where('journal', '=', symbol)
			.where('sequence', '=', BigInt(sweptOrders + 1))
			.executeTakeFirstOrThrow();
		return Number(rows.rows);
	};
	const whole = { statement: await statement(), postings: await swept() };
	const dies = (transactions: number) =>
		expect(run(dyingDatabase(counted.of(database), transactions))).rejects.toThrow('killed');
	await dies(20);
	expect(counted.takeMost()).toBeLessThanOrEqual(turnRowsMax);
	const program = runningArchive(place);
	await program.start();
	await until(async () => {
		const [archive] = await database.selectFrom('archives').select('removed_to').execute();
		return archive !== undefined && archive.removed_to > 0n ? true : undefined;
	});
	await program.kill();
	expect(await readArchives(database)).toMatchObject([{ isRemoved: false }]);
	expect(await auditLedger(database)).toEqual([]);
	await dies(70);
	expect(counted.takeMost()).toBeLessThanOrEqual(turnRowsMax);
	expect(await swept()).toBeGreaterThan(0);
	expect(await swept()).toBeLessThan(whole.postings);
	expect(await auditLedger(database)).toEqual([]);
	const proof = () => verify({ database, clock, archive: new Archive(store), knownEnds: [] });
	expect(await proof()).toMatchObject({ faults: [] });
	expect(await statement()).toBe(whole.statement);
	await run();
	expect(counted.takeMost()).toBeLessThanOrEqual(turnRowsMax);
	expect(await swept()).toBe(0);
	expect(await proof()).toMatchObject({ faults: [] });
	await close();
	await lane.close();
});

test('segments are kept by the storage product where that is set', async () => {
	const service = await startService();
	const place = await databases.place('SQLite');
	const lane = await openOld(place);
	const keyFile = path.join(place.dataFolder, 'storage-key');
	fs.writeFileSync(keyFile, `${service.organisation.byRole.StorageWrite.key}\n`, { mode: 0o600 });
	const opened = openArchive({
		archiveAfterDays: 90,
		archiveFolder: undefined,
		archiveStorageUrl: service.storageUrl,
		archiveStorageKeyFile: keyFile,
	});
	if (opened === undefined) throw new Error('no archive was opened');
	const { database, markets, clock } = lane;
	const faults: unknown[] = [];
	const archiving = new Archiving({
		...{ database, reader: database, markets, clock, afterMs: 90 * dayMs, store: opened.store },
		newId: () => 'alarm',
		onAlarm: () => undefined,
		onFault: (fault) => faults.push(fault),
	});
	await archiving.begin();
	expect(faults).toEqual([]);
	expect(await readArchives(database)).toMatchObject([{ lastSequence: 3, isRemoved: true }]);
	// Each time as by a process that has read nothing before.
	const proof = () =>
		verify({ database, clock, archive: new Archive(opened.store), knownEnds: [] });
	expect(await proof()).toMatchObject({ faults: [], segments: 1 });
	await service.close();
	expect((await proof()).faults).toEqual([
		expect.stringMatching(/^segment 1 of CREDIT-EUR \(storage:.*\) cannot be read/),
	]);
	await lane.close();
});
