/**
 * Deletes contracts nobody has signed, and templates no contract is linked to. The mark, its log entry and
 * the release of the file are one transaction. Signed contracts are evidence and stay.
 *
 *   a contract or template   entered by     left by
 *   in use                   creation       delete
 *   deleted                  delete         never; deleting it again changes nothing
 */
import { isoTime } from '../../../server/clock';
import { forUpdate } from '../../../server/database/locks';
import { refuse } from '../../../server/refusal';
import type { Transaction } from '../../database/database';
import { newEntry } from '../../log/record-kind';
import type { ObjectStore } from '../../objects/object-store';
import type { Caller, RequestContext } from '../../operations/handler';
import { tellOutcome } from '../links/asking';
import { sealerDeletionRecord } from '../record/entries';
import { actorOf, recordSteps } from '../record/steps';
import type { LifeParts } from './life';
import { lockedStanding, standingOf, type ContractPlace } from '../record/standing';

export interface DeletingParts extends LifeParts {
	readonly objects: ObjectStore;
}

/** Cancels an open contract first, so that its links end and its signers get a mail. */
export async function deleteContract(
	parts: DeletingParts,
	context: RequestContext,
	place: ContractPlace,
): Promise<void> {
	const known = await standingOf(parts.database, place);
	if (known.isDeleted) return;
	const objectIds = known.files.map(({ objectId }) => objectId);
	await parts.objects.remove(objectIds, async (transaction) => {
		await context.caller.requireStill(transaction);
		const standing = await lockedStanding(transaction, place);
		if (standing.isDeleted) return;
		const isSigned = standing.parties.some(({ signedAt }) => signedAt !== null);
		if (isSigned) throw refuse('Sealer_ContractHasSignatures', standing.id);
		const actor = actorOf(context);
		if (standing.reason === undefined) {
			await recordSteps(transaction, parts, standing.id, [{ kind: 'Cancelled', actor }]);
			await tellOutcome(transaction, parts, standing, {
				kind: 'Cancelled',
				reasonText: undefined,
			});
		}
		await recordSteps(transaction, parts, standing.id, [{ kind: 'Deleted', actor }]);
		await transaction
			.updateTable('contracts')
			.set(({ selectFrom }) => ({
				due_at: null,
				// The same time as the step, which the log holds.
				deleted_at: selectFrom('contract_steps')
					.select('created_at')
					.where('contract_id', '=', standing.id)
					.where('kind', '=', 'Deleted'),
			}))
			.where('id', '=', standing.id)
			.execute();
	});
	parts.recordLog.wake();
	parts.outbox.wake();
}

export async function deleteTemplate(
	{ database, clock, recordLog, objects }: DeletingParts,
	caller: Caller,
	{ productId, templateId }: { readonly productId: string; readonly templateId: string },
): Promise<void> {
	const known = await database
		.selectFrom('templates')
		.select(['id', 'object_id', 'deleted_at'])
		.where('product_id', '=', productId)
		.where('id', '=', templateId)
		.executeTakeFirst();
	if (known === undefined) throw refuse('Sealer_TemplateNotFound', templateId);
	if (known.deleted_at !== null) return;
	await objects.remove([known.object_id], async (transaction) => {
		await caller.requireStill(transaction);
		const row = transaction.selectFrom('templates').select('deleted_at').where('id', '=', known.id);
		const { deleted_at } = await forUpdate(transaction, row).executeTakeFirstOrThrow();
		if (deleted_at !== null) return;
		await requireUnlinked(transaction, known.id);
		const deleted = { deleted_at: isoTime(clock), deleted_by_email: caller.email };
		const entry = newEntry(sealerDeletionRecord, { what: 'template', id: known.id, ...deleted });
		const { sequence } = await recordLog.append(transaction, entry);
		await transaction
			.updateTable('templates')
			.set({ ...deleted, deletion_sequence: sequence })
			.where('id', '=', known.id)
			.execute();
	});
	recordLog.wake();
}

async function requireUnlinked(transaction: Transaction, templateId: string): Promise<void> {
	const linked = await transaction
		.selectFrom('contracts')
		.select('id')
		.where('template_id', '=', templateId)
		.where('deleted_at', 'is', null)
		.limit(1)
		.executeTakeFirst();
	if (linked !== undefined) throw refuse('Sealer_TemplateInUse', templateId);
}
