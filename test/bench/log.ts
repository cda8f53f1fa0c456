/**
 * What the log of records costs, on SQLite: blocks of 100 entries and of one, each durable; proofs out
 * of a large tree; the verification of all of it, as a start does it and as `admin -- verify`; and the
 * memory all that takes, with the young heap the service has. `ENTRIES=4194304` is the size the target
 * of memory speaks of.
 */
import '../../service/heap-flags';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../server/clock';
import { openDatabase, type Database } from '../../service/database/database';
import { Checkpoints } from '../../service/log/checkpoints';
import { insertEntries } from '../../service/log/entry-rows';
import { KeptCheckpoint } from '../../service/log/kept-checkpoint';
import { blockEntriesMax, Sequencer, type NextEntries } from '../../service/log/sequencer';
import { openSigner, type Signer } from '../../service/log/signer';
import { SnapshotReader } from '../../service/verification/snapshot-reader';
import { treeFindings } from '../../service/verification/tree';
import { machineConditions, printResult, rounded, sized, type BenchResult } from './parts/result';

const entries = Number(process.env['ENTRIES'] ?? sized(2 ** 20, 2 ** 10));
const singleBlocks = sized(2_000, 20);
const proofs = sized(1_000, 20);
const pages = sized(200, 5);
const pageProofs = sized(100, 5);

export async function run(): Promise<BenchResult> {
	const conditions = machineConditions();
	const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const place = { dataFolder, databaseUrl: undefined };
	const database = await openDatabase(place);
	try {
		const keys = { dataFolder, logOrigin: undefined, logKey: undefined };
		const signer = await openSigner(database, keys);
		const kept = await KeptCheckpoint.open(dataFolder, signer.verifierKey);
		const sequencer = new Sequencer({ database, signer, kept });
		const figures = {
			...plainInserts(dataFolder),
			...(await fill(database, sequencer)),
			...(await closeSingles(database, sequencer)),
			...(await prove(database)),
			...(await verify(place, signer)),
			'resident megabytes': process.memoryUsage.rss() / 1e6,
			'resident megabytes at most': process.resourceUsage().maxRSS / 1e3,
		};
		await sequencer.close();
		return {
			name: 'log',
			conditions: { ...conditions, folder: dataFolder, entries, singleBlocks, proofs },
			figures: rounded(figures),
			targets: {
				'entries/s at 100 a block': { atLeast: 60_000 },
				'blocks/s of one': { atLeast: 1_000 },
				'inclusion proof ms': { atMost: 1 },
				'page of 100 proofs ms': { atMost: 10 },
				'verification s': { atMost: 10 },
				'resident megabytes at most': { atMost: 250 },
			},
		};
	} finally {
		await database.destroy();
		fs.rmSync(dataFolder, { recursive: true, force: true });
	}
}

const secondsSince = (begin: number) => (performance.now() - begin) / 1_000;

function append(database: Database, count: number): Promise<unknown> {
	const time = new Date(systemClock.now()).toISOString();
	const records = Array.from({ length: count }, (_, index) => ({
		...{ kind: 'transfer', subjectId: `0192f0c0ffee${String(index).padStart(12, '0')}`, form: 1 },
		payload: `{"id":"0192f0c0ffee${index}","amount":"${index}","createdAt":"${time}"}`,
	}));
	return database.transaction().execute((transaction) => insertEntries(transaction, records, time));
}

/** The same bytes as rows of one table without any hash or signature, each block its own commit. */
function plainInserts(folder: string) {
	const database = new DatabaseSync(path.join(folder, 'plain.sqlite'));
	database.exec('pragma journal_mode = wal; pragma synchronous = full');
	database.exec('create table plain (id integer primary key, payload text, salt blob, leaf blob)');
	const insert = database.prepare('insert into plain (payload, salt, leaf) values (?, ?, ?)');
	const [salt, leaf] = [randomBytes(32), randomBytes(32)];
	const payload = JSON.stringify({ id: '0192f0c0ffee000000000000', amount: '1', createdAt: '' });
	const blocksASecond = (blocks: number, size: number) => {
		const begin = performance.now();
		for (let block = 0; block < blocks; block += 1) {
			database.exec('begin immediate');
			for (let row = 0; row < size; row += 1) insert.run(payload, salt, leaf);
			database.exec('commit');
		}
		return blocks / secondsSince(begin);
	};
	const many = blocksASecond(singleBlocks, 100) * 100;
	const single = blocksASecond(singleBlocks, 1);
	database.close();
	return { 'plain rows/s at 100 a commit': many, 'plain commits/s of one': single };
}

async function fill(database: Database, sequencer: Sequencer) {
	let [appending, closing] = [0, 0];
	for (let made = 0; made < entries; made += blockEntriesMax) {
		const begin = performance.now();
		await append(database, Math.min(blockEntriesMax, entries - made));
		appending += secondsSince(begin);
		const appended = performance.now();
		await sequencer.addBlocks();
		closing += secondsSince(appended);
	}
	return {
		'entries/s at 100 a block': entries / closing,
		'entries/s with their appending': entries / (appending + closing),
	};
}

const one: NextEntries = (transaction) =>
	transaction
		.selectFrom('log_entries')
		.select(['sequence', 'leaf_hash'])
		.where('tree_index', 'is', null)
		.orderBy('sequence')
		.limit(1)
		.execute();

async function closeSingles(database: Database, sequencer: Sequencer) {
	await append(database, singleBlocks);
	const begin = performance.now();
	for (let block = 0; block < singleBlocks; block += 1) await sequencer.addBlocks(one);
	return { 'blocks/s of one': singleBlocks / secondsSince(begin) };
}

/** Places that jump all over the tree, so that hardly any proof finds its tile remembered. */
const jump = (step: number) => (step * 7_919 * 257) % entries;

async function prove(database: Database) {
	const checkpoints = new Checkpoints(database);
	const size = await checkpoints.size();
	await checkpoints.inclusionProof(0, size);
	const begin = performance.now();
	for (let step = 0; step < proofs; step += 1) await checkpoints.inclusionProof(jump(step), size);
	const proving = secondsSince(begin);
	const paging = performance.now();
	for (let page = 0; page < pages; page += 1) {
		const first = Math.min(jump(page), entries - pageProofs);
		for (let at = 0; at < pageProofs; at += 1) await checkpoints.inclusionProof(first + at, size);
	}
	return {
		'inclusion proof ms': (1_000 * proving) / proofs,
		'page of 100 proofs ms': (1_000 * secondsSince(paging)) / pages,
	};
}

async function verify(place: { dataFolder: string; databaseUrl: undefined }, signer: Signer) {
	const figures: Record<string, number> = {};
	const scopes = { 'verification s': 'all', 'check at a start s': 'last' } as const;
	for (const [name, checkpoints] of Object.entries(scopes)) {
		const reader = await SnapshotReader.open(place);
		const tally = { entries: 0, tiles: 0, checkpoints: 0, timesBack: 0 };
		const begin = performance.now();
		const scope = { key: signer.verifierKey, checkpoints };
		for await (const finding of treeFindings(reader, tally, scope)) {
			throw new Error(`the benchmark has a log with a fault: ${JSON.stringify(finding)}`);
		}
		figures[name] = secondsSince(begin);
		await reader.close();
	}
	return figures;
}

if (require.main === module) void run().then(printResult);
