/** What the rows of witnessing hold: cosignatures up to a bound, and one key of all processes. */
import { systemClock } from '../../../server/clock';
import { insertAll } from '../../../server/database/bulk';
import { joinProcesses } from '../../../server/database/process-session';
import { openDatabase } from '../../../service/database/database';
import type { Schema } from '../../../service/database/schema';
import { keepCosignature, lastCosignedSize } from '../../../service/witness/cosignatures';
import { enterKey } from '../../../service/witness/witnessed-logs';
import { openDatabaseFolder } from '../../support/servers/database-folder';
import { sharedPostgres } from '../../support/servers/shared-postgres';

test('of a witness the newest thousand cosignatures are kept, and those of others stay', async () => {
	const folder = await openDatabaseFolder();
	const { database } = folder;
	const sizes = Array.from({ length: 999 }, (_, index) => index + 1);
	await insertAll<Schema>(database, [
		{
			...{ table: 'log_checkpoints', columns: ['tree_size', 'root_hash', 'note'] },
			rows: [...sizes, 1000, 2000].map((size) => [size, `root ${size}`, 'note']),
		},
		{
			...{ table: 'log_cosignatures', columns: ['tree_size', 'witness', 'signature'] },
			rows: [...sizes.map((size) => [size, 'one.test/w', 'line\n']), [1, 'other.test/w', 'line\n']],
		},
	]);
	const kept = async () => {
		const found = await database
			.selectFrom('log_cosignatures')
			.select(['tree_size', 'witness'])
			.orderBy('tree_size')
			.execute();
		const own = found.filter(({ witness }) => witness === 'one.test/w');
		return [found.length - own.length, own.length, own[0]?.tree_size];
	};
	const keep = (treeSize: number) =>
		keepCosignature(database, 'one.test/w', { treeSize, line: 'newer\n' });
	await keep(1000);
	expect(await kept()).toEqual([1, 1000, 1]);
	// One that is there already takes the place of what was there.
	await keep(500);
	expect(await kept()).toEqual([1, 1000, 1]);
	await keep(2000);
	expect(await kept()).toEqual([1, 1000, 2]);
	expect(await lastCosignedSize(database, 'one.test/w')).toBe(2000);
	await folder.close();
});

test('a process with another key is refused while others are on the database, and taken after them', async () => {
	const url = await (await sharedPostgres()).addDatabase();
	const database = await openDatabase({ dataFolder: 'unused', databaseUrl: url });
	const join = () => joinProcesses({ url, program: 'service', alone: false });
	const [first, second] = [await join(), await join()];
	const enter = (vkey: string, session: typeof first) =>
		enterKey(database, vkey, { session, clock: systemClock });
	expect(await enter('one.test/w+00000001+key', first)).toBe('first');
	expect(await enter('one.test/w+00000001+key', second)).toBe('known');
	const another = 'other.test/w+00000002+key';
	await expect(enter(another, second)).rejects.toThrow(
		'cosign with another key; copy witness-key.json',
	);
	await first.close();
	expect(await enter(another, second)).toBe('another');
	await second.close();
	await database.destroy();
});
