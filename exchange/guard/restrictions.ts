/**
 * Checks what may be begun: nothing during maintenance, and nothing for a frozen account. The check
 * runs in the transaction that begins something, after the lock of the log or of planning. Whoever
 * restricts takes both locks, so that nothing begins after a restriction is in force. Cancelling
 * and reading are not checked.
 */
import { textList, textsValue } from '../../server/database/bulk';
import { Prepared } from '../../server/database/prepared';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import { retryAfterSeconds, type Maintenance } from './maintenance';

const restrictionsOf = new Prepared((database: Database) =>
	database
		.selectFrom('accounts')
		.leftJoin('maintenance', (join) => join.onTrue())
		.leftJoin('account_limits', 'account_limits.account_id', 'accounts.id')
		.select(['accounts.id', 'frozen_at', 'since', 'reason', 'ends_at'])
		.select(['max_num_orders', 'asset', 'max_held', 'max_notional'])
		.where('accounts.id', 'in', textList(database, [])),
);

export class Restrictions {
	private constructor(
		private readonly frozenSince: ReadonlyMap<string, number>,
		private readonly maintenance: Maintenance | undefined,
		private readonly limits: ReadonlyMap<string, AccountLimits>,
	) {}

	/** Loads the current restrictions of these accounts. */
	static async load(transaction: Database, accounts: readonly string[]): Promise<Restrictions> {
		if (accounts.length === 0) return new Restrictions(new Map(), undefined, new Map());
		const rows = await restrictionsOf.rows(transaction, [textsValue(accounts)]);
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
		return new Restrictions(new Map(frozen), maintenance, limitsOf(rows));
	}

	/** Most open orders in a market; undefined: the market's limit. */
	maxNumOrders(accountId: string): number | undefined {
		return this.limits.get(accountId)?.maxNumOrders;
	}

	/** Most its open orders together may hold of an asset; undefined: no limit. */
	maxHeld(accountId: string, asset: string): bigint | undefined {
		return this.limits.get(accountId)?.maxHeld.get(asset);
	}

	/** Highest notional of one order in this quote asset; undefined: no limit. */
	maxNotional(accountId: string, asset: string): bigint | undefined {
		return this.limits.get(accountId)?.maxNotional.get(asset);
	}

	/** Refuses if nothing may be begun for the account. */
	check(accountId: string, now: number): void {
		if (this.maintenance !== undefined) {
			const { reason } = this.maintenance;
			throw refuse('Exchange_InMaintenance', reason, retryAfterSeconds(this.maintenance, now));
		}
		const since = this.frozenSince.get(accountId);
		if (since === undefined) return;
		throw refuse('Exchange_AccountFrozen', new Date(since).toISOString());
	}
}

interface AccountLimits {
	readonly maxNumOrders: number | undefined;
	readonly maxHeld: ReadonlyMap<string, bigint>;
	readonly maxNotional: ReadonlyMap<string, bigint>;
}

interface LimitRow {
	readonly id: string;
	readonly max_num_orders: bigint | null;
	readonly asset: string | null;
	readonly max_held: bigint | null;
	readonly max_notional: bigint | null;
}

interface ReadLimits extends AccountLimits {
	readonly maxHeld: Map<string, bigint>;
	readonly maxNotional: Map<string, bigint>;
}

/** Limits of accounts that have any; one row per limited asset. */
function limitsOf(rows: readonly LimitRow[]): ReadonlyMap<string, AccountLimits> {
	const limits = new Map<string, ReadLimits>();
	for (const { id, max_num_orders: most, asset, max_held: held, max_notional: worth } of rows) {
		if (most === null && asset === null) continue;
		const maxNumOrders = most === null ? undefined : Number(most);
		const known = limits.get(id) ?? { maxNumOrders, maxHeld: new Map(), maxNotional: new Map() };
		if (asset !== null && held !== null) known.maxHeld.set(asset, held);
		if (asset !== null && worth !== null) known.maxNotional.set(asset, worth);
		limits.set(id, known);
	}
	return limits;
}

/** Refuses if nothing may be begun for this one account. */
export async function checkMayBegin(
	transaction: Database,
	{ accountId, now }: { readonly accountId: string; readonly now: number },
): Promise<void> {
	(await Restrictions.load(transaction, [accountId])).check(accountId, now);
}
