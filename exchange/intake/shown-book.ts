/**
 * Whether the book would refuse an order, as far as the public can know: the engine is asked, with
 * a book that has the best price of each side and the last trade, as they are shown. What nobody is
 * shown, such as orders that are accepted and not matched yet, it does not know.
 */
import type { Database } from '../database/database';
import type { Place, Side } from '../engine/command';
import { apply, createBook } from '../engine/engine';
import type { RejectReason } from '../engine/event';
import type { Market } from '../markets/market';

/** What the public sees of a book; 0 where there is nothing. */
export interface Shown {
	readonly lastTicks: number;
	readonly bidTicks: number;
	readonly askTicks: number;
}

export async function readShown(database: Database, { description }: Market): Promise<Shown> {
	const { symbol } = description;
	const best = async (side: Side) => {
		const row = await database
			.selectFrom('levels')
			.select('price_ticks')
			.where('market', '=', symbol)
			.where('side', '=', side)
			.orderBy('price_ticks', side === 'BUY' ? 'desc' : 'asc')
			.limit(1)
			.executeTakeFirst();
		return Number(row?.price_ticks ?? 0n);
	};
	const last = await database
		.selectFrom('trades')
		.select('price_ticks')
		.where('market', '=', symbol)
		.orderBy('trade_id', 'desc')
		.limit(1)
		.executeTakeFirst();
	return {
		lastTicks: Number(last?.price_ticks ?? 0n),
		bidTicks: await best('BUY'),
		askTicks: await best('SELL'),
	};
}

/** Why a book that looks like this refuses the order; null when it does not. */
export function shownRefusal(market: Market, shown: Shown, order: Place): RejectReason | null {
	// The orders that stand for what is shown are of one lot, which a market may not take.
	const book = createBook({ ...market.engine, minQuantityLots: 1, minNotional: 0n });
	const { lastTicks, bidTicks, askTicks } = shown;
	const stand = (orderId: number, side: Side, priceTicks: number) => {
		if (priceTicks === 0) return;
		const asked = { type: 'LIMIT', side, priceTicks, quantityLots: 1 } as const;
		apply(book, { kind: 'PLACE', orderId, accountId: `shown ${orderId}`, ...asked });
	};
	stand(1, 'SELL', lastTicks);
	stand(2, 'BUY', lastTicks);
	stand(3, 'BUY', bidTicks);
	stand(4, 'SELL', askTicks);
	const [event] = apply(book, { ...order, orderId: 5 });
	return event?.execType === 'REJECTED' ? event.reason : null;
}
