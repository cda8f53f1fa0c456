/**
 * Opens the master keys of a data folder, and sees that they are those of its database: a process
 * with other keys would seal what nobody else can read, and read nothing itself.
 */
import type { Database } from '../../database/database';
import { newMasterKey, readKeyRing, writeKeyRing, type KeyRing } from './key-ring';

const current = 'current';

/** The first start makes a key; a database that knows one needs a ring that holds it. */
export async function openKeyRing(database: Database, dataFolder: string): Promise<KeyRing> {
	const keyId = await knownKey(database);
	const known = readKeyRing(dataFolder);
	if (known === undefined && keyId !== undefined) {
		throw new Error('storage: the master keys are gone; put master-keys.json back from a backup');
	}
	const ring = known ?? { keys: [newMasterKey()] };
	if (keyId !== undefined && !ring.keys.some(({ id }) => id === keyId)) {
		throw new Error('storage: master-keys.json is not the one the stored files are sealed with');
	}
	if (known === undefined) await writeKeyRing(dataFolder, ring);
	await noteKey(database, keyId ?? ring.keys[0].id);
	return ring;
}

/** Notes the key that a database's objects are sealed under from now on. */
export async function noteKey(database: Database, keyId: string): Promise<void> {
	await database
		.insertInto('storage_master_keys')
		.values({ name: current, key_id: keyId })
		.onConflict((conflict) => conflict.column('name').doUpdateSet({ key_id: keyId }))
		.execute();
}

/** As noted, or as an object says that was stored before keys were noted. */
async function knownKey(database: Database): Promise<string | undefined> {
	const noted = await database
		.selectFrom('storage_master_keys')
		.select('key_id')
		.where('name', '=', current)
		.executeTakeFirst();
	if (noted !== undefined) return noted.key_id;
	const object = await database
		.selectFrom('storage_objects')
		.select('master_key_id')
		.limit(1)
		.executeTakeFirst();
	return object?.master_key_id;
}
