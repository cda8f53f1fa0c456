/**
 * Adds events in the transaction of what happened: ended or held transfers, market status changes,
 * and reconciliations that do not agree. Events of orders are read from the lanes' batches instead
 * (`exchange/events/`), at no cost to them.
 */
import type { EventType } from '../../api/events/events';
import { present } from '../../server/at';
import type { Clock } from '../../server/clock';
import { addEvent } from '../../server/events/record/events';
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
	readonly state: string;
	readonly reason: string | null;
}

const toldStates = {
	SETTLED: 'settled',
	REFUSED: 'refused',
	HELD_FOR_REVIEW: 'held',
	PENDING_APPROVAL: 'held',
} as const;

function isTold(state: string): state is keyof typeof toldStates {
	return state in toldStates;
}

/** Adds events for transfers that have ended or are held; others have none. */
export async function tellTransfers(
	transaction: Database,
	clock: Clock,
	transfers: readonly ToldTransfer[],
): Promise<void> {
	const told = transfers.filter(({ state }) => isTold(state));
	if (told.length === 0) return;
	const decimals = await decimalsOf(transaction, [...new Set(told.map(({ asset }) => asset))]);
	for (const { id, kind, accountId, asset, amount, state, reason } of told) {
		if (!isTold(state)) continue;
		const type: EventType = `${kind === 'DEPOSIT' ? 'deposit' : 'payout'}.${toldStates[state]}`;
		await addEvent(transaction, clock, {
			type,
			owner: accountId,
			subject: id,
			data: {
				transferId: id,
				asset,
				status: state,
				amount: formatDecimal(amount, present(decimals.get(asset), 'the decimals of an asset')),
				...(reason !== null && { reason }),
			},
		});
	}
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
