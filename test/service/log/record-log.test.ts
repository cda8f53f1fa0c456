/** The log takes every entry into the tree, signs it, and finds what was changed afterwards. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { canonicalJson } from '../../../proof/canonical-json';
import { parseCheckpoint } from '../../../proof/checkpoint';
import { entryText } from '../../../proof/log-entry';
import { verifyConsistency, verifyInclusion } from '../../../proof/merkle';
import { parseNote, verifiedSignatures } from '../../../proof/signed-note';
import { ed25519Type, formatVerifierKey, verifierKey } from '../../../proof/verifier-key';
import { readConfig } from '../../../service/config';
import { Checkpoints } from '../../../service/log/checkpoints';
import type { RecordLog } from '../../../service/log/record-log';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';
import { until } from '../../support/clients/requests';
import { databaseKindOfRun } from '../../support/servers/databases';
import { startLog, type LogOptions, type StartedLog } from '../../support/programs/started-log';

let folder: DatabaseFolder;
let faults: unknown[];
let log: RecordLog;

beforeEach(async () => {
	folder = await openDatabaseFolder();
	faults = [];
	log = (await started()).log;
});

afterEach(async () => {
	await Promise.all(opened.splice(0).map((each) => each.close()));
	await folder.close();
});

/** Ended with the test. */
const opened: RecordLog[] = [];

async function started(options: LogOptions = {}): Promise<StartedLog> {
	const onFault = (fault: unknown) => faults.push(fault);
	const result = await startLog(folder.place, folder.database, { onFault, ...options });
	opened.push(result.log);
	return result;
}

function append(count: number): Promise<readonly number[]> {
	const records = Array.from({ length: count }, (_, index) => ({
		...{ kind: 'asset', subjectId: `subject ${index}`, payload: `{"index":${index}}`, form: 1 },
	}));
	return folder.database
		.transaction()
		.execute((transaction) => log.appendAll(transaction, records));
}

async function confirmed(count: number): Promise<readonly number[]> {
	const sequences = await append(count);
	expect(await log.settled(sequences.at(-1) ?? 0, 60_000)).toBe('Confirmed');
	return sequences;
}

function rows() {
	return folder.database.selectFrom('log_entries').selectAll().orderBy('sequence').execute();
}

async function statuses(): Promise<string[]> {
	return (await rows()).map(({ status }) => status);
}

function sha256(...parts: readonly (string | Buffer)[]): Buffer {
	const hash = createHash('sha256');
	for (const part of parts) hash.update(part);
	return hash.digest();
}

