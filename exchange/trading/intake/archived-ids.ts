/**
 * Client ids of a transaction's submissions that archived orders or lists had. They are never
 * accepted again; even the same request is refused, because only the archive knows its order.
 */
import { archivedAmong, type OwnId } from './client-ids';
import type { Database } from '../../database/database';
import { refuse } from '../../../server/refusal';
import { clientIdsOf } from './earlier-orders';
import type { Submission } from './submission';

export class ArchivedIds {
	private constructor(private readonly found: readonly OwnId[]) {}

	/** Reads nothing while nothing is archived. */
	static async load(
		transaction: Database,
		submissions: readonly Submission[],
		isAnyArchived: boolean,
	): Promise<ArchivedIds> {
		if (!isAnyArchived) return new ArchivedIds([]);
		return new ArchivedIds(await archivedAmong(transaction, submissions.flatMap(idsOf)));
	}

	/** Call for submissions whose ids are unknown to the database. */
	check(submission: Submission): void {
		if (this.found.length === 0) return;
		for (const id of idsOf(submission)) {
			if (!this.found.some((found) => isSame(found, id))) continue;
			throw refuse('Exchange_ClientOrderIdReused', id.clientId);
		}
	}
}

function idsOf(submission: Submission): readonly OwnId[] {
	if (submission.kind !== 'ORDER') return [];
	const { accountId, list } = submission;
	const orders = clientIdsOf(submission).map((clientId) => {
		return { of: 'order', accountId, clientId } as const;
	});
	const clientId = list?.listClientOrderId;
	return clientId === undefined ? orders : [...orders, { of: 'list', accountId, clientId }];
}

function isSame(one: OwnId, other: OwnId): boolean {
	return (
		one.of === other.of && one.accountId === other.accountId && one.clientId === other.clientId
	);
}
