/** The storage command on a folder no service runs on: what it finds, repairs, says and answers. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabaseToRead } from '../../../service/database/database';
import { lockDataFolder } from '../../../service/database/data-folder-lock';
import { runCommandLine } from '../../../server/commands/shell';
import { storage } from '../../../service/commands/storage';
import { shardKey } from '../../../service/objects/code/layout';
import { defaultSettings } from '../../../service/objects/buckets/settings';
import { TextTerminal } from '../../support/programs/text-terminal';
import {
	bytesOf,
	collect,
	filesBelow,
	inPieces,
	keep,
	StorageFolder,
} from '../objects/storage-folder';

let folder: StorageFolder;
let ids: string[];

/** A folder with three objects and the default settings, closed. */
beforeEach(async () => {
	folder = new StorageFolder();
	const store = await folder.open(defaultSettings);
	ids = [];
	for (const sizeBytes of [1, 100_000, 900_000]) {
		ids.push(await keep(store, folder.database, bytesOf(sizeBytes)));
	}
	await folder.close();
});

afterEach(() => folder.remove());

async function runOn(terminal: TextTerminal, ...args: string[]): Promise<number> {
	return runCommandLine(storage, args, { environment: await folder.environment(), terminal });
}

async function run(
	...args: string[]
): Promise<{ readonly code: number; readonly lines: object[] }> {
	const terminal = new TextTerminal();
	const code = await runOn(terminal, ...args);
	const lines = terminal.output.trimEnd().split('\n');
	return { code, lines: lines.map((line): object => JSON.parse(line)) };
}

function findings(lines: object[]): object[] {
	return lines.filter((line) => 'kind' in line && line.kind === 'finding');
}

function shard(object: number, index: number): string {
	return folder.shardPath(ids[object] ?? '', index);
}

function damage(file: string): void {
	const content = fs.readFileSync(file);
	content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
	fs.writeFileSync(file, content);
}

test('a sound folder answers 0 and says what was checked', async () => {
	expect(await run('fsck')).toEqual({
		code: 0,
		lines: [
			{ kind: 'progress', objects: 3, ofObjects: 3, bytes: 1_000_001, ofBytes: 1_000_001 },
			{ kind: 'summary', objects: 3, problems: 0, repaired: 0, remaining: 0 },
		],
	});
});

test('damaged, missing and foreign shards are named, and only lost ones are made again, when asked', async () => {
	const right = [shard(0, 1), shard(1, 2)].map((file) => fs.readFileSync(file));
	damage(shard(0, 1));
	fs.rmSync(shard(1, 2));
	const stray = shardKey('f'.repeat(24), 3);
	const strayFile = path.join(folder.bucket(3), 'shards', 'ff', stray);
	fs.mkdirSync(path.dirname(strayFile), { recursive: true });
	fs.writeFileSync(strayFile, 'x');

	const named = [
		{ kind: 'finding', key: shardKey(ids[0] ?? '', 1), bucket: 'bucket-2', problem: 'damaged' },
		{ kind: 'finding', key: shardKey(ids[1] ?? '', 2), bucket: 'bucket-3', problem: 'missing' },
		{ kind: 'finding', key: stray, bucket: 'bucket-4', problem: 'foreign' },
	];
	const first = await run('fsck');
	expect(findings(first.lines)).toHaveLength(3);
	for (const each of named) {
		expect(findings(first.lines)).toContainEqual(expect.objectContaining(each));
	}
	expect(first.code).toBe(1);
	expect(first.lines.at(-1)).toMatchObject({ problems: 3, repaired: 0, remaining: 3 });

	const second = await run('fsck', '--repair');
	expect(second.code).toBe(1);
	expect(second.lines.at(-1)).toMatchObject({ problems: 3, repaired: 2, remaining: 1 });
	expect([shard(0, 1), shard(1, 2)].map((file) => fs.readFileSync(file))).toEqual(right);
	expect(fs.readFileSync(strayFile, 'utf8')).toBe('x');
	fs.rmSync(strayFile);
	expect((await run('fsck')).code).toBe(0);
});

/** Every byte of the data folder but SQLite's index of its log, and every row of the database. */
async function everything(): Promise<Readonly<Record<string, string>>> {
	const files = filesBelow(folder.path)
		.filter((file) => !file.endsWith('-shm') && fs.statSync(file).size > 0)
		.map((file) => [file, fs.readFileSync(file).toString('base64')]);
	const database = await openDatabaseToRead(await folder.place());
	try {
		const tables = (await database.introspection.getTables()).map(({ name }) => name).sort();
		for (const table of tables) {
			const { rows } = await sql`select * from ${sql.table(table)}`.execute(database);
			files.push([table, JSON.stringify(rows)]);
		}
	} finally {
		await database.destroy();
	}
	return Object.fromEntries(files);
}

