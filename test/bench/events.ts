/**
 * How soon an event is at its target after the commit that told it, and how many a second one target is
 * sent: written, placed, signed and delivered over HTTP by the service's own parts, on SQLite. The target
 * runs in the same process.
 */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { randomShare, systemClock } from '../../server/clock';
import { soleSession } from '../../server/database/process-session';
import { Delivering } from '../../server/events/webhook/delivering';
import { addEvent, Events } from '../../server/events/record/events';
import { tableReader } from '../../server/events/record/reading';
import { sendThrough } from '../../server/events/webhook/sending';
import { addSubscription } from '../../server/events/webhook/subscriptions';
import { eventTables } from '../../server/events/record/tables';
import { Targets } from '../../server/events/webhook/targets';
import { openDatabase, type Database } from '../../service/database/database';
import { secretVault } from '../../service/events/secret-vault';
import { newMasterKey } from '../../service/objects/keys/key-ring';
import {
	machineConditions,
	printResult,
	quantile,
	rounded,
	sized,
	type BenchResult,
} from './parts/result';

const vault = secretVault({ keys: [newMasterKey()] });

const singles = sized(200, 5);
const many = sized(10_000, 200);
const subjects = sized(1_000, 20);

export async function run(): Promise<BenchResult> {
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const database = await openDatabase({ dataFolder, databaseUrl: undefined });
	const target = new Target();
	const url = await target.open();
	const delivery = deliver(database);
	const parts = { database: eventTables(database), clock: systemClock, vault };
	await addSubscription(parts, { owner: 'one', userId: 'u', url });
	const latencies: number[] = [];
	for (let at = 0; at < singles; at += 1) {
		const arrived = target.next(1);
		await happened(database, [`single ${at}`]);
		const begin = performance.now();
		delivery.wake();
		await arrived;
		latencies.push(performance.now() - begin);
	}
	const all = target.next(many);
	await happened(
		database,
		Array.from({ length: many }, (_, at) => `subject ${at % subjects}`),
	);
	const begin = performance.now();
	delivery.wake();
	await all;
	const seconds = (performance.now() - begin) / 1000;
	await delivery.close();
	await target.close();
	await database.destroy();
	fs.rmSync(dataFolder, { recursive: true });
	const figures = {
		commitToTarget_p50Ms: quantile(latencies, 0.5),
		commitToTarget_p99Ms: quantile(latencies, 0.99),
		deliveredToOneTarget_perSecond: many / seconds,
	};
	const targets = {
		commitToTarget_p50Ms: { atMost: 300 },
		deliveredToOneTarget_perSecond: { atLeast: 1_000 },
	};
	const conditions = { ...machineConditions(), singles, many, subjects, database: 'SQLite' };
	return { name: 'events', conditions, figures: rounded(figures), targets };
}

async function happened(database: Database, of: readonly string[]): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		for (const subject of of) {
			const data = { assetId: subject, assetName: 'Wind energy', isMultiAsset: false };
			await addEvent(transaction, systemClock, {
				...{ type: 'asset.created', owner: 'one', subject, data },
			});
		}
	});
}

function deliver(ofService: Database) {
	const database = eventTables(ofService);
	const onFault = (fault: unknown) => process.stderr.write(`${String(fault)}\n`);
	const targets = new Targets({ networks: [] });
	const rights = {
		owners: ['one'],
		typesReadable: ['asset.created'],
		typesIfAddressed: [],
		audienceNames: [],
	};
	const delivering = new Delivering({
		...{ database, reader: tableReader(database), clock: systemClock, session: soleSession() },
		...{ random: randomShare, send: sendThrough(targets.dispatcher), vault, onFault },
		rightsOf: () => Promise.resolve({ rights }),
	});
	const events = new Events({ database, sources: () => Promise.resolve([]), onFault });
	events.onEvents(() => delivering.wake());
	events.start();
	delivering.start();
	return {
		wake: () => events.wake(),
		async close() {
			await events.close();
			await Promise.all([delivering.close(), targets.close()]);
		},
	};
}

/** Takes everything. */
class Target {
	private left = 0;
	private reached: () => void = () => undefined;
	private readonly server = http.createServer((request, reply) => {
		request.resume().on('end', () => {
			reply.statusCode = 204;
			reply.end();
			this.left -= 1;
			if (this.left === 0) this.reached();
		});
	});

	async open(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
	}

	/** Over when so many more have come. */
	next(count: number): Promise<void> {
		this.left = count;
		return new Promise((resolve) => (this.reached = resolve));
	}

	close(): Promise<void> {
		this.server.closeAllConnections();
		return new Promise((resolve) => this.server.close(() => resolve()));
	}
}

if (require.main === module) void run().then(printResult);
