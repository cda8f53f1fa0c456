/**
 * What the witnesses of this log have cosigned, and how each of them stands to it, as rows. Of each
 * witness the last thousand are kept, because a newer one covers whatever an older one covered.
 */
import type { Database } from '../database/database';
import { waiting, type Judgement, type Standing } from './standing';
import { nameOf } from './witness-settings';

export interface Cosignature {
	readonly treeSize: number;
	/** The line of the signed note, with its newline. */
	readonly line: string;
}

export interface Stood extends Judgement {
	/** ISO time. */
	readonly since: string;
}

const keptMax = 1_000;

export async function keepCosignature(
	database: Database,
	witness: string,
	{ treeSize, line: signature }: Cosignature,
): Promise<void> {
	await database
		.insertInto('log_cosignatures')
		.values({ tree_size: treeSize, witness, signature })
		.onConflict((conflict) => conflict.columns(['tree_size', 'witness']).doUpdateSet({ signature }))
		.execute();
	await forgetOld(database, witness);
}

async function forgetOld(database: Database, witness: string): Promise<void> {
	const oldest = await database
		.selectFrom('log_cosignatures')
		.select('tree_size')
		.where('witness', '=', witness)
		.orderBy('tree_size', 'desc')
		.offset(keptMax)
		.limit(1)
		.executeTakeFirst();
	if (oldest === undefined) return;
	await database
		.deleteFrom('log_cosignatures')
		.where('witness', '=', witness)
		.where('tree_size', '<=', oldest.tree_size)
		.execute();
}

/** The size of the largest tree a witness has cosigned, as far as is known here. */
export async function lastCosignedSize(
	database: Database,
	witness: string,
): Promise<number | undefined> {
	const row = await database
		.selectFrom('log_cosignatures')
		.selectAll()
		.where('witness', '=', witness)
		.orderBy('tree_size', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row?.tree_size;
}

export async function standingOf(database: Database, vkey: string): Promise<Judgement> {
	const rows = await standingsOf(database);
	return rows.get(vkey) ?? waiting;
}

/** How every witness stands that was ever asked, by its key. */
export async function standingsOf(database: Database): Promise<ReadonlyMap<string, Stood>> {
	const rows = await database.selectFrom('log_witnesses').selectAll().execute();
	return new Map(
		rows.map((row) => [
			row.vkey,
			{
				...{ standing: row.standing as Standing, message: row.message, since: row.since },
				...{ toldSize: row.told_size, offeredSize: row.offered_size },
			},
		]),
	);
}

/** Without a new time it stands as it did, and only what is said of it is another. */
export async function keepStanding(
	database: Database,
	vkey: string,
	{ standing, message, toldSize, offeredSize }: Judgement,
	since: string | undefined,
): Promise<void> {
	const row = { standing, message, told_size: toldSize, offered_size: offeredSize };
	const changed = { ...row, ...(since !== undefined && { since }) };
	await database
		.insertInto('log_witnesses')
		.values({ vkey, ...row, since: since ?? '' })
		.onConflict((conflict) => conflict.column('vkey').doUpdateSet(changed))
		.execute();
}

/** A witness with a new key is a new witness: what one of that name signed before is not its own. */
export async function forgetFormerKeys(database: Database, vkey: string): Promise<void> {
	const name = nameOf(vkey);
	const former = [...(await standingsOf(database)).keys()].filter(
		(each) => each !== vkey && nameOf(each) === name,
	);
	if (former.length === 0) return;
	await database.deleteFrom('log_cosignatures').where('witness', '=', name).execute();
	await database.deleteFrom('log_witnesses').where('vkey', 'in', former).execute();
}
