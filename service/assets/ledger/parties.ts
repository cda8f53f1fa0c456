/** Who gives and who receives: users by their addresses, and entities that belong to them. */
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import { ownedEntity } from '../register/entities';
import type { Account } from './ledger';

/** Which entity a header or a body names, where it names one. */
export interface EntityChoice {
	readonly productId: string;
	readonly entityId: string | undefined;
}

/** The account that gives or receives for a user: their own, or that of an entity of theirs. */
export async function mover(
	transaction: Transaction,
	choice: EntityChoice,
	owner: Account,
): Promise<Account> {
	if (choice.entityId === undefined) return owner;
	const entity = await ownedEntity(transaction, { ...choice, entityId: choice.entityId }, owner);
	if (entity.status !== 'Confirmed') throw refuse('Identity_NotConfirmed', entity.id);
	return { id: entity.id, kind: 'entity', name: entity.name };
}

/** Whose holdings a user asks for: their own, or those of an entity of theirs. */
export async function holderId(
	database: Database,
	{ productId, entityId }: EntityChoice,
	owner: Account,
): Promise<string> {
	if (entityId === undefined) return owner.id;
	return (await ownedEntity(database, { productId, entityId }, owner)).id;
}

/**
 * Waits for entities that were made just now. Done outside of the transaction, in which they are
 * looked at again: what is not there or still unconfirmed is refused there.
 */
export async function confirmedEntities(
	{ database, recordLog }: { readonly database: Database; readonly recordLog: RecordLog },
	ids: readonly (string | undefined)[],
): Promise<void> {
	for (const id of new Set(ids)) {
		if (id === undefined) continue;
		const row = await database
			.selectFrom('entities')
			.select('log_sequence')
			.where('id', '=', id)
			.executeTakeFirst();
		if (row === undefined) continue;
		await recordLog.settled(row.log_sequence, recordLog.waits.movementMs);
	}
}
