/**
 * Opens the master keys of a data folder, and sees that they are those of its database: a process
 * with other keys would seal what nobody else can read, and read nothing itself. The database knows
 * the key in use by its id and by a value that only this key gives; one of before that value proves
 * it by the key of an object, which no other master key opens.
 */
import type { Database } from '../../database/database';
import {
	checkValueOf,
	newMasterKey,
	openWrapped,
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
	const inUse = ring.keys.find(({ id }) => id === noted?.keyId) ?? ring.keys[0];
	if (noted?.checkValue == null) await noteKey(database, inUse);
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
	if (await isProven(database, ring, noted)) return ring;
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
	/** Absent until a version that makes one has started on the database. */
	readonly checkValue: string | null;
}

/** As noted, or as an object says that was stored before keys were noted. */
async function notedKey(database: Database): Promise<NotedKey | undefined> {
	const noted = await database
		.selectFrom('storage_master_keys')
		.select(['key_id', 'check_value'])
		.where('name', '=', current)
		.executeTakeFirst();
	if (noted !== undefined) return { keyId: noted.key_id, checkValue: noted.check_value };
	const object = await anyObject(database);
	return object === undefined ? undefined : { keyId: object.master_key_id, checkValue: null };
}

async function isProven(
	database: Database,
	ring: KeyRing,
	{ keyId, checkValue }: NotedKey,
): Promise<boolean> {
	const key = ring.keys.find(({ id }) => id === keyId);
	if (key === undefined) return false;
	if (checkValue !== null) return checkValueOf(key) === checkValue;
	const object = await anyObject(database);
	return object === undefined || opens(ring, object);
}

type SealedObject = NonNullable<Awaited<ReturnType<typeof anyObject>>>;

function anyObject(database: Database) {
	return database
		.selectFrom('storage_objects')
		.select(['id', 'master_key_id', 'wrapped_key'])
		.limit(1)
		.executeTakeFirst();
}

function opens(ring: KeyRing, { id, master_key_id, wrapped_key }: SealedObject): boolean {
	return openWrapped(ring, id, { masterKeyId: master_key_id, wrapped: wrapped_key }) !== undefined;
}
