/** The results of a replay as database rows, with every cell as text. */
import type { OpenOrder, Trade } from '../../trading/lane/accounting';
import type { Posting } from '../../trading/ledger/posting';
import type { SegmentRow } from '../archive/segment';

/** The state of an order, beside its request. */
export type OrderState = Omit<SegmentRow<'orders'>, 'request' | 'created_at'>;

export function orderRow(order: OpenOrder): OrderState {
	return {
		order_id: `${order.orderId}`,
		account_id: order.accountId,
		client_order_id: order.clientOrderId,
		status: order.status,
		reason: order.reason,
		quantity_lots: `${order.quantityLots}`,
		executed_lots: `${order.executedLots}`,
		leaves_lots: `${order.leavesLots}`,
		executed_quote: `${order.executedQuote}`,
		commission: `${order.commission}`,
		held: `${order.held}`,
		expire_time: `${order.expireTime}`,
		updated_at: `${order.updatedAt}`,
	};
}

export function tradeRow({ sequence, time, event }: Trade): SegmentRow<'trades'> {
	return {
		trade_id: `${event.tradeId}`,
		sequence: `${sequence}`,
		price_ticks: `${event.priceTicks}`,
		quantity_lots: `${event.quantityLots}`,
		quote_amount: `${event.quoteAmount}`,
		taker_side: event.takerSide,
		taker_order_id: `${event.takerOrderId}`,
		taker_account_id: event.takerAccountId,
		taker_commission: `${event.takerCommission}`,
		maker_order_id: `${event.makerOrderId}`,
		maker_account_id: event.makerAccountId,
		maker_commission: `${event.makerCommission}`,
		traded_at: `${time}`,
	};
}

export function postingRow(posting: Posting): SegmentRow<'postings'> {
	return {
		sequence: `${posting.sequence}`,
		position: `${posting.position}`,
		kind: posting.kind,
		asset: posting.asset,
		amount: `${posting.amount}`,
		from_account: posting.from,
		to_account: posting.to,
		order_id: posting.orderId === null ? null : `${posting.orderId}`,
	};
}
