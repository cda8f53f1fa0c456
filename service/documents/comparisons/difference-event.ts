/**
 * Says once that a comparison with a kept version has found a difference: with the version that was kept
 * for it, or else with its record, in the transaction of either, so that one that is made anew after a
 * process ended is told neither twice nor never.
 */
import type { Model } from '../../../api/types';
import type { Clock } from '../../../server/clock';
import type { Transaction } from '../../database/database';
import { addProductEvent } from '../../events/product-event';

export interface Compared {
	readonly fileId: string;
	readonly versionId: string;
	readonly answer: Pick<Model<'KeepOrCompareResponse'>, 'outcome' | 'accuracy'> & {
		/** Whether it is news; Keep or Compare alone knows. */
		readonly isNew?: boolean;
	};
}

/** Adds the event; what is equal, and what could not be read, is none. */
export async function tellDifference(
	transaction: Transaction,
	clock: Clock,
	{ fileId, versionId, answer }: Compared,
): Promise<void> {
	const { outcome, accuracy, isNew = false } = answer;
	if (outcome !== 'different') return;
	const file = await transaction
		.selectFrom('keeper_files')
		.select(['product_id', 'folder_id', 'display_name'])
		.where('id', '=', fileId)
		.executeTakeFirstOrThrow();
	await addProductEvent(transaction, clock, {
		...{ type: 'difference.found', productId: file.product_id, subject: fileId },
		data: {
			...{ fileId, folderId: file.folder_id, displayName: file.display_name },
			...{ versionId, accuracy, isNew },
		},
	});
}

/** In the transaction that records the comparison: what was kept for it has told the difference already. */
export async function tellAtEnd(
	transaction: Transaction,
	clock: Clock,
	compared: Compared,
): Promise<void> {
	if (!('keptVersionId' in compared.answer)) await tellDifference(transaction, clock, compared);
}
