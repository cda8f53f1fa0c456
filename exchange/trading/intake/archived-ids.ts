/**
 * Clients' ids of a transaction's submissions that orders or lists in the archive had. Those are
 * never taken again: what was asked for under them is told by the archive alone, so even the same
 * request is refused.
 */
import { archivedAmong, type OwnId } from '../../history/archive/client-ids';
import type { Database } from '../../database/database';
import { refuse } from '../../../server/refusal';
import { clientIdsOf } from './earlier-orders';
import type { Submission } from './submission';

export class ArchivedIds {
	private constructor(private readonly found: readonly OwnId[]) {}

	/** None is looked for while nothing is archived. */
	static async load(
		transaction: Database,
		submissions: readonly Submission[],
		isAnyArchived: boolean,
	): Promise<ArchivedIds> {
		if (!isAnyArchived) return new ArchivedIds([]);
		return new ArchivedIds(await archivedAmong(transaction, submissions.flatMap(idsOf)));
	}

	/** Refuses a submission that was not accepted before as far as the database knows. */
	check(submission: Submission): void {
		if (this.found.length === 0) return;
		for (const id of idsOf(submission)) {
			if (!this.found.some((found) => isSame(found, id))) continue;
			throw refuse('Exchange_ClientOrderIdReused', id.clientId);
		}
	}
}

function idsOf(submission: Submission): readonly OwnId[] {
	if (submission.kind !== 'ORDER' && submission.kind !== 'OCO') return [];
	const { accountId } = submission;
	const orders = clientIdsOf(submission).map((clientId) => {
		return { of: 'order', accountId, clientId } as const;
	});
	if (submission.kind === 'ORDER' || submission.listClientOrderId === undefined) return orders;
	return [...orders, { of: 'list', accountId, clientId: submission.listClientOrderId }];
}

function isSame(one: OwnId, other: OwnId): boolean {
	return (
		one.of === other.of && one.accountId === other.accountId && one.clientId === other.clientId
	);
}
