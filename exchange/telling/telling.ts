/**
 * Adds events in the transaction of what happened: transfers, changes of accounts and of market
 * statuses, and reconciliations that do not agree. Events of orders are read from the lanes'
 * batches instead (`exchange/events/`), at no cost to them.
 */
import type { Model } from '../../api/types';
import { present } from '../../server/at';
import type { Clock } from '../../server/clock';
import { addEvent, addEvents } from '../../server/events/record/events';
import type { Database } from '../database/database';
import { formatDecimal } from '../../server/decimal';

/** Owners of events for everybody with a key, and for administrators only. */
export const everybody = 'everybody';
export const administrators = 'administrators';

export interface ToldTransfer {
	readonly id: string;
	readonly kind: 'DEPOSIT' | 'PAYOUT';
	readonly accountId: string;
	readonly asset: string;
	/** In the smallest unit of the asset. */
	readonly amount: bigint;
	readonly state: Model<'TransferEvent'>['status'];
	readonly reason: string | null;
}

const told = {
	PLANNED: 'underway',
	SENDING: 'underway',
	UNKNOWN: 'underway',
	SETTLED: 'settled',
	REFUSED: 'refused',
	HELD_FOR_REVIEW: 'held',
	PENDING_APPROVAL: 'held',
} as const satisfies Readonly<Record<ToldTransfer['state'], string>>;

/** Adds an event for each transfer, of the state it has now. */
export async function tellTransfers(
	transaction: Database,
	clock: Clock,
	transfers: readonly ToldTransfer[],
): Promise<void> {
	if (transfers.length === 0) return;
	const decimals = await decimalsOf(transaction, [...new Set(transfers.map(({ asset }) => asset))]);
	const events = transfers.map(({ id, kind, accountId, asset, amount, state, reason }) => ({
		type: `${kind === 'DEPOSIT' ? 'deposit' : 'payout'}.${told[state]}` as const,
		owner: accountId,
		subject: id,
		data: {
			transferId: id,
			asset,
			status: state,
			amount: formatDecimal(amount, present(decimals.get(asset), 'the decimals of an asset')),
			...(reason !== null && { reason }),
		},
	}));
	await addEvents(transaction, clock, events);
}

/** Adds an event for a change of an account that no order or transfer tells of. */
export async function tellAccount(
	transaction: Database,
	clock: Clock,
	{ accountId, change }: Model<'AccountEvent'>,
): Promise<void> {
	await addEvent(transaction, clock, {
		type: 'account.changed',
		owner: accountId,
		subject: accountId,
		data: { accountId, change },
	});
}

async function decimalsOf(
	transaction: Database,
	assets: readonly string[],
): Promise<ReadonlyMap<string, number>> {
	const rows = await transaction
		.selectFrom('assets')
		.select(['code', 'decimals'])
		.where('code', 'in', assets)
		.execute();
	return new Map(rows.map(({ code, decimals }) => [code, Number(decimals)]));
}

export interface ToldStatus {
	readonly status: 'TRADING' | 'CANCEL_ONLY' | 'HALT';
	/** Milliseconds; 0: no pause. */
	readonly pausedUntil: number;
}

/** Adds an event if the status of a market has changed. */
export async function tellMarketStatus(
	transaction: Database,
	clock: Clock,
	{ symbol, before, after }: { readonly symbol: string; before: ToldStatus; after: ToldStatus },
): Promise<void> {
	const { status, pausedUntil } = after;
	if (status === before.status && pausedUntil === before.pausedUntil) return;
	await addEvent(transaction, clock, {
		type: 'market.status',
		owner: everybody,
		productId: symbol,
		subject: symbol,
		data: { symbol, status, ...(pausedUntil > 0 && { pausedUntil }) },
	});
}

export interface ToldComparison {
	readonly number: number;
	readonly verdict: string;
	/** Number of equal consecutive results. */
	readonly runs: number;
	readonly assets: readonly { readonly asset: string; readonly verdict: string }[];
}

/** Adds one event if books and tracker do not agree, or could not be compared. */
export async function tellComparison(
	transaction: Database,
	clock: Clock,
	{ number, verdict, runs, assets }: ToldComparison,
): Promise<void> {
	if (runs > 1 || (verdict !== 'DIFFERS' && verdict !== 'UNREAD')) return;
	const wrong = assets.filter((asset) => asset.verdict !== 'AGREES');
	await addEvent(transaction, clock, {
		type: 'reconciliation.broken',
		owner: administrators,
		subject: String(number),
		data: { reconciliationId: number, verdict, assets: wrong.map(({ asset }) => asset) },
	});
}
