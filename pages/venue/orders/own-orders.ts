/**
 * The trader's open orders of a market, reloaded after changes, and their quantities in the book.
 */
import { useEffect, useMemo } from 'preact/hooks';
import type { Model } from '../../../api/types';
import { decimalsOf, decimalText, unitsOf } from '../../parts/decimal';
import type { OwnAtPrice } from '../market/book';
import { useAsked } from '../live/exchange';
import type { LiveMarket } from '../live/live-market';
import { TriggeredOrders } from './triggered-orders';
import { useLive } from '../live/use-live';

/** An open order, and whether its stop price was reached. */
export type OwnOrder = Model<'Order'> & { readonly isSetOff: boolean };

/** The page of all orders lists the rest. */
export const openShown = 100;

export function useOpenOrders(live: LiveMarket, symbol: string) {
	useLive(live, 'own');
	const setOff = useMemo(() => new TriggeredOrders(symbol), [symbol]);
	const asked = useAsked(symbol, async ({ trader }) => {
		const range = { limit: openShown, offset: 0 };
		const { records, hasNext } = await trader.list('listOrders', {
			symbol,
			status: 'open',
			...range,
		});
		const reached = await setOff.among(trader, records);
		const orders = records.map((order) => ({ ...order, isSetOff: reached.has(order.orderId) }));
		return { orders, hasNext };
	});
	useAgain(live.ownChanges, asked.again);
	return asked;
}

const restMs = 500;

/** Reloads shortly after a change, once for several changes. */
export function useAgain(change: unknown, again: () => void): void {
	useEffect(() => {
		const timer = setTimeout(again, restMs);
		return () => clearTimeout(timer);
	}, [change]);
}

/** Own quantity at each price of the book; orders that wait for their stop price are not in it. */
export function ownAtPrices(orders: readonly OwnOrder[], stepSize: string): OwnAtPrice {
	const decimals = decimalsOf(stepSize);
	const side = (name: OwnOrder['side']) => {
		const units = new Map<string, bigint>();
		for (const order of orders) {
			const { price, leavesQty, stopPrice, isSetOff } = order;
			const isInBook = price !== undefined && (stopPrice === undefined || isSetOff);
			if (order.side !== name || !isInBook) continue;
			units.set(price, (units.get(price) ?? 0n) + unitsOf(leavesQty, decimals));
		}
		return new Map([...units].map(([price, sum]) => [price, decimalText(sum, decimals)]));
	};
	return { BUY: side('BUY'), SELL: side('SELL') };
}

export const nothingOwn: OwnAtPrice = { BUY: new Map(), SELL: new Map() };
