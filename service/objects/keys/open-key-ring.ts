/**
 * Opens the master keys of a data folder, and sees that they are those of its database: a process
 * with other keys would seal what nobody else can read, and read nothing itself. The database knows
 * the key in use by its id and by a value that only this key gives.
 */
import type { Database } from '../../database/database';
import {
	checkValueOf,
	newMasterKey,
	readKeyRing,
	writeKeyRing,
	type KeyRing,
	type MasterKey,
} from './key-ring';

const current = 'current';

/** The first start makes a key; a database that knows one needs a ring that holds it. */
export async function openKeyRing(database: Database, dataFolder: string): Promise<KeyRing> {
	const noted = await notedKey(database);
	const known = await provenKeyRing(database, dataFolder);
	const ring = known ?? { keys: [newMasterKey()] };
	if (known === undefined) await writeKeyRing(dataFolder, ring);
	if (noted === undefined) await noteKey(database, ring.keys[0]);
	return ring;
}

/** The keys of a data folder, after they were proven; nothing where none were ever made. */
export async function provenKeyRing(
	database: Database,
	dataFolder: string,
): Promise<KeyRing | undefined> {
	const noted = await notedKey(database);
	const ring = readKeyRing(dataFolder);
	if (noted === undefined) return ring;
	if (ring === undefined) {
		throw new Error('storage: the master keys are gone; put master-keys.json back from a backup');
	}
	if (isProven(ring, noted)) return ring;
	throw new Error(
		'storage: master-keys.json is not the one the stored files are sealed with; put back the one that belongs to this database, from its data folder or a backup of it',
	);
}

/** Notes the key that a database's objects are sealed under from now on. */
export async function noteKey(database: Database, key: MasterKey): Promise<void> {
	const values = { key_id: key.id, check_value: checkValueOf(key) };
	await database
		.insertInto('storage_master_keys')
		.values({ name: current, ...values })
		.onConflict((conflict) => conflict.column('name').doUpdateSet(values))
		.execute();
}

interface NotedKey {
	readonly keyId: string;
	readonly checkValue: string;
}

async function notedKey(database: Database): Promise<NotedKey | undefined> {
	const noted = await database
		.selectFrom('storage_master_keys')
		.select(['key_id', 'check_value'])
		.where('name', '=', current)
		.executeTakeFirst();
	return noted && { keyId: noted.key_id, checkValue: noted.check_value };
}

function isProven(ring: KeyRing, { keyId, checkValue }: NotedKey): boolean {
	const key = ring.keys.find(({ id }) => id === keyId);
	return key !== undefined && checkValueOf(key) === checkValue;
}