test('a check changes no byte of the folder and no row, whatever it finds', async () => {
	const store = await folder.open(defaultSettings);
	const staged = await store.stage(inPieces(bytesOf(5000)), 'owner');
	await staged.makeDurable();
	await folder.close();
	damage(shard(0, 1));
	fs.rmSync(shard(1, 2));
	fs.rmSync(folder.bucket(6), { recursive: true });
	fs.writeFileSync(path.join(folder.bucket(4), 'drafts', 'of-the-dead'), 'x');
	fs.copyFileSync(shard(0, 0), path.join(path.dirname(shard(0, 5)), path.basename(shard(0, 0))));
	const before = await everything();
	expect((await run('fsck')).code).toBe(1);
	await answer('orphans');
	expect(await everything()).toEqual(before);
	expect(fs.existsSync(folder.bucket(6))).toBe(false);
});

describe('after a database of some time ago was put back', () => {
	let newer: string[];

	/** The database forgets the two newest files, as one of before them would not know them. */
	beforeEach(async () => {
		newer = ids.slice(1);
		await folder.open(defaultSettings);
		const { database } = folder;
		await database.deleteFrom('storage_shards').where('object_id', 'in', newer).execute();
		await database.deleteFrom('storage_objects').where('id', 'in', newer).execute();
		await folder.close();
	});

	const shardsOfNewer = () =>
		Object.fromEntries(
			newer
				.flatMap((id) => [0, 1, 2, 3, 4, 5, 6, 7].map((index) => folder.shardPath(id, index)))
				.filter((file) => fs.existsSync(file))
				.map((file) => [file, fs.readFileSync(file).toString('base64')]),
		);

	test('--repair keeps every shard of the newer files', async () => {
		const before = shardsOfNewer();
		expect(Object.keys(before)).toHaveLength(16);
		const { code, lines } = await run('fsck', '--repair');
		expect(code).toBe(1);
		expect(lines.at(-1)).toMatchObject({ problems: 16, repaired: 0, remaining: 16 });
		expect(shardsOfNewer()).toEqual(before);
	});

	test('they are deleted only by their number, which is shown first', async () => {
		const before = shardsOfNewer();
		const shown = await answer('orphans');
		expect(shown).toMatchObject({ orphans: 16, foreign: 0, buckets: { 'bucket-1': 2 } });
		const sizes = Object.keys(before).map((file) => fs.statSync(file).size);
		expect(shown).toMatchObject({ sizeBytes: sizes.reduce((sum, size) => sum + size, 0) });
		for (const wrong of ['15', '17', 'all', '-1', '']) {
			const terminal = new TextTerminal();
			expect(await runOn(terminal, 'orphans', '--delete', wrong)).toBe(2);
			expect(shardsOfNewer()).toEqual(before);
		}
		expect(await answer('orphans', '--delete', '16')).toMatchObject({ removed: 16 });
		expect(shardsOfNewer()).toEqual({});
		expect((await run('fsck')).code).toBe(0);
	});

	test('what no shard of this store says of itself is never deleted', async () => {
		const [file = ''] = Object.keys(shardsOfNewer());
		const content = fs.readFileSync(file);
		// Of another store, and of a version that wrote no tags.
		for (const tag of [1, 0]) {
			content.writeUInt32BE(tag, 28);
			createHash('sha256').update(content.subarray(0, 40)).digest().copy(content, 40, 0, 24);
			fs.writeFileSync(file, content);
			expect(await answer('orphans')).toMatchObject({ orphans: 15, foreign: 1 });
		}
		expect(await answer('orphans', '--delete', '15')).toMatchObject({ removed: 15, foreign: 1 });
		expect(fs.readFileSync(file).equals(content)).toBe(true);
	});
});

async function answer(...args: string[]): Promise<unknown> {
	const terminal = new TextTerminal();
	expect([await runOn(terminal, ...args), terminal.complaint]).toEqual([0, '']);
	return JSON.parse(terminal.output);
}

describe('what the database says of a file and is not so', () => {
	async function change(values: { hash?: string; wrapped_key?: string }): Promise<void> {
		await folder.open(defaultSettings);
		await folder.database
			.updateTable('storage_objects')
			.set(values)
			.where('id', '=', ids[2] ?? '')
			.execute();
		await folder.close();
	}

	test.each([
		['its hash', { hash: '0'.repeat(64) }, `was stored as ${'0'.repeat(64)}`],
		['its sealed key', { wrapped_key: '00'.repeat(60) }, 'does not open'],
	])('is named: %s', async (_, values, sentence) => {
		await change(values);
		for (const args of [['fsck'], ['fsck', '--repair']]) {
			const { code, lines } = await run(...args);
			expect(code).toBe(1);
			expect(findings(lines)).toEqual([
				expect.objectContaining({
					key: ids[2],
					problem: 'mismatch',
					message: expect.stringContaining(sentence),
				}),
			]);
			expect(lines.at(-1)).toMatchObject({ problems: 1, repaired: 0, remaining: 1 });
		}
	});
});

