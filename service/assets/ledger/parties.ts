import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import { ownedEntity } from '../register/entities';
import type { Account } from './ledger';

/** The entity that a header or body names, if any. */
export interface EntityChoice {
	readonly productId: string;
	readonly entityId: string | undefined;
}

/**
 * The account that sends or receives for a user: their own, or their entity's; refuses an
 * unconfirmed entity.
 */
export async function movingAccount(
	transaction: Transaction,
	choice: EntityChoice,
	owner: Account,
): Promise<Account> {
	if (choice.entityId === undefined) return owner;
	const entity = await ownedEntity(transaction, { ...choice, entityId: choice.entityId }, owner);
	if (entity.status !== 'Confirmed') throw refuse('Identity_NotConfirmed', entity.id);
	return { id: entity.id, kind: 'entity', name: entity.name };
}

/** Id of the account whose holdings a user asks for: their own, or their entity's. */
export async function holderId(
	database: Database,
	{ productId, entityId }: EntityChoice,
	owner: Account,
): Promise<string> {
	if (entityId === undefined) return owner.id;
	return (await ownedEntity(database, { productId, entityId }, owner)).id;
}

/**
 * Waits until entities that were made just now are confirmed. Called before the transaction, which
 * then refuses entities that are absent or still unconfirmed.
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
