/**
 * The codec of snapshots. A snapshot has parts, each with some of the open orders, and a closing
 * text with the hashes of the parts and the book without its orders. An order is a row without
 * field names, which are listed once per part; an absent field is null. state-copy.ts makes the
 * parts.
 */
import { readStored, storedText } from '../../database/stored-text';
import type { OrderSnapshot, SnapshotHead } from '../../engine/snapshot';
import type { OpenOrder } from './accounting';

/** An open order's state in the book and in the accounts. */
export interface KeptOrder {
	readonly inBook: OrderSnapshot & { readonly queueNumber: number };
	readonly inAccounts: OpenOrder;
}

export interface StatePart {
	readonly orders: readonly KeptOrder[];
	/** Orders of earlier parts that have ended since. */
	readonly ended: readonly number[];
}

/** The state without the parts. */
export interface StateHead {
	/** The last command carried out. */
	readonly sequence: number;
	readonly book: SnapshotHead;
	/** How far each trailing order has followed; overrides its part. */
	readonly trails: readonly (readonly [orderId: number, bestTicks: number])[];
	/** Number of open orders and sum of their leaves; the parts must add up to them. */
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
	/** Per order the book's fields, then the account's. */
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

/** An account has many orders; `sameText` returns one shared string for equal texts. */
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

/** Union of the records' fields. */
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

/** Fields in the order of a new order, so that both have one hidden class. */
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

/** Most amounts are 0; one shared bigint saves memory. */
function readAmount(text: string): bigint {
	return text === '0' ? 0n : BigInt(text);
}
