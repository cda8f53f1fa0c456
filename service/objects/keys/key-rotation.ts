/**
 * Rotates the master key: the new key joins the ring, then every object's key and all other
 * secrets are wrapped with it, then the old keys are removed. If interrupted, the next run
 * finishes it. Shards do not change, because an object's own key stays the same.
 */
import type { Database, Transaction } from '../../database/database';
import {
	newMasterKey,
	openWrapped,
	unwrapKey,
	wrapKey,
	writeKeyRing,
	type KeyRing,
	type KeyRingPlace,
	type WrappedKey,
} from './key-ring';
import { noteKey, provenKeyRing } from './open-key-ring';

const batchSize = 500;

/** Wraps a secret with the new key; undefined if no key of the ring opens it. */
export type Rewrap = (name: string, wrapped: WrappedKey) => WrappedKey | undefined;

/** Rewraps up to `limit` secrets that are not under the new key; returns their number. */
export type RewrapBatch = (
	transaction: Transaction,
	to: { readonly masterKeyId: string; readonly limit: number; readonly rewrap: Rewrap },
) => Promise<number>;

/**
 * Returns the number of rewrapped object keys. Nothing else may use the data folder. `others`
 * rewrap further secrets under the master key.
 */
export async function rotateMasterKey(
	database: Database,
	{ dataFolder, masterKeys }: KeyRingPlace,
	others: readonly RewrapBatch[],
): Promise<number> {
	if (masterKeys !== undefined) {
		throw new Error(
			'MASTER_KEYS cannot be written from here: put the keys into master-keys.json of the data folder, run this without MASTER_KEYS and MASTER_KEYS_FILE, and give the new file to every process',
		);
	}
	const known = await provenKeyRing(database, { dataFolder });
	if (known === undefined) throw new Error('there is no master key yet; the first start makes one');
	const ring = known.keys.length > 1 ? known : await addKey(dataFolder, known);
	let count = 0;
	await noteKey(database, ring.keys[0]);
	for (let wrapped = batchSize; wrapped > 0; count += wrapped) {
		wrapped = await wrapBatch(database, ring);
	}
	for (const batch of others) await rewrapAll(database, ring, batch);
	await writeKeyRing(dataFolder, { keys: [ring.keys[0]] });
	return count;
}

async function addKey(dataFolder: string, known: KeyRing): Promise<KeyRing> {
	const ring: KeyRing = { keys: [newMasterKey(), ...known.keys] };
	await writeKeyRing(dataFolder, ring);
	return ring;
}

function wrapBatch(database: Database, ring: KeyRing): Promise<number> {
	return database.transaction().execute(async (transaction) => {
		const rows = await transaction
			.selectFrom('storage_objects')
			.select(['id', 'master_key_id', 'wrapped_key'])
			.where('master_key_id', '!=', ring.keys[0].id)
			.limit(batchSize)
			.execute();
		for (const row of rows) {
			const old = { masterKeyId: row.master_key_id, wrapped: row.wrapped_key };
			const key = wrapKey(ring, row.id, unwrapKey(ring, row.id, old));
			await transaction
				.updateTable('storage_objects')
				.set({ master_key_id: key.masterKeyId, wrapped_key: key.wrapped })
				.where('id', '=', row.id)
				.execute();
		}
		return rows.length;
	});
}

async function rewrapAll(database: Database, ring: KeyRing, batch: RewrapBatch): Promise<void> {
	const rewrap: Rewrap = (name, wrapped) => {
		const secret = openWrapped(ring, name, wrapped);
		return secret && wrapKey(ring, name, secret);
	};
	const to = { masterKeyId: ring.keys[0].id, limit: batchSize, rewrap };
	const next = () => database.transaction().execute((transaction) => batch(transaction, to));
	while ((await next()) > 0);
}