test('with other master keys nothing is checked, and the answer is 2', async () => {
	const file = path.join(folder.path, 'master-keys.json');
	const own = fs.readFileSync(file, 'utf8');
	fs.writeFileSync(
		file,
		own.replace(/(?<="key": ")./, (digit) => (digit === '0' ? '1' : '0')),
	);
	const terminal = new TextTerminal();
	expect(await runOn(terminal, 'fsck')).toBe(2);
	expect(terminal.complaint).toContain('master-keys.json is not the one');
});

test('what cannot be repaired remains and answers 1', async () => {
	for (const index of [0, 1, 2]) fs.rmSync(shard(1, index));
	const { code, lines } = await run('fsck', '--repair');
	expect(code).toBe(1);
	expect(lines.at(-1)).toMatchObject({ problems: 3, repaired: 0, remaining: 3 });
	expect(lines).toContainEqual({
		kind: 'unrepaired',
		key: shardKey(ids[1] ?? '', 0),
		reason: expect.stringContaining('bucket-2: the shard is not there'),
	});
});

test('a folder made again is filled again', async () => {
	fs.rmSync(folder.bucket(5), { recursive: true });
	const { code, lines } = await run('fsck', '--repair');
	expect(code).toBe(0);
	expect(lines.at(-1)).toMatchObject({ problems: 3, repaired: 3, remaining: 0 });
});

test('a file that is no shard is foreign, and left alone', async () => {
	fs.mkdirSync(path.join(folder.bucket(0), 'shards', 'zz'));
	fs.writeFileSync(path.join(folder.bucket(0), 'shards', 'zz', 'notes.txt'), 'x');
	const { code, lines } = await run('fsck');
	expect(code).toBe(1);
	expect(findings(lines)).toEqual([
		expect.objectContaining({ key: 'notes.txt', bucket: 'bucket-1', problem: 'foreign' }),
	]);
});

test('on a terminal people read sentences', async () => {
	damage(shard(0, 1));
	const terminal = new TextTerminal({ isTTY: true });
	expect(await runOn(terminal, 'fsck', '--repair')).toBe(0);
	const text = terminal.output;
	expect(text).toContain(`damaged  ${shardKey(ids[0] ?? '', 1)}  bucket-2: block 0 is damaged`);
	expect(text).toContain('3 objects checked: 1 problems, 1 repaired, 0 remain');
});

test('a folder a service runs on is refused', async () => {
	const lock = lockDataFolder(folder.path);
	const terminal = new TextTerminal();
	expect(await runOn(terminal, 'fsck')).toBe(2);
	expect(terminal.complaint).toContain('another process serves the data folder');
	lock.release();
});

test('without a command help is printed, and the answer is 2', async () => {
	const terminal = new TextTerminal();
	expect(await runOn(terminal)).toBe(2);
	for (const { words } of storage.commands) expect(terminal.output).toContain(words);
});

test.each([
	[['scan'], "unknown command 'scan'"],
	[['fsck', 'twice'], 'too many arguments'],
	[['fsck', '--mend'], "unknown option '--mend'"],
])('%j is refused with 2', async (args, sentence) => {
	const terminal = new TextTerminal();
	expect(await runOn(terminal, ...args)).toBe(2);
	expect([terminal.output, terminal.complaint]).toEqual(['', expect.stringContaining(sentence)]);
});

describe('rotating the master key', () => {
	const ringFile = () => path.join(folder.path, 'master-keys.json');
	const rotate = () => runOn(new TextTerminal(), 'rotate-key');
	const readAll = async () => {
		const store = await folder.open(defaultSettings);
		return Promise.all(ids.map(async (id) => collect((await store.read(id)).bytes)));
	};
	const wrappedKeys = async () => {
		await folder.open(defaultSettings);
		const rows = await folder.database
			.selectFrom('storage_objects')
			.select(['wrapped_key', 'master_key_id'])
			.orderBy('id')
			.execute();
		await folder.close();
		return rows;
	};

	test('every object is wrapped with the new key, every byte still read, the old key gone', async () => {
		const before = fs.readFileSync(ringFile(), 'utf8');
		const keysBefore = await wrappedKeys();
		expect(await rotate()).toBe(0);
		const after = fs.readFileSync(ringFile(), 'utf8');
		const keysAfter = await wrappedKeys();
		const [old] = JSON.parse(before).keys;
		expect(after).not.toContain(old.key);
		expect(keysAfter.filter(({ master_key_id: id }) => id === old.id)).toEqual([]);
		expect(keysAfter).toHaveLength(keysBefore.length);
		expect(fs.statSync(ringFile()).mode & 0o777).toBe(0o600);
		expect(await readAll()).toEqual([1, 100_000, 900_000].map((size) => bytesOf(size)));
	});

	test('broken off half way, everything is readable, and the next run finishes it', async () => {
		const [old] = JSON.parse(fs.readFileSync(ringFile(), 'utf8')).keys;
		expect(await rotate()).toBe(0);
		const [current] = JSON.parse(fs.readFileSync(ringFile(), 'utf8')).keys;
		// As after a crash between the first batch and the end: both keys, some objects under each.
		fs.writeFileSync(ringFile(), JSON.stringify({ keys: [old, current] }));
		expect(await readAll()).toHaveLength(3);
		await folder.close();
		expect(await rotate()).toBe(0);
		expect(JSON.parse(fs.readFileSync(ringFile(), 'utf8')).keys).toEqual([old]);
		expect(await readAll()).toEqual([1, 100_000, 900_000].map((size) => bytesOf(size)));
	});
});
