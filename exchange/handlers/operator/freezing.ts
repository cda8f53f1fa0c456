/**
 * Freezes accounts: no order, deposit or payout of it may begin; what it is owed stays due. Work in
 * progress is finished, and cancelling and reading are allowed. Its open orders stay unless they
 * are cancelled, which is possible without freezing, too.
 */
import type { Model } from '../../../api/types';
import type { Clock } from '../../../server/clock';
import { isPostgres } from '../../../server/database/database';
import { known } from '../../../server/known';
import { Refusal } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { marketOf, type Handlers, type OperatorParts } from '../../operations/handler';
import { lockPlanning } from '../../settlement/store/planning';
import { append } from '../../trading/intake/append';
import { marketsWithOrders } from '../../trading/intake/open-markets';
import type { Market } from '../../trading/markets/market';
import { Markets } from '../../trading/markets/markets';
import { accountOf, perform, type By, type Recorder } from './acting';

type Cancellations = Model<'AccountState'>['cancellations'];

export function freezingHandlers(
	parts: OperatorParts,
): Handlers<'freezeAccount' | 'unfreezeAccount' | 'cancelAccountOrders'> {
	const { clock } = parts;
	const change = async (
		by: By,
		{ accountId, reason }: { readonly accountId: string; readonly reason: string },
		act: (transaction: Database, record: Recorder) => Promise<Cancellations>,
	) => {
		await accountOf(parts, accountId);
		return accountState(parts, accountId, await perform(parts, { by, reason }, act));
	};
	return {
		freezeAccount: (by, input) =>
			change(by, input, async (transaction, record) => {
				const { accountId, cancelOrders = false, publicReason } = input;
				await lockBeginnings(transaction);
				await transaction
					.updateTable('accounts')
					.set(({ fn, val }) => ({
						frozen_at: fn.coalesce('frozen_at', val(BigInt(clock.now()))),
						frozen_reason: publicReason ?? null,
					}))
					.where('id', '=', accountId)
					.execute();
				const cancelled = cancelOrders ? await cancelAll(transaction, clock, { accountId }) : [];
				await record('ACCOUNT_FREEZE', accountId, { cancelOrders, publicReason });
				return cancelled;
			}),
		unfreezeAccount: (by, input) =>
			change(by, input, async (transaction, record) => {
				await transaction
					.updateTable('accounts')
					.set({ frozen_at: null, frozen_reason: null })
					.where('id', '=', input.accountId)
					.execute();
				await record('ACCOUNT_UNFREEZE', input.accountId);
				return [];
			}),
		cancelAccountOrders: async (by, input) => {
			const { accountId, symbol } = input;
			if (symbol !== undefined) await marketOf(parts, symbol);
			return change(by, input, async (transaction, record) => {
				await lockLogs(transaction);
				const cancelled = await cancelAll(transaction, clock, { accountId, symbol });
				await record('ORDERS_CANCEL', accountId, { symbol });
				return cancelled;
			});
		},
	};
}

/** Wakes the lanes that carry the cancellations out. */
async function accountState(
	parts: OperatorParts,
	accountId: string,
	cancellations: Cancellations,
): Promise<Model<'AccountState'>> {
	for (const { symbol, sequence } of cancellations) {
		if (sequence !== undefined) parts.onAppended(symbol);
	}
	const { name, status, frozenAt, frozenReason } = await accountOf(parts, accountId);
	return known({ accountId, name, status, cancellations, frozenAt, frozenReason });
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

/** Cancels the account's open orders in one market, or in all. */
async function cancelAll(
	transaction: Database,
	clock: Clock,
	{ accountId, symbol }: { readonly accountId: string; readonly symbol?: string | undefined },
): Promise<Cancellations> {
	const all = await marketsWithOrders(transaction, accountId);
	const symbols = all.filter((one) => symbol === undefined || one === symbol);
	const markets = new Markets(transaction, clock);
	const entries = [];
	for (const one of symbols) entries.push(cancellationOf(await markets.find(one), accountId));
	if (entries.length === 0) return [];
	const { outcomes } = await append(transaction, entries, clock);
	return symbols.map((one, index) => {
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
