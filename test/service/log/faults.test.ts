/**
 * What goes wrong around the log: a disk that is full while a block closes, a clock that jumps, the
 * end of a write-ahead log torn off, and a process that stands still in the middle of a block.
 */
import fs from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../../server/clock';
import { openDatabase } from '../../../service/database/database';
import { Checkpoints } from '../../../service/log/checkpoints';
import { checkpointFile, noneKept } from '../../../service/log/kept-checkpoint';
import type { RecordLog } from '../../../service/log/record-log';
import { Sequencer } from '../../../service/log/sequencer';
import { openDatabaseFolder, type DatabaseFolder } from '../../support/servers/database-folder';
import { giveRoom, takeRoom } from '../../support/hostile/file-size-limit';
import { servicePlace } from '../../support/programs/service-place';
import { databaseKindOfRun } from '../../support/servers/databases';
import { until } from '../../support/clients/requests';
import { startLog } from '../../support/programs/started-log';
import { verified } from '../verification/filled-service';
import { issueToAll, startProgram } from './kill-rounds';

let folder: DatabaseFolder;

beforeEach(async () => {
	folder = await openDatabaseFolder();
});

afterEach(() => folder.close());

function append(log: RecordLog, count: number): Promise<readonly number[]> {
	const records = Array.from({ length: count }, (_, index) => ({
		...{ kind: 'asset', subjectId: `subject ${index}`, payload: `{"index":${index}}`, form: 1 },
	}));
	return folder.database
		.transaction()
		.execute((transaction) => log.appendAll(transaction, records));
}

async function confirm(log: RecordLog, count: number): Promise<void> {
	const sequences = await append(log, count);
	log.wake();
	expect(await log.settled(sequences.at(-1) ?? 0, 60_000)).toBe('Confirmed');
}

