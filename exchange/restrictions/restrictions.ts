/**
 * What may not be begun at present: anything while the exchange is in maintenance, and anything for
 * an account that is frozen. It is asked within the transaction that would begin it, behind the lock
 * of the log or of planning, so that nothing follows behind an answer that says it is so. Cancelling
 * and reading ask nobody.
 */
import { textList } from '../../server/database/bulk';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import { retryAfterSeconds, type Maintenance } from './maintenance';

export class Restrictions {
	private constructor(
		private readonly now: number,
		private readonly frozenSince: ReadonlyMap<string, number>,
		private readonly maintenance: Maintenance | undefined,
	) {}

	/** As they are now for these accounts. */
	static async load(
		transaction: Database,
		accounts: readonly string[],
		now: number,
	): Promise<Restrictions> {
		if (accounts.length === 0) return new Restrictions(now, new Map(), undefined);
		const rows = await transaction
			.selectFrom('accounts')
			.leftJoin('maintenance', (join) => join.onTrue())
			.select(['accounts.id', 'frozen_at', 'since', 'reason', 'ends_at'])
			.where('accounts.id', 'in', textList(transaction, accounts))
			.execute();
		const frozen = rows.flatMap(({ id, frozen_at: at }) =>
			at === null ? [] : [[id, Number(at)] as const],
		);
		const [first] = rows;
		const maintenance =
			first === undefined || first.since === null
				? undefined
				: {
						since: Number(first.since),
						reason: first.reason ?? '',
						endsAt: first.ends_at === null ? undefined : Number(first.ends_at),
					};
		return new Restrictions(now, new Map(frozen), maintenance);
	}

	/** Refuses where nothing may be begun for the account. */
	check(accountId: string): void {
		if (this.maintenance !== undefined) {
			const { reason } = this.maintenance;
			throw refuse('Exchange_InMaintenance', reason, retryAfterSeconds(this.maintenance, this.now));
		}
		const since = this.frozenSince.get(accountId);
		if (since === undefined) return;
		throw refuse('Exchange_AccountFrozen', new Date(since).toISOString());
	}
}

/** Refuses where nothing may be begun for this one account. */
export async function checkMayBegin(
	transaction: Database,
	{ accountId, now }: { readonly accountId: string; readonly now: number },
): Promise<void> {
	(await Restrictions.load(transaction, [accountId], now)).check(accountId);
}
