/**
 * Opens the master keys of a data folder and checks that they belong to its database: a process
 * with other keys could read nothing, and nobody could read what it stores. The database has the
 * current key's id and check value.
 */
import type { Database } from '../../database/database';
import {
	checkValueOf,
	newMasterKey,
	readKeyRing,
	writeKeyRing,
	type KeyRing,
	type KeyRingPlace,
	type MasterKey,
} from './key-ring';

const current = 'current';

/** Opens the keys; the first start makes one. */
export async function openKeyRing(database: Database, place: KeyRingPlace): Promise<KeyRing> {
	const noted = await notedKey(database);
	const known = await provenKeyRing(database, place);
	const ring = known ?? { keys: [newMasterKey()] };
	if (known === undefined) await writeKeyRing(place.dataFolder, ring);
	if (noted === undefined) await noteKey(database, ring.keys[0]);
	return ring;
}

/** The verified keys; undefined if none were ever made. */
export async function provenKeyRing(
	database: Database,
	place: KeyRingPlace,
): Promise<KeyRing | undefined> {
	const noted = await notedKey(database);
	const ring = readKeyRing(place);
	if (noted === undefined) return ring;
	if (ring === undefined) {
		throw new Error(
			'storage: the master keys are gone; put master-keys.json back from a backup, or set MASTER_KEYS_FILE to them',
		);
	}
	if (isProven(ring, noted)) return ring;
	throw new Error(
		'storage: master-keys.json is not the one the stored files are sealed with; put back the one that belongs to this database, from its data folder or a backup of it, or have MASTER_KEYS_FILE name it',
	);
}

/** Records the key for new objects in the database. */
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
