/**
 * A market in memory as the text of a snapshot: the place in the log, the book, and its open
 * orders as far as money and reports are concerned, bigints as decimal strings. The one place
 * where it is written and read; what it is a snapshot of stands in lane-state.ts.
 */
import { readStored, storedText } from '../database/stored-text';
import type { Snapshot } from '../engine/snapshot';
import type { OpenOrder } from './accounting';

export interface KeptState {
	/** Of the last command carried out. */
	readonly sequence: number;
	readonly book: Snapshot;
	readonly orders: readonly OpenOrder[];
}

type OrderText = {
	readonly [K in keyof OpenOrder]: OpenOrder[K] extends bigint ? string : OpenOrder[K];
};

type StateText = Omit<KeptState, 'orders'> & { readonly orders: readonly OrderText[] };

const version = 1;

export function stateText({ sequence, book, orders }: KeptState): string {
	return storedText(version, { sequence, book, orders: orders.map(orderText) });
}

export function readState(text: string): KeptState {
	const { sequence, book, orders } = readStored<StateText>(text, version);
	return { sequence, book, orders: orders.map(readOrder) };
}

function orderText(order: OpenOrder): OrderText {
	return {
		...order,
		leavesQuote: order.leavesQuote.toString(),
		executedQuote: order.executedQuote.toString(),
		commission: order.commission.toString(),
		held: order.held.toString(),
	};
}

function readOrder(text: OrderText): OpenOrder {
	return {
		...text,
		leavesQuote: BigInt(text.leavesQuote),
		executedQuote: BigInt(text.executedQuote),
		commission: BigInt(text.commission),
		held: BigInt(text.held),
	};
}