/** The root by the definition of RFC 9162, from the texts of the leaves. */
function rootOf(leaves: readonly string[]): Buffer {
	const [first = ''] = leaves;
	if (leaves.length === 1) return sha256(Buffer.of(0), first);
	const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
	return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

async function leaves(): Promise<string[]> {
	const placed = (await rows()).filter(({ tree_index: index }) => index !== null);
	return placed
		.sort((one, other) => Number(one.tree_index) - Number(other.tree_index))
		.map(({ commitment, subject_id: id, kind, created_at: time }) =>
			canonicalJson({ time, kind, id, commitment }),
		);
}

test('an entry commits to its payload with a salt of its own, and is a leaf of canonical JSON', async () => {
	await confirmed(2);
	const [one, other] = await rows();
	expect(one?.salt).toMatch(/^[0-9a-f]{32}$/);
	expect(one?.salt).not.toBe(other?.salt);
	const committed = sha256(Buffer.from(one?.salt ?? '', 'hex'), '{"index":0}').toString('hex');
	expect(one?.commitment).toBe(committed);
	const { subject_id: id = '', created_at: time = '' } = one ?? {};
	const text = entryText({ commitment: committed, id, kind: 'asset', time });
	expect(one?.leaf_hash).toBe(sha256(Buffer.of(0), text).toString('hex'));
});

test('an entry is unconfirmed until its block is durable and signed', async () => {
	const [sequence] = await append(1);
	expect(await statuses()).toEqual(['Unconfirmed']);
	expect(await log.settled(Number(sequence), 10_000)).toBe('Confirmed');
	expect(await statuses()).toEqual(['Confirmed']);
	expect(await new Checkpoints(folder.database).latest()).toMatchObject({ treeSize: 1 });
});

test('an entry of a transaction that is rolled back was never there', async () => {
	const failing = folder.database.transaction().execute(async (transaction) => {
		await log.append(transaction, { kind: 'asset', subjectId: '1', payload: '{}', form: 1 });
		throw new Error('the writer changed its mind');
	});
	await expect(failing).rejects.toThrow('changed its mind');
	expect(await rows()).toEqual([]);
});

test('a block holds at most 100 entries, and its checkpoint the root of all so far', async () => {
	await confirmed(250);
	const kept = new Checkpoints(folder.database);
	const checkpoints = await kept.list({ limit: 10 });
	expect(checkpoints.map(({ treeSize }) => treeSize)).toEqual([250, 200, 100]);
	expect([await kept.countAbove(100), await kept.countAbove(250)]).toEqual([2, 0]);
	const texts = await leaves();
	for (const { treeSize, rootHash } of checkpoints) {
		expect(rootHash).toBe(rootOf(texts.slice(0, treeSize)).toString('hex'));
	}
});

test('a checkpoint is a note signed by the key of the log', async () => {
	await confirmed(3);
	const { signer } = await started();
	const { note = '', rootHash } = (await new Checkpoints(folder.database).latest()) ?? {};
	const parsed = parseNote(note);
	expect(await verifiedSignatures(parsed, [signer.verifierKey])).toHaveLength(1);
	const { origin, treeSize, rootHash: root } = parseCheckpoint(parsed.text);
	expect({ origin, treeSize }).toEqual({ origin: signer.origin, treeSize: 3 });
	expect(Buffer.from(root).toString('hex')).toBe(rootHash);
});

test('proofs across full and open tiles hold, for whoever has the hashes alone', async () => {
	// More than one commit takes.
	await confirmed(1_100);
	const checkpoints = new Checkpoints(folder.database);
	const texts = await leaves();
	const sizes = [1, 2, 255, 256, 257, 511, 512, 513, 1_000, 1_100];
	for (const treeSize of sizes) {
		const rootHash = await checkpoints.rootAt(treeSize);
		expect(rootHash).toEqual(rootOf(texts.slice(0, treeSize)));
		for (const index of [0, treeSize >> 1, treeSize - 1]) {
			const path = await checkpoints.inclusionProof(index, treeSize);
			const leafHash = sha256(Buffer.of(0), texts[index] ?? '');
			expect(await verifyInclusion({ leafHash, index, treeSize, path, rootHash })).toBe(true);
		}
		for (const size of sizes.filter((smaller) => smaller <= treeSize)) {
			const from = { treeSize: size, rootHash: await checkpoints.rootAt(size) };
			const path = await checkpoints.consistencyProof(size, treeSize);
			expect(await verifyConsistency(from, { treeSize, rootHash }, path)).toBe(true);
		}
	}
});

test('a log goes on after a start where it was', async () => {
	await confirmed(300);
	expect((await started()).corrupted).toBe(0);
	log = (await started()).log;
	await confirmed(300);
	const { rootHash } = (await new Checkpoints(folder.database).latest()) ?? {};
	expect(rootHash).toBe(rootOf(await leaves()).toString('hex'));
	expect((await started()).corrupted).toBe(0);
});

test('a pending entry is confirmed at the next start', async () => {
	await append(2);
	await started();
	expect(await statuses()).toEqual(['Confirmed', 'Confirmed']);
});

test('two logs on one database put every entry into the one tree', async () => {
	const keptIn = fs.mkdtempSync(path.join(folder.folder, 'other-'));
	const other = (await started({ keptIn })).log;
	const both = [log, other].map(async (each) => {
		for (let count = 0; count < 20; count += 1) {
			const [sequence] = await append(3);
			each.wake();
			expect(await each.settled(sequence ?? 0, 60_000)).toBe('Confirmed');
		}
	});
	await Promise.all(both);
	const { rootHash, treeSize } = (await new Checkpoints(folder.database).latest()) ?? {};
	expect(treeSize).toBe(120);
	expect(rootHash).toBe(rootOf(await leaves()).toString('hex'));
});

test('once its salt is erased an entry stays in the tree, and so do all proofs', async () => {
	await confirmed(3);
	const checkpoints = new Checkpoints(folder.database);
	const before = await checkpoints.inclusionProof(1, 3);
	await folder.database
		.updateTable('log_entries')
		.set({ salt: null })
		.where('tree_index', '=', 1)
		.execute();
	expect(await new Checkpoints(folder.database).inclusionProof(1, 3)).toEqual(before);
	expect((await started()).corrupted).toBe(0);
});

describe('an entry changed afterwards', () => {
	const changes = ['kind', 'subject_id', 'commitment', 'created_at'] as const;

	test.each(changes)('in its %s is found at the next start, and no other', async (column) => {
		await confirmed(5);
		await folder.database
			.updateTable('log_entries')
			.set({ [column]: 'changed' })
			.where('sequence', '=', 3)
			.execute();
		expect((await started()).corrupted).toBe(1);
		expect(await statuses()).toEqual([
			'Confirmed',
			'Confirmed',
			'Corrupted',
			'Confirmed',
			'Confirmed',
		]);
	});

	test('before it was confirmed is found as well, and stays corrupted in the tree', async () => {
		await append(2);
		await folder.database
			.updateTable('log_entries')
			.set({ kind: 'changed' })
			.where('sequence', '=', 2)
			.execute();
		expect((await started()).corrupted).toBe(1);
		expect(await statuses()).toEqual(['Confirmed', 'Corrupted']);
	});

	test('stays corrupted, and new entries are taken all the same', async () => {
		await confirmed(2);
		await folder.database
			.updateTable('log_entries')
			.set({ commitment: 'changed' })
			.where('sequence', '=', 2)
			.execute();
		log = (await started()).log;
		await confirmed(1);
		expect((await started()).corrupted).toBe(1);
		expect(await statuses()).toEqual(['Confirmed', 'Corrupted', 'Confirmed']);
	});
});

describe('a start on a tree that contradicts itself is refused, and says where', () => {
	const change = (statement: string) => sql.raw(statement).execute(folder.database);
	const zeroes = '0'.repeat(64);
	const anotherFirst = `case when hashes like 'A%' then 'B' else 'A' end || substr(hashes, 2)`;

	test.each([
		[
			'a leaf',
			`update log_entries set leaf_hash = '${zeroes}' where tree_index = 5`,
			'log entry 6',
		],
		[
			'a leaf of an open tile',
			`update log_entries set leaf_hash = '${zeroes}' where tree_index = 299`,
			'log entry 300',
		],
		['a missing entry', 'delete from log_entries where tree_index = 7', 'log entry at place 7'],
		[
			'an entry in another place',
			'update log_entries set tree_index = 1000 where tree_index = 9',
			'log entry at place 9',
		],
		[
			'entries missing at the end',
			'delete from log_entries where tree_index > 250',
			'checkpoint of 300 entries',
		],
		['a tile', `update log_tiles set hashes = ${anotherFirst}`, 'tile 0/0'],
		['the root of a tile', `update log_tiles set root_hash = '${zeroes}'`, 'tile 0/0'],
		['the number of a tile', 'update log_tiles set number = 1', 'tile 0/1'],
		['the level of a tile', 'update log_tiles set level = 1', 'tile 1/0'],
		['a missing tile', 'delete from log_tiles', 'tile 0/0 is missing'],
		[
			'a root',
			`update log_checkpoints set root_hash = '${zeroes}' where tree_size = 300`,
			'checkpoint of 300 entries',
		],
		[
			'a note',
			`update log_checkpoints set note = replace(note, '300', '301') where tree_size = 300`,
			'checkpoint of 300 entries',
		],
		[
			'checkpoints that are gone',
			'delete from log_checkpoints',
			'checkpoint of 300 entries is missing',
		],
		[
			'the newest checkpoint that is gone',
			'delete from log_checkpoints where tree_size = 300',
			'checkpoint of 300 entries is missing',
		],
	])('%s', async (_what, statement, where) => {
		await confirmed(300);
		await change(statement);
		await expect(started()).rejects.toThrow(where);
	});

	test('an entry that was written anew with its leaf', async () => {
		await confirmed(3);
		await change(`update log_entries set leaf_hash = (
			select leaf_hash from log_entries where tree_index = 0), kind = 'other' where tree_index = 1`);
		await expect(started()).rejects.toThrow('checkpoint of 3 entries');
	});
});

const newKey = () =>
	JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));

