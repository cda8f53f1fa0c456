/**
 * What cannot be seen from outside, when everything has come to rest: the ledger agrees with its
 * postings, a replay of the log gives every report that was committed and the same book, and no key
 * stands where it should not.
 */
import fs from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { systemClock } from '../../../server/clock';
import { demoMarket } from '../../../exchange/demo/demo';
import { readReports } from '../../../exchange/trading/lane/batch-text';
import { Lane } from '../../../exchange/trading/lane/lane';
import { LaneState } from '../../../exchange/trading/lane/lane-state';
import { Snapshots } from '../../../exchange/trading/lane/snapshots';
import { Markets } from '../../../exchange/trading/markets/markets';
import { auditLedger } from '../../../exchange/history/reconciliation/audit';
import type { Database } from '../../../exchange/database/database';
import { untoldLane } from '../support/lane';
import { readLog, stateOf } from '../support/lane-states';
import { programsOf } from './faults';
import type { Venue } from './stage';

const { symbol } = demoMarket;

/** One sentence for each thing that is not as it must be. */
export async function insideFaults(stage: Venue): Promise<readonly string[]> {
	const { database } = stage;
	const sealed = await database.selectFrom('sealed_keys').selectAll().execute();
	return [
		...(await auditLedger(database)),
		...sealed.map(({ intent_id: id }) => `the key of ${id} outlives its deposit`),
		...(await exposedKeys(stage)).map((where) => `a key stands in ${where}`),
	];
}

/** The log alone gives what the lane has committed; `Lane` and `Snapshots` as a start has them. */
export async function expectReplay(database: Database): Promise<void> {
	const markets = new Markets(database, systemClock);
	const market = await markets.find(symbol);
	if (market === undefined) throw new Error('the market is gone');
	const logged = await readLog(database);
	expect(logged.map(({ sequence }) => sequence)).toEqual(logged.map((_, index) => index + 1));
	const effects = LaneState.empty(market).advance(logged);
	const batches = await database
		.selectFrom('batches')
		.selectAll()
		.orderBy('last_sequence')
		.execute();
	const reports = batches.flatMap(({ reports: text }) => readReports(text));
	expect(reports).toEqual(JSON.parse(JSON.stringify(effects.reports)));
	const trades = await database.selectFrom('trades').selectAll().execute();
	expect(trades).toHaveLength(effects.trades.length);
	const parts = { database, markets, clock: systemClock, ...untoldLane };
	await new Lane(parts).takeSnapshot(symbol);
	const snapshots = await database.selectFrom('snapshots').select('sequence').execute();
	expect(snapshots.map(({ sequence }) => Number(sequence))).toContain(logged.length);
	for (const { sequence } of snapshots) {
		const replayed = LaneState.empty(market);
		replayed.advance(logged.slice(0, Number(sequence)));
		const restored = await new Snapshots(parts).restoreFrom(market, sequence);
		expect(restored && stateOf(restored)).toEqual(stateOf(replayed));
	}
}

/** Where a key of a trader or an own account can be read that should not be there. */
async function exposedKeys(stage: Venue): Promise<readonly string[]> {
	const { exchange, database, place, own, traders } = stage;
	const keys = [...own, ...traders].map(({ key }) => key);
	const tables = ['intents', 'intent_steps', 'alarms', 'commands'] as const;
	const rows = await Promise.all(
		tables.map(async (table) => {
			const all: readonly object[] = await database.selectFrom(table).selectAll().execute();
			return [`table ${table}`, all.map((row) => Object.values(row).join(' ')).join('\n')] as const;
		}),
	);
	const texts: readonly (readonly [string, string])[] = [
		...programsOf(stage).map(
			(program, index) => [`the output of process ${index}`, program.output()] as const,
		),
		...rows,
		['Redis', await redisText(exchange.redis.url)],
		...filesBelow(place.dataFolder)
			.filter((file) => path.basename(file) !== 'settlement.json')
			.map((file) => [file, fs.readFileSync(file, 'latin1')] as const),
	];
	return texts.filter(([, text]) => keys.some((key) => text.includes(key))).map(([where]) => where);
}

/** Every key of the Redis with its value, as one text. */
async function redisText(url: string): Promise<string> {
	const redis = new Redis(url);
	try {
		const texts: string[] = [];
		for await (const names of redis.scanStream({ count: 1_000 })) {
			for (const name of names as string[]) {
				texts.push(name, JSON.stringify(await valueOf(redis, name)));
			}
		}
		return texts.join('\n');
	} finally {
		redis.disconnect();
	}
}

async function valueOf(redis: Redis, name: string): Promise<unknown> {
	switch (await redis.type(name)) {
		case 'string':
			return redis.get(name);
		case 'hash':
			return redis.hgetall(name);
		case 'list':
			return redis.lrange(name, 0, -1);
		case 'set':
			return redis.smembers(name);
		case 'zset':
			return redis.zrange(name, '0', '-1');
		case 'stream':
			return redis.xrange(name, '-', '+');
		default:
			// It expired since it was listed.
			return null;
	}
}

function filesBelow(folder: string): readonly string[] {
	return fs
		.readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name));
}
