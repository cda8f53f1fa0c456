/**
 * How fast files go into the buckets and come out again: 256 MB and 1 GB of random bytes through
 * the store on eight local folders, whole and with two folders lost, with the resident memory of
 * the process; beside them the code and the hash alone, `cp` with fsync and `b2sum`.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../service/database/database';
import { erasureCode } from '../../service/objects/code/erasure-code';
import {
	fileHashKind,
	newFileHash,
	type FileHashKind,
} from '../../service/objects/shards/file-hash';
import { openObjectStore, type ObjectStore } from '../../service/objects/object-store';
import { defaultSettings } from '../../service/objects/buckets/settings';
import { machineConditions, printResult, sized, type BenchResult } from './parts/result';

const megabyte = 1e6;
const sizes = { '256MB': sized(256, 8) * megabyte, '1GB': sized(1000, 16) * megabyte } as const;
const chunkBytes = 64 * 1024;

type Figures = Record<string, number>;

/** Rate of a step over `megabytes`, and the processor time it took, which tells more on a busy machine. */
async function measureRate(
	name: string,
	{ megabytes, figures }: { readonly megabytes: number; readonly figures: Figures },
	step: () => Promise<void>,
): Promise<void> {
	const before = process.cpuUsage();
	const time = await seconds(step);
	const { user, system } = process.cpuUsage(before);
	figures[`${name}_MBps`] = rounded(megabytes / time);
	figures[`${name}_cpu_ms_per_MB`] = Number(((user + system) / 1000 / megabytes).toFixed(2));
}

async function seconds(step: () => unknown): Promise<number> {
	const start = process.hrtime.bigint();
	await step();
	return Number(process.hrtime.bigint() - start) / 1e9;
}

function rounded(value: number): number {
	return Math.round(value);
}

function writeRandomFile(file: string, sizeBytes: number): void {
	const descriptor = fs.openSync(file, 'w');
	for (let at = 0; at < sizeBytes; at += megabyte) fs.writeSync(descriptor, randomBytes(megabyte));
	fs.fsyncSync(descriptor);
	fs.closeSync(descriptor);
}

/** Runs a step and gives the most memory the process held meanwhile, in MB. */
async function residentMax(step: () => Promise<void>): Promise<number> {
	let most = 0;
	const sample = () => {
		most = Math.max(most, process.memoryUsage.rss());
	};
	const timer = setInterval(sample, 20);
	await step();
	sample();
	clearInterval(timer);
	return rounded(most / megabyte);
}

/** Reads an object to its end; the store has compared its hash by then. */
async function drain(store: ObjectStore, id: string, sizeBytes: number): Promise<void> {
	let readBytes = 0;
	for await (const chunk of (await store.read(id)).bytes) readBytes += chunk.length;
	if (readBytes !== sizeBytes) throw new Error(`${readBytes} bytes came instead of ${sizeBytes}`);
}

async function measurePath(
	folder: string,
	[label, sizeBytes]: readonly [string, number],
	figures: Figures,
): Promise<void> {
	const file = path.join(folder, 'random');
	writeRandomFile(file, sizeBytes);
	const dataFolder = path.join(folder, `data-${label}`);
	const database = await openDatabase({ dataFolder, databaseUrl: undefined });
	const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
	const store = await openObjectStore({ database, dataFolder, clock: Date, log });
	let id = '';
	const measure = (name: string, step: () => Promise<void>) =>
		measureRate(`${name}_${label}`, { megabytes: sizeBytes / megabyte, figures }, step);
	const memory = await residentMax(async () => {
		await measure('upload', async () => {
			const object = await store.stage(
				fs.createReadStream(file, { highWaterMark: chunkBytes }),
				'owner',
			);
			await object.makeDurable();
			await database.transaction().execute((transaction) => object.attach(transaction));
			id = object.id;
		});
		await measure('download', () => drain(store, id, sizeBytes));
		for (const bucket of [1, 2]) {
			fs.rmSync(path.join(dataFolder, 'buckets', `bucket-${bucket}`), { recursive: true });
		}
		await measure('download_two_lost', () => drain(store, id, sizeBytes));
	});
	figures[`resident_${label}_MB`] = memory;
	await store.close();
	await database.destroy();
	fs.rmSync(dataFolder, { recursive: true });
	await measureTools(file, label, figures);
	fs.rmSync(file);
}