test('a start with another key, without the key, and with another name is refused', async () => {
	await confirmed(1);
	const file = `${folder.folder}/log-key.json`;
	const own = fs.readFileSync(file, 'utf8');
	expect(fs.statSync(file).mode & 0o777).toBe(0o600);
	fs.rmSync(file);
	await expect(started()).rejects.toThrow("the log's key is gone");
	fs.writeFileSync(file, '{"kty":"OKP"}', { mode: 0o600 });
	await expect(started()).rejects.toThrow('holds no Ed25519 key');
	fs.writeFileSync(file, newKey(), { mode: 0o600 });
	const isOfAnother = "the log's key is not the one of this database";
	await expect(started()).rejects.toThrow(isOfAnother);
	const set = (environment: Readonly<Record<string, string>>) =>
		started({ keys: readConfig(environment) });
	await expect(set({ LOG_KEY: newKey() })).rejects.toThrow(isOfAnother);
	await expect(set({ LOG_KEY: own.slice(1) })).rejects.toThrow(
		/^LOG_KEY holds no Ed25519 key as a private JWK \(kty, crv, x and d\)$/,
	);
	await expect(set({ LOG_KEY: own, LOG_ORIGIN: 'log.test/another' })).rejects.toThrow(
		'LOG_ORIGIN is log.test/another, and the log of this database signs as sealkeeper/log/',
	);
	expect((await set({ LOG_KEY: own })).corrupted).toBe(0);
	fs.writeFileSync(file, own, { mode: 0o600 });
	expect((await started()).corrupted).toBe(0);
});

