/**
 * Builds a new order, as its own command left it, from the accepted command and its reports, so
 * that the reply needs no query. Effects of later commands are not included. Pure.
 */
import type { Report } from '../trading/lane/report';
import type { OrderState, ReadOrder } from '../reading/orders';
import type { Result } from '../feeds/results';

/** Undefined for an order accepted earlier, or if its result is unknown. */
export function orderAfter({ accepted, reports }: Result): ReadOrder | undefined {
	const { market, sequence: orderId, order } = accepted;
	if (order === undefined || reports === undefined) return undefined;
	return { market, orderId, ...order, state: stateAfter(orderId, reports) };
}

function stateAfter(orderId: number, reports: readonly Report[]): OrderState | undefined {
	const own = reports.filter((report) => report.orderId === orderId);
	const last = own.at(-1);
	if (last === undefined) return undefined;
	return {
		status: last.status,
		reason: last.reason ?? null,
		quantityLots: BigInt(last.quantityLots),
		executedLots: BigInt(last.executedLots),
		leavesLots: BigInt(last.leavesLots),
		executedQuote: BigInt(last.executedQuote),
		commission: own.reduce((sum, { fill }) => sum + BigInt(fill?.commission ?? 0), 0n),
		updatedAt: last.time,
	};
}
