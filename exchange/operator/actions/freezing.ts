/**
 * Freezing an account: no order, deposit or payout of it begins any more, and what it is owed stays
 * due. What is under way is finished, and cancelling and reading go on. Its orders in the book stay
 * unless they are cancelled with it, which can be done without freezing, too.
 */
import { isPostgres } from '../../../server/database/database';
import { inTransaction } from '../../../server/database/transactions';
import { Refusal } from '../../../server/refusal';
import { audit, type AuditContext } from '../audit';
import type { Database } from '../../database/database';
import { append } from '../../trading/intake/append';
import { marketsWithOrders } from '../../trading/intake/open-markets';
import type { Market } from '../../trading/markets/market';
import { Markets } from '../../trading/markets/markets';

/** What became of the cancellation of an account's orders in one market. */
export interface Cancellation {
	readonly symbol: string;
	/** The place of the command in the log; the lane carries it out in a moment. */
	readonly sequence?: number;
	/** Why the market does not take it at present. */
	readonly refusal?: string;
}

export function freezeAccount(
	acting: AuditContext,
	{
		accountId,
		cancelOrders,
		publicReason,
	}: {
		readonly accountId: string;
		readonly cancelOrders: boolean;
		/** What its owner is told. */
		readonly publicReason?: string | undefined;
	},
): Promise<readonly Cancellation[]> {
	return inTransaction(acting.database, async (transaction) => {
		await lockLogs(transaction);
		await transaction
			.updateTable('accounts')
			.set(({ fn, val }) => ({
				frozen_at: fn.coalesce('frozen_at', val(BigInt(acting.clock.now()))),
				frozen_reason: publicReason ?? null,
			}))
			.where('id', '=', accountId)
			.execute();
		const cancelled = cancelOrders ? await cancelAll(transaction, acting, { accountId }) : [];
		const details = { cancelOrders, publicReason };
		await audit(transaction, acting, { action: 'ACCOUNT_FREEZE', subject: accountId, details });
		return cancelled;
	});
}

export function unfreezeAccount(acting: AuditContext, accountId: string): Promise<void> {
	return inTransaction(acting.database, async (transaction) => {
		await transaction
			.updateTable('accounts')
			.set({ frozen_at: null, frozen_reason: null })
			.where('id', '=', accountId)
			.execute();
		await audit(transaction, acting, { action: 'ACCOUNT_UNFREEZE', subject: accountId });
	});
}

/** Cancels the account's open orders in one market, or in all. */
export function cancelAccountOrders(
	acting: AuditContext,
	{ accountId, symbol }: { readonly accountId: string; readonly symbol: string | undefined },
): Promise<readonly Cancellation[]> {
	return inTransaction(acting.database, async (transaction) => {
		await lockLogs(transaction);
		const cancelled = await cancelAll(transaction, acting, { accountId, symbol });
		const details = { symbol };
		await audit(transaction, acting, { action: 'ORDERS_CANCEL', subject: accountId, details });
		return cancelled;
	});
}

/**
 * Lets nothing be accepted until this transaction is over: what was accepted before can be seen, and
 * what comes after sees what this transaction has done.
 */
async function lockLogs(transaction: Database): Promise<void> {
	if (!isPostgres(transaction)) return;
	await transaction.selectFrom('logs').select('market').orderBy('market').forUpdate().execute();
}

async function cancelAll(
	transaction: Database,
	{ clock }: AuditContext,
	{ accountId, symbol }: { readonly accountId: string; readonly symbol?: string | undefined },
): Promise<readonly Cancellation[]> {
	const concerned = await marketsWithOrders(transaction, accountId);
	const symbols = concerned.filter((one) => symbol === undefined || one === symbol);
	const markets = new Markets(transaction, clock);
	const entries = [];
	for (const one of symbols) entries.push(cancellationOf(await markets.find(one), accountId));
	if (entries.length === 0) return [];
	const { outcomes } = await append(transaction, entries, clock.now());
	return symbols.map((one, index): Cancellation => {
		const outcome = outcomes[index];
		if (outcome === undefined) throw new Error('a cancellation had no outcome');
		return outcome instanceof Refusal
			? { symbol: one, refusal: outcome.message }
			: { symbol: one, sequence: outcome.sequence };
	});
}

function cancellationOf(market: Market | undefined, accountId: string) {
	if (market === undefined) throw new Error('a log names a market that is not there');
	return { market, submission: { kind: 'CANCEL_ALL', accountId } as const };
}