test('a log that is given its name and key signs with them from the first start on, and keeps no file', async () => {
	const other = await openDatabaseFolder();
	const LOG_KEY = newKey();
	const LOG_ORIGIN = 'log.test/named';
	const keys = readConfig({ LOG_KEY, LOG_ORIGIN });
	const { log: named, signer } = await startLog(other.place, other.database, { keys });
	const { x } = JSON.parse(LOG_KEY) as { readonly x: string };
	const bytes = new Uint8Array(Buffer.from(x, 'base64url'));
	expect(signer.vkey).toBe(formatVerifierKey(await verifierKey(LOG_ORIGIN, ed25519Type, bytes)));
	expect(fs.existsSync(`${other.folder}/log-key.json`)).toBe(false);
	// Its name stays the one it began with when it is no longer said.
	const later = { logKey: LOG_KEY, logOrigin: undefined };
	const again = await startLog(other.place, other.database, { keys: later });
	expect(again.signer.origin).toBe(LOG_ORIGIN);
	for (const each of [named, again.log]) await each.close();
	await other.close();
});

/** Has the database refuse to confirm, as a full disk would. */
async function refuseUpdates(): Promise<void> {
	const trigger = sql`create trigger refuse before update on log_entries`;
	if (databaseKindOfRun === 'SQLite') {
		await sql`${trigger} begin select raise(abort, 'the disk is full'); end`.execute(
			folder.database,
		);
		return;
	}
	await sql`create function refuse() returns trigger language plpgsql as
		$$ begin raise exception 'the disk is full'; end $$`.execute(folder.database);
	await sql`${trigger} execute function refuse()`.execute(folder.database);
}

async function allowUpdates(): Promise<void> {
	const table = databaseKindOfRun === 'SQLite' ? sql`` : sql`on log_entries`;
	await sql`drop trigger refuse ${table}`.execute(folder.database);
}

describe('a sequencer that meets a fault', () => {
	beforeEach(async () => {
		await refuseUpdates();
	});

	test('tells of it, and waiting ends with the entry still unconfirmed', async () => {
		const [sequence] = await append(1);
		expect(await log.settled(Number(sequence), 100)).toBe('Unconfirmed');
		const fault = await until(() => Promise.resolve(faults[0]));
		expect(String(fault)).toContain('the disk is full');
	});

	test('goes on at the next wake', async () => {
		const [sequence] = await append(1);
		await started();
		expect(await statuses()).toEqual(['Unconfirmed']);
		await allowUpdates();
		expect(await log.settled(Number(sequence), 10_000)).toBe('Confirmed');
	});
});

test('a closed log confirms nothing and keeps no caller waiting', async () => {
	const [sequence] = await append(1);
	await log.close();
	expect(await log.settled(Number(sequence), 60_000)).toBe('Unconfirmed');
});