test('a clock that jumps changes nothing but the times of entries, and is told', async () => {
	let now = systemClock.now();
	const clock = { now: () => now };
	const faults: unknown[] = [];
	const onFault = (fault: unknown) => faults.push(fault);
	const { log } = await startLog(folder.place, folder.database, { clock, onFault });
	const behindMs: number[] = [];
	for (const jumpMs of [0, -86_400_000, 86_400_000 * 365, -1]) {
		now += jumpMs;
		await confirm(log, 2);
		behindMs.push(log.clockBehindMs);
	}
	expect(behindMs).toEqual([0, 86_400_000, 0, 0]);
	await log.close();
	const rows = await folder.database
		.selectFrom('log_entries')
		.select(['tree_index', 'created_at'])
		.orderBy('sequence')
		.execute();
	expect(rows.map(({ tree_index: index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
	expect(rows[2] && rows[0] && rows[2].created_at < rows[0].created_at).toBe(true);
	const { summary, findings } = await verified(folder.place);
	expect(findings.filter(({ record }) => record !== 'asset')).toEqual([]);
	expect(summary).toMatchObject({ timesBack: 2 });
	const again = await startLog(folder.place, folder.database, { onFault });
	expect(again.corrupted).toBe(0);
	expect(again.log.clockBehindMs).toBeGreaterThan(86_400_000 * 360);
	expect(faults.at(-1)).toMatchObject({ message: expect.stringContaining('set the clock right') });
	await again.log.close();
});

/** Closes a block that never goes on by itself; `released` lets it. */
function stalledBlock(sequencer: Sequencer) {
	let [enter, release] = [() => undefined as void, () => undefined as void];
	const entered = new Promise<void>((resolve) => (enter = resolve));
	const held = new Promise<void>((resolve) => (release = resolve));
	const closed = sequencer
		.addBlocks(async (transaction) => {
			const entries = await transaction
				.selectFrom('log_entries')
				.select(['sequence', 'leaf_hash'])
				.where('tree_index', 'is', null)
				.execute();
			enter();
			await held;
			return entries;
		})
		.then(
			() => 'closed',
			() => 'refused',
		);
	return { entered, release, closed };
}

const ofPostgres: Readonly<Record<string, () => Promise<void>>> = {
	'a process that stands still in a block gives way within seconds, and its block is refused':
		async () => {
			const { log, signer, kept } = await startLog(folder.place, folder.database);
			const other = await openDatabase(folder.place);
			const sequences = await append(log, 3);
			const stalled = stalledBlock(new Sequencer({ database: other, signer, kept }));
			await stalled.entered;
			log.wake();
			expect(await log.settled(sequences.at(-1) ?? 0, 30_000)).toBe('Confirmed');
			stalled.release();
			expect(await stalled.closed).toBe('refused');
			await log.close();
			await other.destroy();
			const again = await startLog(folder.place, folder.database);
			expect(again.corrupted).toBe(0);
			expect(await new Checkpoints(folder.database).size()).toBe(3);
			await again.log.close();
		},
};

/** A copy of the files as a crash would leave them, with so much of the write-ahead log. */
function tornCopy(from: string, to: string, walBytes: number): void {
	fs.mkdirSync(to);
	const name = 'sealkeeper.sqlite';
	fs.copyFileSync(path.join(from, 'log-key.json'), path.join(to, 'log-key.json'));
	fs.writeFileSync(path.join(to, checkpointFile), noneKept);
	fs.copyFileSync(path.join(from, name), path.join(to, name));
	fs.copyFileSync(path.join(from, `${name}-wal`), path.join(to, `${name}-wal`));
	fs.truncateSync(path.join(to, `${name}-wal`), walBytes);
}

const ofSqlite: Readonly<Record<string, () => Promise<void>>> = {
	'a torn end of the write-ahead log is cut to the last whole block': async () => {
		const { log } = await startLog(folder.place, folder.database);
		for (let block = 0; block < 12; block += 1) await confirm(log, 30);
		const wal = fs.statSync(path.join(folder.folder, 'sealkeeper.sqlite-wal')).size;
		const copies = await servicePlace();
		const sizes: number[] = [];
		for (let step = 0; step <= 12; step += 1) {
			const dataFolder = path.join(copies.dataFolder, String(step));
			tornCopy(
				folder.folder,
				dataFolder,
				Math.floor((wal * step) / 12) - (step % 3) * 100 * (step && 1),
			);
			const torn = { dataFolder, databaseUrl: undefined };
			const database = await openDatabase(torn);
			const started = await startLog(torn, database);
			expect(started.corrupted).toBe(0);
			sizes.push(await new Checkpoints(database).size());
			await started.log.close();
			await database.destroy();
		}
		expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
		expect(new Set(sizes).size).toBeGreaterThan(3);
		await log.close();
		copies.remove();
	},

	'a disk that is full while blocks close loses nothing, and the log goes on when there is room':
		async () => {
			const place = await servicePlace();
			const { service, users, tracker } = await startProgram(place);
			const [giver, taker] = users;
			if (giver === undefined || taker === undefined) throw new Error('there are two users');
			const assetId = await issueToAll(tracker, users);
			const movement = { assetId, recipientEmail: taker.email, amount: 1 };
			// The answers come before their blocks: the disk is full while these close.
			const made = await Promise.all(users.map((user) => tracker.transfer(user, movement)));
			takeRoom(service);
			const refused = await tracker.transfer(giver, movement).then(
				({ status }) => status,
				() => 0,
			);
			giveRoom(service);
			expect(made.map(({ status }) => status)).toEqual(users.map(() => 200));
			expect(refused).not.toBe(200);
			await until(async () =>
				(await tracker.transfer(giver, movement)).status === 200 ? true : undefined,
			);
			await until(async () => {
				const [last] = (await tracker.transactions(giver, assetId)).slice(-1);
				return last?.blockchainStatus === 'Confirmed' ? true : undefined;
			});
			await service.end();
			expect(await verified(place)).toMatchObject({ code: 0, findings: [] });
			place.remove();
		},
};

const own = databaseKindOfRun === 'SQLite' ? ofSqlite : ofPostgres;
test.each(Object.entries(own))('%s', (_name, holds) => holds());
