/**
 * Removes the rows of a recorded segment from the database: first the ended orders, then the log.
 * It works in small pieces so that nobody waits long. Each piece is a transaction that records its
 * progress, so that a killed run, or a second process, leaves nothing half done and repeats
 * nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { numberList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import { keepIds } from '../../trading/intake/client-ids';
import { LogPieces } from './log-pieces';
import { LogRemoval } from './log-removal';
import { inGroups, type Segment, type SegmentRow } from './segment';

/** Orders of a piece. */
const ordersAtOnce = 50;

/** Returns false if another process removes the same segment. */
export async function remove(database: Database, segment: Segment): Promise<boolean> {
	const { market, firstSequence, lastSequence } = segment.head;
	const { symbol } = market;
	for (const lists of inGroups(segment.rows('order_lists'), ordersAtOnce)) {
		await inPiece(database, (transaction) => removeLists(transaction, symbol, lists));
	}
	for (const orders of inGroups(segment.rows('orders'), ordersAtOnce)) {
		const removal = { symbol, orders, firstSequence };
		await inPiece(database, (transaction) => removeOrders(transaction, removal));
	}
	const pieces = await LogPieces.of(segment);
	const log = new LogRemoval(segment, (work) => inPiece(database, work));
	for (;;) {
		const from = await removedTo(database, symbol);
		if (from >= lastSequence) return true;
		if (!(await log.remove(pieces.after(from)))) return false;
	}
}

/** After each piece, the database is free for this many times as long as the piece took. */
const pauseFactor = 2;

async function inPiece<Result>(
	database: Database,
	work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
	const begun = performance.now();
	const result = await database.transaction().execute(work);
	await delay(pauseFactor * (performance.now() - begun));
	return result;
}

async function removedTo(database: Database, market: string): Promise<number> {
	const row = await database
		.selectFrom('archives')
		.select('removed_to')
		.where('market', '=', market)
		.executeTakeFirstOrThrow();
	return Number(row.removed_to);
}

async function removeLists(
	transaction: Database,
	market: string,
	lists: readonly SegmentRow<'order_lists'>[],
): Promise<void> {
	const ids = lists.map((list) => BigInt(list.order_list_id));
	const own = lists.map(({ account_id: accountId, list_client_order_id: clientId }) => {
		return { of: 'list', accountId, clientId } as const;
	});
	await keepIds(transaction, own);
	await transaction
		.deleteFrom('order_lists')
		.where('market', '=', market)
		.where('order_list_id', 'in', numberList(transaction, ids))
		.execute();
}

interface OrderRemoval {
	readonly symbol: string;
	readonly orders: readonly SegmentRow<'orders'>[];
	/** Commands before it stayed because their orders were open; they leave with the orders. */
	readonly firstSequence: number;
}

async function removeOrders(
	transaction: Database,
	{ symbol, orders, firstSequence }: OrderRemoval,
): Promise<void> {
	const ids = orders.map((order) => BigInt(order.order_id));
	const own = orders.map(({ account_id: accountId, client_order_id: clientId }) => {
		return { of: 'order', accountId, clientId } as const;
	});
	await keepIds(transaction, own);
	for (const table of ['order_states', 'orders'] as const) {
		await transaction
			.deleteFrom(table)
			.where('market', '=', symbol)
			.where('order_id', 'in', numberList(transaction, ids))
			.execute();
	}
	const stayed = ids.filter((id) => id < firstSequence);
	if (stayed.length === 0) return;
	await transaction
		.deleteFrom('commands')
		.where('market', '=', symbol)
		.where('sequence', 'in', numberList(transaction, stayed))
		.execute();
}
