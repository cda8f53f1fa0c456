/**
 * Somebody who can write the database, and has neither the log's key nor the data folder, replaces a part of
 * the log by one that agrees with itself. The checkpoint beside the key contradicts it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { runCommandLine } from '../../../server/commands/shell';
import { admin } from '../../../service/commands/admin';
import { lockDataFolder } from '../../../service/database/data-folder-lock';
import { Checkpoints } from '../../../service/log/checkpoints';
import { readKept } from '../../../service/log/kept-checkpoint';
import { commitmentOf, leafHashOf } from '../../../service/log/leaf';
import type { RecordLog } from '../../../service/log/record-log';
import { eventually } from '../../support/clients/requests';
import { startLog, type LogOptions, type StartedLog } from '../../support/programs/started-log';
import { TextTerminal } from '../../support/programs/text-terminal';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';
import { verified } from '../verification/filled-service';

let folder: DatabaseFolder;
const opened: RecordLog[] = [];

beforeEach(async () => {
	folder = await openDatabaseFolder();
});

afterEach(async () => {
	await Promise.all(opened.splice(0).map((each) => each.close()));
	await folder.close();
});

async function started(options: LogOptions = {}): Promise<StartedLog> {
	const result = await startLog(folder.place, folder.database, options);
	opened.push(result.log);
	return result;
}

/** Keeps nothing of what the log's own folder keeps, as a service that was tricked before this one. */
function elsewhere(): string {
	return fs.mkdtempSync(path.join(folder.folder, 'other-'));
}

async function append(log: RecordLog, count: number): Promise<number> {
	const records = Array.from({ length: count }, (_, index) => ({
		...{ kind: 'asset', subjectId: `subject ${index}`, payload: `{"index":${index}}`, form: 1 },
	}));
	const sequences = await folder.database
		.transaction()
		.execute((transaction) => log.appendAll(transaction, records));
	log.wake();
	return sequences.at(-1) ?? 0;
}

async function confirmed(log: RecordLog, count: number): Promise<void> {
	expect(await log.settled(await append(log, count), 60_000)).toBe('Confirmed');
}

const file = () => path.join(folder.folder, 'log-checkpoint');
const kept = () => readKept(folder.folder) ?? '';
const keptSize = () => Number(kept().split('\n')[1]);
const size = () => new Checkpoints(folder.database).size();

/** Takes entries and checkpoints from a size on out of the tree. */
async function rollBack(treeSize: number): Promise<void> {
	const { database } = folder;
	await database.deleteFrom('log_checkpoints').where('tree_size', '>', treeSize).execute();
	await database
		.updateTable('log_entries')
		.set({ tree_index: null, status: 'Unconfirmed' })
		.where('tree_index', '>=', treeSize)
		.execute();
}

/** Gives an entry another payload, with commitment and leaf as the service would make them. */
async function forge(sequence: number): Promise<void> {
	const { database } = folder;
	const row = await database
		.selectFrom('log_entries')
		.select(['kind', 'subject_id as id', 'created_at as time', 'salt'])
		.where('sequence', '=', sequence)
		.executeTakeFirstOrThrow();
	const commitment = commitmentOf(row.salt ?? '', '{"index":"forged"}');
	const leaf_hash = leafHashOf({ commitment, id: row.id, kind: row.kind, time: row.time });
	await database
		.updateTable('log_entries')
		.set({ commitment, leaf_hash })
		.where('sequence', '=', sequence)
		.execute();
}

async function accept(): Promise<{ readonly code: number; readonly terminal: TextTerminal }> {
	const terminal = new TextTerminal();
	const { environment } = folder.place;
	const code = await runCommandLine(admin, ['log', 'accept'], { environment, terminal });
	return { code, terminal };
}

async function keptFindings() {
	const { findings } = await verified(folder.place);
	return findings.filter(({ id }) => id.includes("beside the log's key"));
}

