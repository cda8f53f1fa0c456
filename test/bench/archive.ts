/**
 * What history costs: a market trades in rounds, a day apart, and after each what is older than a day
 * moves to the archive. Printed are the bytes an order takes before and after that, how long the move
 * takes and holds the event loop, and how fast orders are taken with all of it behind, beside the
 * empty database of the same run. `ORDERS=5000000` is the size the target speaks of.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { isPostgres } from '../../server/database/database';
import { Archiver } from '../../exchange/history/archive/archiver';
import { readArchives } from '../../exchange/history/archive/archives';
import { folderStore } from '../../exchange/history/archive/store';
import {
	openDatabase,
	openReader,
	type Database,
	type DatabasePlace,
} from '../../exchange/database/database';
import type { NewOrderSubmission } from '../../exchange/trading/intake/submission';
import { openLane, type TestLane } from '../exchange/support/lane';
import { startPostgres } from '../support/servers/postgres';
import { machineConditions, printResult, rounded, sized, type BenchResult } from './parts/result';

const dayMs = 86_400_000;
const rounds = sized(10, 1);
const orders = Number(process.env['ORDERS'] ?? sized(60_000, 2_000));
const inOneCall = 500;
const targetOrders = 5_000_000;
const targetBytes = 2_000_000_000;

export async function run(): Promise<BenchResult> {
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const conditions = machineConditions();
	const postgres = await startPostgres();
	try {
		const embedded = await measure({ dataFolder, databaseUrl: undefined });
		const databaseUrl = await postgres.addDatabase();
		const folder = path.join(dataFolder, 'postgres');
		const served = await measure({ dataFolder: folder, databaseUrl });
		const named = Object.entries(served).map(([name, value]) => [`postgres ${name}`, value]);
		return {
			name: 'archive',
			conditions: { ...conditions, orders, rounds },
			figures: rounded({ ...embedded, ...Object.fromEntries(named) }),
			targets: {
				'bytes of 5,000,000 archived orders': { atMost: targetBytes },
				'postgres bytes of 5,000,000 archived orders': { atMost: targetBytes },
				'rate beside empty': { atLeast: 0.9 },
				'postgres rate beside empty': { atLeast: 0.9 },
			},
		};
	} finally {
		await postgres.close();
		fs.rmSync(dataFolder, { recursive: true, force: true });
	}
}

async function measure(place: DatabasePlace): Promise<Record<string, number>> {
	const lane = await openLane(place);
	for (const account of [lane.anna, lane.ben]) {
		await lane.fund(account, 'CREDIT', '1000000');
		await lane.fund(account, 'EUR', '100000000');
	}
	const trader = new Trader(lane);
	const rates: number[] = [];
	const empty = await sizeOf(lane.database);
	const perRound = Math.ceil(orders / rounds);
	let full = 0;
	const moved = { ms: 0, heldMs: 0 };
	for (let round = 0; round < rounds; round += 1) {
		rates.push(await trader.trade(perRound));
		if (round === 0) full = await sizeOf(lane.database);
		lane.clock.time += dayMs;
		await lane.lane.takeSnapshot('CREDIT-EUR');
		await archive(lane, place, moved);
		// As the server does by itself once in a while: what was freed is used again from then on.
		if (isPostgres(lane.database)) await sql`vacuum`.execute(lane.database);
	}
	const left = await sizeOf(lane.database);
	const [archived] = await readArchives(lane.database);
	await lane.close();
	const archivedOrders = archived?.lastSequence ?? 0;
	const kept = perRound * rounds - archivedOrders;
	const bytesBefore = (full - empty) / perRound;
	const bytesAfter = Math.max(0, left - empty - kept * bytesBefore) / archivedOrders;
	return {
		'bytes an order': bytesBefore,
		'bytes an archived order': bytesAfter,
		'bytes an order in the archive': (archived?.sizeBytes ?? 0) / archivedOrders,
		'bytes of 5,000,000 archived orders': empty + bytesAfter * targetOrders,
		'orders/s empty': rates[0] ?? 0,
		'orders/s with history': rates.at(-1) ?? 0,
		'rate beside empty': (rates.at(-1) ?? 0) / (rates[0] ?? 1),
		'archived orders/s': (archivedOrders / moved.ms) * 1_000,
		'loop held while archiving, ms': moved.heldMs,
	};
}

/** Two accounts trade with each other, and change sides. */
class Trader {
	private placed = 0;

	constructor(private readonly lane: TestLane) {}

	/** Answers how many orders a second were accepted and carried out. */
	async trade(count: number): Promise<number> {
		const { lane } = this;
		const { market, intake, clock } = lane;
		const begun = performance.now();
		for (let done = 0; done < count; done += inOneCall) {
			const entries = Array.from({ length: Math.min(inOneCall, count - done) }, () => ({
				market,
				submission: this.next(),
			}));
			await intake.submitAll(entries);
			await lane.drain();
			clock.time += 1;
		}
		return (count / (performance.now() - begun)) * 1_000;
	}

	private next(): NewOrderSubmission {
		const at = this.placed++;
		const pair = at >> 1;
		const sells = at % 2 === 0;
		const seller = pair % 2 === 0;
		return {
			kind: 'ORDER',
			accountId: sells === seller ? this.lane.anna : this.lane.ben,
			clientOrderId: `order-${at.toString(16).padStart(12, '0')}`,
			origOrderId: undefined,
			terms: {
				side: sells ? 'SELL' : 'BUY',
				type: 'LIMIT',
				quantityLots: 1,
				priceTicks: 100 + (pair % 7),
			},
		};
	}
}

async function archive(
	{ clock, markets }: TestLane,
	place: DatabasePlace,
	moved: { ms: number; heldMs: number },
): Promise<void> {
	const database = await openDatabase(place);
	const { reader, close } = openReader(database, place);
	const store = folderStore(path.join(place.dataFolder, 'archive'));
	const delay = monitorEventLoopDelay({ resolution: 1 });
	delay.enable();
	// Threads that read keep no process alive.
	const alive = setInterval(() => undefined, 1_000);
	const begun = performance.now();
	const archiver = new Archiver({ database, reader, markets, clock, store });
	await archiver.run({ before: clock.now() - dayMs + 1, takesAll: true });
	moved.ms += performance.now() - begun;
	clearInterval(alive);
	delay.disable();
	moved.heldMs = Math.max(moved.heldMs, delay.max / 1e6);
	await close();
	await database.destroy();
}

/** What is in use: what was freed is used again before a file grows. */
async function sizeOf(database: Database): Promise<number> {
	const text = isPostgres(database)
		? sql<{ readonly bytes: bigint }>`select pg_database_size(current_database()) as bytes`
		: sql<{ readonly bytes: bigint }>`select (page_count - freelist_count) * page_size as bytes
			from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`;
	const { rows } = await text.execute(database);
	return Number(rows[0]?.bytes ?? 0);
}

if (require.main === module) {
	run().then(printResult, (fault: unknown) => {
		process.stderr.write(`${String(fault)}\n`);
		process.exitCode = 1;
	});
}
