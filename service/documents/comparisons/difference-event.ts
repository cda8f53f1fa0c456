/**
 * Emits the event that a comparison found a difference, once: in the transaction that keeps the
 * new version, or else in the one that records the comparison. So a comparison that is repeated
 * after a crash emits it neither twice nor never.
 */
import type { Model } from '../../../api/types';
import type { Clock } from '../../../server/clock';
import type { Transaction } from '../../database/database';
import { addProductEvent } from '../../events/product-event';

export interface FoundDifference {
	readonly fileId: string;
	readonly versionId: string;
	readonly answer: Pick<Model<'KeepOrCompareResponse'>, 'outcome' | 'accuracy'> & {
		/** True for a new difference; only Keep or Compare sets it. */
		readonly isNew?: boolean;
	};
}

/** Adds the event if the outcome is `different`. */
export async function tellDifference(
	transaction: Transaction,
	clock: Clock,
	{ fileId, versionId, answer }: FoundDifference,
): Promise<void> {
	const { outcome, accuracy, isNew = false } = answer;
	if (outcome !== 'different') return;
	const file = await transaction
		.selectFrom('keeper_files')
		.select(['product_id', 'folder_id', 'display_name'])
		.where('id', '=', fileId)
		.executeTakeFirstOrThrow();
	await addProductEvent(transaction, clock, {
		type: 'difference.found',
		productId: file.product_id,
		subject: fileId,
		data: {
			fileId,
			folderId: file.folder_id,
			displayName: file.display_name,
			versionId,
			accuracy,
			isNew,
		},
	});
}

/**
 * For the transaction that records the comparison; a kept version has emitted the event already.
 */
export async function tellAtEnd(
	transaction: Transaction,
	clock: Clock,
	compared: FoundDifference,
): Promise<void> {
	if (!('keptVersionId' in compared.answer)) await tellDifference(transaction, clock, compared);
}
