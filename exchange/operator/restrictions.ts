/**
 * What may not be begun at present: anything while the exchange is in maintenance, and anything for
 * an account that is frozen. It is asked within the transaction that would begin it, behind the lock
 * of the log or of planning, so that nothing follows behind an answer that says it is so. Cancelling
 * and reading ask nobody.
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
		private readonly now: number,
		private readonly frozenSince: ReadonlyMap<string, number>,
		private readonly maintenance: Maintenance | undefined,
		private readonly limits: ReadonlyMap<string, AccountLimits>,
	) {}

	/** As they are now for these accounts. */
	static async load(
		transaction: Database,
		accounts: readonly string[],
		now: number,
	): Promise<Restrictions> {
		if (accounts.length === 0) return new Restrictions(now, new Map(), undefined, new Map());
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
		return new Restrictions(now, new Map(frozen), maintenance, limitsOf(rows));
	}

	/** Open orders the account may have in a market, where that is not left to the market. */
	maxNumOrders(accountId: string): number | undefined {
		return this.limits.get(accountId)?.maxNumOrders;
	}

	/** What its open orders together may hold of an asset, where that is limited. */
	maxHeld(accountId: string, asset: string): bigint | undefined {
		return this.limits.get(accountId)?.maxHeld.get(asset);
	}

	/** What one order of it may be worth of a quote asset, where that is limited. */
	maxNotional(accountId: string, asset: string): bigint | undefined {
		return this.limits.get(accountId)?.maxNotional.get(asset);
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

/** Of accounts with a limit; a row for each limited asset. */
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

/** Refuses where nothing may be begun for this one account. */
export async function checkMayBegin(
	transaction: Database,
	{ accountId, now }: { readonly accountId: string; readonly now: number },
): Promise<void> {
	(await Restrictions.load(transaction, [accountId], now)).check(accountId);
}
