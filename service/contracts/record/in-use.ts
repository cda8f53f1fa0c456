/** What is refused of contracts and templates that were deleted. */
import { forShare } from '../../../server/database/locks';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';

/** For who links a contract to it: nobody deletes it before the transaction has ended. */
export async function holdTemplate(transaction: Transaction, templateId: string): Promise<void> {
	const row = transaction.selectFrom('templates').select('deleted_at').where('id', '=', templateId);
	const { deleted_at } = await forShare(transaction, row).executeTakeFirstOrThrow();
	if (deleted_at !== null) throw refuse('Sealer_Deleted', `template '${templateId}'`);
}

/** Reads the file of a contract; one that is deleted meanwhile takes it away, and is refused as deleted. */
export async function unlessDeleted<Result>(
	database: Database,
	contractId: string,
	read: () => Promise<Result>,
): Promise<Result> {
	try {
		return await read();
	} catch (fault) {
		await requireInUse(database, contractId);
		throw fault;
	}
}

/** Refuses a deleted one; it must be known. */
export async function requireInUse(database: Database, contractId: string): Promise<void> {
	const { deleted_at } = await database
		.selectFrom('contracts')
		.select('deleted_at')
		.where('id', '=', contractId)
		.executeTakeFirstOrThrow();
	if (deleted_at !== null) throw refuse('Sealer_Deleted', `contract '${contractId}'`);
}
