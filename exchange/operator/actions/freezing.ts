/**
 * Freezes accounts: no order, deposit or payout of it may begin; what it is owed stays due. Work in
 * progress is finished, and cancelling and reading are allowed. Its open orders stay unless they
 * are cancelled, which is possible without freezing, too.
 */
import { isPostgres } from '../../../server/database/database';
import { inTransaction } from '../../../server/database/transactions';
import { Refusal } from '../../../server/refusal';
import { audit, type AuditContext } from '../audit';
import type { Database } from '../../database/database';
import { lockPlanning } from '../../settlement/store/planning';
import { append } from '../../trading/intake/append';
import { marketsWithOrders } from '../../trading/intake/open-markets';
import type { Market } from '../../trading/markets/market';
import { Markets } from '../../trading/markets/markets';

/** Result of cancelling an account's orders in one market. */
export interface Cancellation {
	readonly symbol: string;
	/** Sequence of the command; the lane carries it out in a moment. */
	readonly sequence?: number;
	/** Why the market does not accept it now. */
	readonly refusal?: string;
}

export function freezeAccount(
	context: AuditContext,
	{
		accountId,
		cancelOrders,
		publicReason,
	}: {
		readonly accountId: string;
		readonly cancelOrders: boolean;
		/** The reason its owner is shown. */
		readonly publicReason?: string | undefined;
	},
): Promise<readonly Cancellation[]> {
	return inTransaction(context.database, async (transaction) => {
		await lockBeginnings(transaction);
		await transaction
			.updateTable('accounts')
			.set(({ fn, val }) => ({
				frozen_at: fn.coalesce('frozen_at', val(BigInt(context.clock.now()))),
				frozen_reason: publicReason ?? null,
			}))
			.where('id', '=', accountId)
			.execute();
		const cancelled = cancelOrders ? await cancelAll(transaction, context, { accountId }) : [];
		const details = { cancelOrders, publicReason };
		await audit(transaction, context, { action: 'ACCOUNT_FREEZE', subject: accountId, details });
		return cancelled;
	});
}

export function unfreezeAccount(context: AuditContext, accountId: string): Promise<void> {
	return inTransaction(context.database, async (transaction) => {
		await transaction
			.updateTable('accounts')
			.set({ frozen_at: null, frozen_reason: null })
			.where('id', '=', accountId)
			.execute();
		await audit(transaction, context, { action: 'ACCOUNT_UNFREEZE', subject: accountId });
	});
}

/** Cancels the account's open orders in one market, or in all. */
export function cancelAccountOrders(
	context: AuditContext,
	{ accountId, symbol }: { readonly accountId: string; readonly symbol: string | undefined },
): Promise<readonly Cancellation[]> {
	return inTransaction(context.database, async (transaction) => {
		await lockLogs(transaction);
		const cancelled = await cancelAll(transaction, context, { accountId, symbol });
		const details = { symbol };
		await audit(transaction, context, { action: 'ORDERS_CANCEL', subject: accountId, details });
		return cancelled;
	});
}

/**
 * Blocks new orders, deposits and payouts until this transaction ends: what was checked before it is
 * committed by then, and what is checked later sees its changes.
 */
export async function lockBeginnings(transaction: Database): Promise<void> {
	await lockPlanning(transaction);
	await lockLogs(transaction);
}

/**
 * Blocks the intake until this transaction ends: it sees everything accepted before, and later
 * submissions see its changes.
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
	const all = await marketsWithOrders(transaction, accountId);
	const symbols = all.filter((one) => symbol === undefined || one === symbol);
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
