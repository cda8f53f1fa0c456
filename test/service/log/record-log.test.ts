/** The log links every entry to the one before it, and finds what was changed afterwards. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { systemClock } from '../../../server/clock';
import { payloadHash } from '../../../service/log/record-kind';
import { RecordLog } from '../../../service/log/record-log';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/database-folder';
import { serviceDatabaseKind } from '../../support/service-place';

let place: DatabaseFolder;
let faults: unknown[];
let recordLog: RecordLog;

beforeEach(async () => {
	place = await openDatabaseFolder();
	faults = [];
	recordLog = openedLog();
});

afterEach(async () => {
	await Promise.all(opened.splice(0).map((each) => each.close()));
	await place.close();
});

/** Ended with the test. */
const opened: RecordLog[] = [];

function openedLog(): RecordLog {
	const log = new RecordLog({
		database: place.database,
		clock: systemClock,
		onFault: (fault) => faults.push(fault),
	});
	opened.push(log);
	return log;
}

async function append(count: number): Promise<number[]> {
	return place.database.transaction().execute(async (transaction) => {
		const sequences = [];
		for (let index = 0; index < count; index += 1) {
			const { sequence } = await recordLog.append(transaction, {
				kind: 'asset',
				subjectId: `subject ${index}`,
				payloadHash: payloadHash({ index }),
				form: 1,
			});
			sequences.push(sequence);
		}
		return sequences;
	});
}

function rows() {
	return place.database.selectFrom('log_entries').selectAll().orderBy('sequence').execute();
}

async function statuses(): Promise<string[]> {
	return (await rows()).map(({ status }) => status);
}

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

test('a payload is hashed as JSON, in the order its writer gave', () => {
	expect(payloadHash({ b: 1, a: 'x' })).toBe(sha256('{"b":1,"a":"x"}'));
	expect(payloadHash({ a: 'x', b: 1 })).not.toBe(payloadHash({ b: 1, a: 'x' }));
});

test('an entry is unconfirmed until it is linked', async () => {
	const [sequence] = await append(1);
	expect(await statuses()).toEqual(['Unconfirmed']);
	expect(await recordLog.settled(Number(sequence), 10_000)).toBe('Confirmed');
	expect(await statuses()).toEqual(['Confirmed']);
});

test('an entry of a transaction that is rolled back was never there', async () => {
	const failing = place.database.transaction().execute(async (transaction) => {
		await recordLog.append(transaction, {
			kind: 'asset',
			subjectId: '1',
			payloadHash: sha256('1'),
			form: 1,
		});
		throw new Error('the writer changed its mind');
	});
	await expect(failing).rejects.toThrow('changed its mind');
	expect(await rows()).toEqual([]);
});

test('the hash of every entry covers the entry and the hash before it', async () => {
	await append(3);
	await recordLog.start();
	let previous = '0'.repeat(64);
	for (const row of await rows()) {
		const { sequence, kind, subject_id, payload_hash, created_at } = row;
		const covered = [previous, sequence, kind, subject_id, payload_hash, created_at];
		expect(row.previous_hash).toBe(previous);
		expect(row.hash).toBe(sha256(JSON.stringify(covered)));
		previous = String(row.hash);
	}
});

test('more entries than one batch holds are one chain', async () => {
	await append(1_203);
	expect(await recordLog.start()).toEqual({ corrupted: 0 });
	expect(new Set(await statuses())).toEqual(new Set(['Confirmed']));
	expect(await openedLog().start()).toEqual({ corrupted: 0 });
});

test('a pending entry is confirmed at the next start', async () => {
	await append(2);
	await openedLog().start();
	expect(await statuses()).toEqual(['Confirmed', 'Confirmed']);
});

describe('an entry changed afterwards', () => {
	const changes = ['kind', 'subject_id', 'payload_hash', 'previous_hash', 'created_at'] as const;

	test.each(changes)('in its %s is found at the next start, and no other', async (column) => {
		await append(5);
		await recordLog.start();
		await place.database
			.updateTable('log_entries')
			.set({ [column]: 'changed' })
			.where('sequence', '=', 3)
			.execute();
		expect(await openedLog().start()).toEqual({ corrupted: 1 });
		expect(await statuses()).toEqual([
			'Confirmed',
			'Confirmed',
			'Corrupted',
			'Confirmed',
			'Confirmed',
		]);
	});

	test('in its hash breaks the link of the next one too', async () => {
		await append(4);
		await recordLog.start();
		await place.database
			.updateTable('log_entries')
			.set({ hash: 'f'.repeat(64) })
			.where('sequence', '=', 2)
			.execute();
		expect(await openedLog().start()).toEqual({ corrupted: 2 });
		expect(await statuses()).toEqual(['Confirmed', 'Corrupted', 'Corrupted', 'Confirmed']);
	});

	test('to another that was removed breaks the link of the next one', async () => {
		await append(4);
		await recordLog.start();
		await place.database.deleteFrom('log_entries').where('sequence', '=', 2).execute();
		expect(await openedLog().start()).toEqual({ corrupted: 1 });
		expect(await statuses()).toEqual(['Confirmed', 'Corrupted', 'Confirmed']);
	});

	test('stays corrupted, and new entries are linked all the same', async () => {
		await append(2);
		await recordLog.start();
		await place.database
			.updateTable('log_entries')
			.set({ payload_hash: 'changed' })
			.where('sequence', '=', 2)
			.execute();
		await openedLog().start();
		const [sequence] = await append(1);
		expect(await recordLog.settled(Number(sequence), 10_000)).toBe('Confirmed');
		expect(await openedLog().start()).toEqual({ corrupted: 1 });
		expect(await statuses()).toEqual(['Confirmed', 'Corrupted', 'Confirmed']);
	});
});

/** Has the database refuse to confirm, as a full disk would. */
async function refuseUpdates(): Promise<void> {
	const trigger = sql`create trigger refuse before update on log_entries`;
	if (serviceDatabaseKind === 'SQLite') {
		await sql`${trigger} begin select raise(abort, 'the disk is full'); end`.execute(
			place.database,
		);
		return;
	}
	await sql`create function refuse() returns trigger language plpgsql as
		$$ begin raise exception 'the disk is full'; end $$`.execute(place.database);
	await sql`${trigger} execute function refuse()`.execute(place.database);
}

async function allowUpdates(): Promise<void> {
	const table = serviceDatabaseKind === 'SQLite' ? sql`` : sql`on log_entries`;
	await sql`drop trigger refuse ${table}`.execute(place.database);
}

describe('a confirmer that meets a fault', () => {
	beforeEach(async () => {
		await refuseUpdates();
	});

	test('tells of it, and waiting ends with the entry still unconfirmed', async () => {
		const [sequence] = await append(1);
		expect(await recordLog.settled(Number(sequence), 100)).toBe('Unconfirmed');
		expect(faults.length).toBeGreaterThan(0);
		expect(String(faults[0])).toContain('the disk is full');
	});

	test('goes on at the next wake', async () => {
		const [sequence] = await append(1);
		await recordLog.start();
		expect(await statuses()).toEqual(['Unconfirmed']);
		await allowUpdates();
		expect(await recordLog.settled(Number(sequence), 10_000)).toBe('Confirmed');
	});
});

test('a closed log confirms nothing and keeps no caller waiting', async () => {
	const [sequence] = await append(1);
	await recordLog.close();
	expect(await recordLog.settled(Number(sequence), 60_000)).toBe('Unconfirmed');
});