test('the newest checkpoint stands beside the key when a block is confirmed', async () => {
	const { log } = await started();
	for (const entries of [1, 150, 3]) {
		await confirmed(log, entries);
		expect(keptSize()).toBe(await size());
	}
	expect(keptSize()).toBe(154);
	expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
	expect(await keptFindings()).toEqual([]);
});

test('a log that was rolled back and written anew is refused at a start', async () => {
	const { log } = await started();
	await confirmed(log, 5);
	await confirmed(log, 5);
	await log.close();
	await rollBack(5);
	await forge(8);
	await expect(started()).rejects.toThrow(/holds 5 entries of the log, and .* a checkpoint of 10/);
	await expect(started()).rejects.toThrow('npm run --silent admin -- log accept');
	expect(await size()).toBe(5);
	expect(await keptFindings()).toMatchObject([{ column: 'tree_size', found: '5' }]);
});

test('so is one that a process without the checkpoint has signed', async () => {
	const { log } = await started();
	await confirmed(log, 5);
	await confirmed(log, 5);
	await log.close();
	await rollBack(5);
	await forge(8);
	const tricked = await started({ keptIn: elsewhere() });
	await confirmed(tricked.log, 1);
	await tricked.log.close();
	expect(await size()).toBe(11);
	await expect(started()).rejects.toThrow('the first 10 entries of the log are others');
	expect(await keptFindings()).toMatchObject([{ column: 'root_hash' }]);
});

test('a running log signs nothing for it', async () => {
	const faults: unknown[] = [];
	const { log } = await started({ onFault: (fault) => faults.push(fault) });
	await confirmed(log, 5);
	await confirmed(log, 5);
	await rollBack(5);
	await forge(8);
	await append(log, 1);
	await eventually(() => expect(faults).not.toEqual([]));
	expect(String(faults[0])).toContain('holds 5 entries of the log');
	expect(() => log.assertClosing()).toThrow('log accept');
	expect(await size()).toBe(5);
	expect(keptSize()).toBe(10);
});

test('a database made anew beside an old key is refused', async () => {
	const { log } = await started();
	await confirmed(log, 3);
	await log.close();
	for (const table of ['log_checkpoints', 'log_entries', 'log_identity']) {
		await sql`delete from ${sql.table(table)}`.execute(folder.database);
	}
	await expect(started()).rejects.toThrow(/holds the log .*, and .* a checkpoint of /);
	expect(await keptFindings()).toMatchObject([{ column: 'origin' }]);
	const { code } = await accept();
	expect(code).toBe(0);
	const again = await started();
	await confirmed(again.log, 1);
	expect(keptSize()).toBe(2);
});

test('a log whose kept checkpoint is gone is refused, named by verify, and goes on once it is accepted', async () => {
	const { log } = await started();
	await confirmed(log, 5);
	await confirmed(log, 5);
	await log.close();
	fs.rmSync(file());
	await rollBack(5);
	await expect(started()).rejects.toThrow(/holds 5 signed entries .*log-checkpoint, .* is gone/);
	expect(await keptFindings()).toMatchObject([
		{ problem: expect.stringContaining('is gone') as unknown },
	]);
	expect((await accept()).code).toBe(0);
	const again = await started();
	await confirmed(again.log, 1);
	expect(keptSize()).toBe(await size());
	expect(await keptFindings()).toEqual([]);
});

test('an operator accepts an older copy, and the log says so for ever', async () => {
	const { log } = await started();
	await confirmed(log, 5);
	await confirmed(log, 5);
	await log.close();
	const lost = kept();
	await rollBack(5);
	await folder.database.deleteFrom('log_entries').where('tree_index', 'is', null).execute();
	const { code, terminal } = await accept();
	expect([code, terminal.complaint]).toEqual([0, '']);
	const told = JSON.parse(terminal.output) as Record<string, string>;
	expect(told['lostCheckpoint']).toBe(lost);
	expect(told['heldCheckpoint']).toBe(kept());
	const again = await started();
	await confirmed(again.log, 2);
	const entries = folder.database
		.selectFrom('log_entries')
		.select(['kind', 'subject_id', 'status']);
	expect(await entries.where('tree_index', '=', 5).executeTakeFirst()).toEqual({
		...{ kind: 'log-restoration', subject_id: told['id'], status: 'Confirmed' },
	});
	expect(keptSize()).toBe(8);
	expect(await keptFindings()).toEqual([]);
});

