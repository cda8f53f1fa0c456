/**
 * Turns the results of a replay into database rows and compares them, column by column, as text.
 */
import { isDeepStrictEqual } from 'node:util';
import type { OpenOrder, Trade } from '../../trading/lane/accounting';
import type { ShownLevel } from '../../trading/lane/batch-text';
import type { Report } from '../../trading/lane/report';
import type { Posting } from '../../trading/ledger/posting';
import type { SegmentRow } from '../archive/segment';

/** Without the request, which the log stores in its own form. */
export type EndedOrder = Omit<SegmentRow<'orders'>, 'request' | 'created_at'>;

export function orderRow(order: OpenOrder): EndedOrder {
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

/** Describes the first row that differs; undefined if there is none. */
export function difference<Row extends object>(
	found: readonly Row[],
	expected: readonly Row[],
): string | undefined {
	for (let at = 0; at < Math.max(found.length, expected.length); at += 1) {
		const [one, other] = [found[at], expected[at]];
		if (one === undefined || other === undefined || !isSameRow(one, other)) {
			return `is ${shown(one)}, by the log ${shown(other)}`;
		}
	}
	return undefined;
}

/** Ignores further columns of the found row. */
function isSameRow(found: object, expected: object): boolean {
	const cells: Readonly<Record<string, unknown>> = { ...found };
	return Object.entries(expected).every(([column, cell]) => cells[column] === cell);
}

function shown(row: object | undefined): string {
	return row === undefined ? 'not there' : Object.values(row).join(' ');
}

/** Compares only the fields of the found reports: those of an older version lack newer fields. */
export function areReports(found: readonly Report[], expected: readonly Report[]): boolean {
	if (found.length !== expected.length) return false;
	return found.every((report, at) => {
		const other: Readonly<Record<string, unknown>> = { ...expected[at] };
		return Object.entries(report).every(([name, value]) => isDeepStrictEqual(value, other[name]));
	});
}

export function areLevels(found: readonly ShownLevel[], expected: readonly ShownLevel[]): boolean {
	const texts = (levels: readonly ShownLevel[]) => levels.map(String).sort();
	return isDeepStrictEqual(texts(found), texts(expected));
}