async function measureTools(file: string, label: string, figures: Figures): Promise<void> {
	const sizeMegabytes = fs.statSync(file).size / megabyte;
	const copy = `${file}.copy`;
	const copied = await seconds(() => {
		execFileSync('cp', [file, copy]);
		execFileSync('sync', [copy]);
	});
	fs.rmSync(copy);
	const hashed = await seconds(() => execFileSync('b2sum', ['-l', '256', file]));
	figures[`cp_and_fsync_${label}_MBps`] = rounded(sizeMegabytes / copied);
	figures[`b2sum_${label}_MBps`] = rounded(sizeMegabytes / hashed);
}

/** User data coded per second, the blocks copied in and the parity copied out. */
async function measureCode(figures: Figures): Promise<void> {
	const { dataShards, parityShards, blockSizeBytes } = defaultSettings.scheme;
	const code = erasureCode(dataShards, parityShards);
	const data = Array.from({ length: dataShards }, () => randomBytes(blockSizeBytes));
	const parity = code.encode(data);
	const rounds = 2000;
	const sizeMegabytes = (rounds * dataShards * blockSizeBytes) / megabyte;
	const encode = await seconds(() => {
		for (let round = 0; round < rounds; round += 1) code.encode(data);
	});
	const present = new Map([...[...data, ...parity].entries()].filter(([shard]) => shard > 1));
	const rebuild = await seconds(() => {
		for (let round = 0; round < rounds; round += 1) code.rebuild(present, [0, 1]);
	});
	figures['encode_MBps'] = rounded(sizeMegabytes / encode);
	figures['rebuild_two_MBps'] = rounded(sizeMegabytes / rebuild);
}

/** Both kinds of the hash on the same bytes in turn; they must agree. */
async function measureHash(figures: Figures): Promise<void> {
	const chunk = randomBytes(megabyte);
	const rounds = 256;
	const times = new Map<FileHashKind, number>();
	const digests = new Set<string>();
	for (const kind of ['wasm', 'native'] as const) {
		const hash = await newFileHash(kind);
		const time = await seconds(() => {
			for (let round = 0; round < rounds; round += 1) hash.update(chunk);
		});
		times.set(kind, time);
		digests.add(hash.digestHex());
		figures[`blake2b256_${kind}_MBps`] = rounded(rounds / time);
	}
	if (digests.size !== 1) throw new Error('the two kinds of the hash differ');
	const ours = times.get(fileHashKind) ?? Number.NaN;
	figures['blake2b256_of_fastest_percent'] = rounded((100 * Math.min(...times.values())) / ours);
}

const targets: BenchResult['targets'] = {
	encode_MBps: { atLeast: 2000 },
	blake2b256_of_fastest_percent: { atLeast: 80 },
	...Object.fromEntries(
		Object.keys(sizes).flatMap((label) => [
			[`upload_${label}_MBps`, { atLeast: 150 }],
			[`download_${label}_MBps`, { atLeast: 250 }],
			[`download_two_lost_${label}_MBps`, { atLeast: 200 }],
			[`resident_${label}_MB`, { atMost: 200 }],
		]),
	),
};

export async function run(): Promise<BenchResult> {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'storage-bench-'));
	const { dataShards, parityShards, blockSizeBytes } = defaultSettings.scheme;
	const conditions = {
		...machineConditions(),
		code: `${dataShards}+${parityShards}`,
		kernel: erasureCode(dataShards, parityShards).kernel,
		hash: fileHashKind,
		blockSizeBytes,
		buckets: `${defaultSettings.buckets.length} local folders`,
		chunkBytes,
		path: 'file, store, buckets; one process, one thread; a write ends when all shards are synced',
	};
	const figures: Figures = {};
	try {
		for (const size of Object.entries(sizes)) await measurePath(folder, size, figures);
		await measureCode(figures);
		await measureHash(figures);
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
	return { name: 'storage', conditions, figures, targets };
}

if (require.main === module) void run().then(printResult);