test('nothing is accepted while a process serves the data folder', async () => {
	const lock = lockDataFolder(folder.folder);
	const { code, terminal } = await accept();
	lock.release();
	expect([code, terminal.complaint]).toEqual([1, expect.stringContaining('stop it first')]);
});

test('there is nothing to accept while the database holds the checkpoint', async () => {
	const { log } = await started();
	await confirmed(log, 2);
	const { code, terminal } = await accept();
	expect([code, terminal.complaint]).toEqual([
		2,
		'there is nothing to accept: the database holds the kept checkpoint\n',
	]);
	expect(await size()).toBe(2);
});

test('a process that died between commit and checkpoint goes on', async () => {
	const first = await started();
	await confirmed(first.log, 2);
	const before = fs.readFileSync(file(), 'utf8');
	await confirmed(first.log, 2);
	await first.log.close();
	fs.writeFileSync(file(), before);
	const again = await started();
	expect(keptSize()).toBe(4);
	await confirmed(again.log, 1);
	expect(keptSize()).toBe(5);
});

test('nobody is told of a block until its checkpoint is written', async () => {
	const faults: unknown[] = [];
	const { log } = await started({ onFault: (fault) => faults.push(fault) });
	// The first checkpoint of a process is written by way of this name.
	const draft = `${file()}.draft`;
	fs.mkdirSync(draft);
	await append(log, 1);
	await eventually(() => expect(faults).not.toEqual([]));
	expect(() => log.assertClosing()).toThrow('EISDIR');
	expect(readKept(folder.folder)).toBeUndefined();
	fs.rmdirSync(draft);
	await confirmed(log, 1);
	expect(() => log.assertClosing()).not.toThrow();
	expect(keptSize()).toBe(2);
});

test('a line that a crash cut off leaves the checkpoint before it', async () => {
	const first = await started();
	for (let block = 1; block <= 3; block += 1) await confirmed(first.log, 1);
	await first.log.close();
	const whole = fs.readFileSync(file(), 'utf8');
	fs.writeFileSync(file(), whole.slice(0, -10));
	expect(keptSize()).toBe(2);
	const again = await started();
	expect(keptSize()).toBe(3);
	await confirmed(again.log, 1);
	expect(keptSize()).toBe(4);
});

test.each([
	['nothing', ''],
	['no note', 'five entries\n'],
	[
		'a checkpoint nobody has signed',
		JSON.stringify('log\n5\nbjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=\n\n— log AAAAAAAA\n'),
	],
])('a file that holds %s ends the start, and is named', async (_holds, content) => {
	const { log } = await started();
	await confirmed(log, 1);
	await log.close();
	fs.writeFileSync(file(), content);
	await expect(started()).rejects.toThrow(
		`${file()} holds no checkpoint that the log's key has signed`,
	);
	fs.rmSync(file());
	expect((await accept()).code).toBe(0);
	await started();
	expect(keptSize()).toBe(1);
});

test('a process that started before the first block goes on, although another signed it', async () => {
	const { log } = await started();
	await log.close();
	const other = elsewhere();
	fs.copyFileSync(path.join(folder.folder, 'log-key.json'), path.join(other, 'log-key.json'));
	const second = await started({ keptIn: other });
	const first = await started();
	await confirmed(first.log, 2);
	await confirmed(second.log, 2);
	await second.log.close();
	expect((await started({ keptIn: other })).corrupted).toBe(0);
});

test('a process learns of the blocks of another, and keeps its own', async () => {
	const first = await started();
	const second = await started({ keptIn: elsewhere() });
	for (const { log } of [first, second, first]) await confirmed(log, 2);
	expect(keptSize()).toBe(6);
});
