import type { Model } from '../../../api/types';
import { forShare } from '../../../server/database/locks';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import { findTemplate } from './records';

/** Refuses an unknown or deleted template. */
export async function requireTemplateInUse(
	connection: Database | Transaction,
	productId: string,
	templateId: string,
): Promise<void> {
	const { isDeleted } = await requireTemplate(connection, productId, templateId);
	if (isDeleted) throw refuse('Sealer_Deleted', `template '${templateId}'`);
}

/** Finds a template of the product; refuses an unknown one. */
export async function requireTemplate(
	connection: Database | Transaction,
	productId: string,
	templateId: string,
): Promise<Model<'Template'>> {
	const template = await findTemplate(connection, productId, templateId);
	if (template === undefined) throw refuse('Sealer_TemplateNotFound', templateId);
	return template;
}

/** Locks a template against deletion until the transaction ends; refuses a deleted one. */
export async function holdTemplate(transaction: Transaction, templateId: string): Promise<void> {
	const row = transaction.selectFrom('templates').select('deleted_at').where('id', '=', templateId);
	const { deleted_at } = await forShare(transaction, row).executeTakeFirstOrThrow();
	if (deleted_at !== null) throw refuse('Sealer_Deleted', `template '${templateId}'`);
}

/** Refuses a deleted contract; the contract must exist. */
export async function requireInUse(database: Database, contractId: string): Promise<void> {
	const { deleted_at } = await database
		.selectFrom('contracts')
		.select('deleted_at')
		.where('id', '=', contractId)
		.executeTakeFirstOrThrow();
	if (deleted_at !== null) throw refuse('Sealer_Deleted', `contract '${contractId}'`);
}
