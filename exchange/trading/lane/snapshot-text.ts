/**
 * A market in memory as the texts of a snapshot. It is kept in parts, each with some of the open
 * orders, and a closing text that says which parts there are, by their hashes, and what the book is
 * besides its orders. An order is a row without names, for those of all stand once before them; what
 * an order does not have is null in its row. The one place where these texts are written and read;
 * how the parts come about stands in state-copy.ts.
 */
import { readStored, storedText } from '../../database/stored-text';
import type { OrderSnapshot, SnapshotHead } from '../../engine/snapshot';
import type { OpenOrder } from './accounting';

/** An open order as the book has it, and as money and reports have it. */
export interface KeptOrder {
	readonly inBook: OrderSnapshot & { readonly queueNumber: number };
	readonly inAccounts: OpenOrder;
}

export interface StatePart {
	readonly orders: readonly KeptOrder[];
	/** Orders of earlier parts that have ended since. */
	readonly ended: readonly number[];
}

/** What is not in any part. */
export interface StateHead {
	/** Of the last command carried out. */
	readonly sequence: number;
	readonly book: SnapshotHead;
	/** How far each order that follows the market has come, whatever its part says. */
	readonly trails: readonly (readonly [orderId: number, bestTicks: number])[];
	/** How many there are and what they leave together; the parts must add up to it. */
	readonly openOrders: number;
	readonly openLots: number;
}

export interface ClosingState extends StateHead {
	/** In the order of the parts. */
	readonly partHashes: readonly string[];
}

type OrderText = {
	readonly [K in keyof OpenOrder]: OpenOrder[K] extends bigint ? string : OpenOrder[K];
};

type Row = readonly unknown[];

interface PartText {
	readonly bookFields: readonly string[];
	readonly accountFields: readonly string[];
	/** Of each order the fields in the book, then those in the accounts. */
	readonly rows: readonly Row[];
	readonly ended: readonly number[];
}

const version = 1;

export function partText({ orders, ended }: StatePart): string {
	const books = orders.map(({ inBook }): Fields => ({ ...inBook }));
	const accounts = orders.map(({ inAccounts }): Fields => ({ ...orderText(inAccounts) }));
	const bookFields = fieldsOf(books);
	const accountFields = fieldsOf(accounts);
	const rows = books.map((book, index): Row => [
		...bookFields.map((field) => book[field]),
		...accountFields.map((field) => accounts[index]?.[field]),
	]);
	return storedText(version, { bookFields, accountFields, rows, ended } satisfies PartText);
}

/** An account has many orders; `sameText` answers one text for all that are equal. */
export function readPart(text: string, sameText: (text: string) => string): StatePart {
	const { bookFields, accountFields, rows, ended } = readStored<PartText>(text, version);
	const orders = rows.map((row) => {
		const book = recordOf<KeptOrder['inBook']>(bookFields, row, 0);
		const account = recordOf<OrderText>(accountFields, row, bookFields.length);
		const accountId = sameText(book.accountId);
		return {
			inBook: Object.assign(book, { accountId }),
			inAccounts: readOrder(Object.assign(account, { accountId })),
		};
	});
	return { orders, ended };
}

export function closingText(closing: ClosingState): string {
	return storedText(version, closing);
}

export function readClosing(text: string): ClosingState {
	return readStored<ClosingState>(text, version);
}

type Fields = Readonly<Record<string, unknown>>;

/** All that any of them has. */
function fieldsOf(records: readonly Fields[]): string[] {
	const fields = new Set<string>();
	for (const record of records) for (const field in record) fields.add(field);
	return [...fields];
}

function recordOf<Fields extends object>(fields: readonly string[], row: Row, from: number) {
	const record: Record<string, unknown> = {};
	fields.forEach((field, index) => {
		const value = row[from + index];
		if (value !== null) record[field] = value;
	});
	return record as Fields;
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

/** Its fields stand in the order of a new one, so that both are one shape to the machine. */
function readOrder(text: OrderText): OpenOrder {
	const { orderListId, otherOrderId } = text;
	return {
		orderId: text.orderId,
		accountId: text.accountId,
		clientOrderId: text.clientOrderId,
		side: text.side,
		priceTicks: text.priceTicks,
		expireTime: text.expireTime,
		quantityLots: text.quantityLots,
		leavesLots: text.leavesLots,
		leavesQuote: readAmount(text.leavesQuote),
		executedLots: text.executedLots,
		executedQuote: readAmount(text.executedQuote),
		commission: readAmount(text.commission),
		held: readAmount(text.held),
		status: text.status,
		reason: text.reason ?? null,
		updatedAt: text.updatedAt,
		...(orderListId !== undefined && { orderListId }),
		...(otherOrderId !== undefined && { otherOrderId }),
	};
}

/** Most amounts are nothing, and all nothings can be one. */
function readAmount(text: string): bigint {
	return text === '0' ? 0n : BigInt(text);
}
