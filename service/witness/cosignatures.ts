/**
 * Rows of cosignatures, and of the state of each witness. The last thousand cosignatures of a
 * witness are kept, because a newer one covers all older ones.
 */
import type { Database } from '../database/database';
import { waiting, type Judgement, type Standing } from './witness-state';
import { nameOf } from './witness-settings';

export interface Cosignature {
	readonly treeSize: number;
	/** The line of the signed note, with its newline. */
	readonly line: string;
}

export interface DatedJudgement extends Judgement {
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

/** Size of the largest tree a witness has cosigned, as far as known. */
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

/** State of every witness ever asked, by key. */
export async function standingsOf(
	database: Database,
): Promise<ReadonlyMap<string, DatedJudgement>> {
	const rows = await database.selectFrom('log_witnesses').selectAll().execute();
	return new Map(
		rows.map((row) => [
			row.vkey,
			{
				standing: row.standing as Standing,
				message: row.message,
				since: row.since,
				toldSize: row.told_size,
				offeredSize: row.offered_size,
			},
		]),
	);
}

/** Stores the state; without `since` only the message changes. */
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

/** A witness with a new key is a new witness: removes what its name signed with other keys. */
export async function forgetFormerKeys(database: Database, vkey: string): Promise<void> {
	const name = nameOf(vkey);
	const former = [...(await standingsOf(database)).keys()].filter(
		(each) => each !== vkey && nameOf(each) === name,
	);
	if (former.length === 0) return;
	await database.deleteFrom('log_cosignatures').where('witness', '=', name).execute();
	await database.deleteFrom('log_witnesses').where('vkey', 'in', former).execute();
}
