/**
 * A new order as its own command left it, put together from what was accepted and what the lane
 * reported, so that the answer to an order needs no look into the database. What later commands
 * did to it is not in it. Pure.
 */
import type { Report } from '../trading/lane/report';
import type { OrderState, ReadOrder } from '../reading/orders';
import type { Result } from '../handlers/feeds/results';

/** Undefined for an order of before, and where it is not known what became of it. */
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
