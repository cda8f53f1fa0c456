/**
 * Takes out of the database what a recorded segment holds, in pieces so small that nobody waits for
 * one: first the orders that have ended, then the log up to the segment's end. Each piece is a
 * transaction that says how far it came, so that who is killed, or meets another at the same work,
 * leaves nothing half done and nothing to be done twice.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { insertRows, numberList, textList } from '../../server/database/bulk';
import type { Database } from '../database/database';
import { accountsIn } from '../lane/batch-text';
import { keepIds } from './client-ids';
import { Sums } from './collecting';
import type { Segment, SegmentRow } from './segment';

/** Orders, or commands with all that they brought, in a piece. */
const pieceMax = 50;

/** Answers false when another process is at the same work. */
export async function remove(database: Database, segment: Segment): Promise<boolean> {
	const { market, firstSequence, lastSequence } = segment.head;
	const { symbol } = market;
	for (const lists of pieces(segment.rows('order_lists'))) {
		await inPiece(database, (transaction) => removeLists(transaction, symbol, lists));
	}
	for (const orders of pieces(segment.rows('orders'))) {
		const removal = { symbol, orders, firstSequence };
		await inPiece(database, (transaction) => removeOrders(transaction, removal));
	}
	const log = new LogRemoval(segment);
	for (;;) {
		const from = await removedTo(database, symbol);
		if (from >= lastSequence) return true;
		const to = Math.min(from + pieceMax, lastSequence);
		const isOurs = await inPiece(database, (transaction) => log.remove(transaction, { from, to }));
		if (!isOurs) return false;
	}
}

/** Behind each piece, others have the database for longer than that took. */
const restShare = 2;

async function inPiece<Result>(
	database: Database,
	work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
	const begun = performance.now();
	const result = await database.transaction().execute(work);
	await delay(restShare * (performance.now() - begun));
	return result;
}

function* pieces<Row>(rows: Iterable<Row>): Generator<readonly Row[]> {
	let piece: Row[] = [];
	for (const row of rows) {
		piece.push(row);
		if (piece.length < pieceMax) continue;
		yield piece;
		piece = [];
	}
	if (piece.length > 0) yield piece;
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
	/** Commands before it stayed for their orders, and go with them. */
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

interface Span {
	/** What is behind it leaves. */
	readonly from: number;
	readonly to: number;
}

/** Commands of a segment and all that they brought, but orders. */
class LogRemoval {
	private readonly symbol: string;
	private readonly trades: readonly SegmentRow<'trades'>[];

	constructor(private readonly segment: Segment) {
		this.symbol = segment.head.market.symbol;
		this.trades = [...segment.rows('trades')];
	}

	/** Answers false when another process was faster. */
	async remove(transaction: Database, span: Span): Promise<boolean> {
		const { numUpdatedRows } = await transaction
			.updateTable('archives')
			.set({ removed_to: span.to })
			.where('market', '=', this.symbol)
			.where('removed_to', '=', BigInt(span.from))
			.executeTakeFirstOrThrow();
		if (numUpdatedRows === 0n) return false;
		await this.removePostings(transaction, span);
		await this.removeTrades(transaction, span);
		await this.removeBatches(transaction, span);
		await this.removeCommands(transaction, span);
		return true;
	}

	private async removePostings(transaction: Database, { from, to }: Span): Promise<void> {
		const rows = await transaction
			.deleteFrom('postings')
			.where('journal', '=', this.symbol)
			.where('sequence', '>', BigInt(from))
			.where('sequence', '<=', BigInt(to))
			.returning(['kind', 'asset', 'amount', 'from_account', 'to_account'])
			.execute();
		const sums = new Sums();
		for (const row of rows) sums.add({ ...row, amount: row.amount.toString() });
		await insertRows(
			transaction,
			changedSum,
			sums
				.all()
				.map((sum) => [
					...[this.symbol, sum.account_id, sum.asset],
					...[BigInt(sum.available), BigInt(sum.held)],
				]),
		);
		if (to === this.segment.head.lastSequence) await this.checkSums(transaction);
	}

	/** What left the database must be what the segment says; else the piece is taken back. */
	private async checkSums(transaction: Database): Promise<void> {
		const said = [...this.segment.rows('balances')];
		const rows = await transaction
			.selectFrom('archived_sums')
			.select(['account_id', 'asset', 'available', 'held'])
			.where('market', '=', this.symbol)
			.where('account_id', 'in', textList(transaction, [...accountsOf(said)]))
			.execute();
		const sums = new Sums();
		for (const { available, held, ...key } of rows) {
			sums.set({ ...key, available: available.toString(), held: held.toString() });
		}
		for (const { account_id: account, asset, available, held } of said) {
			const left = sums.of(account, asset);
			if (left.available === available && left.held === held) continue;
			const place = `segment ${this.segment.head.number} of ${this.symbol}`;
			throw new Error(
				`${place} leaves ${account} ${available}/${held} ${asset}, not ${left.available}/${left.held}`,
			);
		}
	}

	/** But the newest of the market, which tells the last price; it goes with the next ones. */
	private async removeTrades(transaction: Database, { from, to }: Span): Promise<void> {
		const last = this.trades.findLast(({ sequence }) => Number(sequence) <= to);
		if (last === undefined || Number(last.sequence) <= from) return;
		await transaction
			.deleteFrom('trades')
			.where('market', '=', this.symbol)
			.where('trade_id', '<=', BigInt(last.trade_id))
			.where('trade_id', '<', ({ selectFrom }) =>
				selectFrom('trades as newest')
					.select(({ fn }) => fn.max('newest.trade_id').as('trade_id'))
					.where('newest.market', '=', this.symbol),
			)
			.execute();
	}

	/** With the first of its commands, so that no list shows a part of one. */
	private async removeBatches(transaction: Database, { from, to }: Span): Promise<void> {
		for (const { firstSequence, lastSequence, line } of this.segment.batchLines()) {
			if (firstSequence <= from || firstSequence > to) continue;
			const last = BigInt(lastSequence);
			await transaction
				.deleteFrom('report_places')
				.where('account_id', 'in', textList(transaction, [...accountsIn(line)]))
				.where('market', '=', this.symbol)
				.where('last_sequence', '=', last)
				.execute();
			await transaction
				.deleteFrom('batches')
				.where('market', '=', this.symbol)
				.where('last_sequence', '=', last)
				.execute();
		}
	}

	/** But those of orders that are still open: what may take their place is read from them. */
	private async removeCommands(transaction: Database, { from, to }: Span): Promise<void> {
		await transaction
			.deleteFrom('commands')
			.where('market', '=', this.symbol)
			.where('sequence', '>', BigInt(from))
			.where('sequence', '<=', BigInt(to))
			.where(({ not, exists, selectFrom }) =>
				not(
					exists(
						selectFrom('orders')
							.select('orders.order_id')
							.whereRef('orders.market', '=', 'commands.market')
							.whereRef('orders.order_id', '=', 'commands.sequence'),
					),
				),
			)
			.execute();
	}
}

const changedSum = {
	table: 'archived_sums',
	columns: ['market', 'account_id', 'asset', 'available', 'held'],
	ending: `on conflict (market, account_id, asset) do update set
		available = archived_sums.available + excluded.available,
		held = archived_sums.held + excluded.held`,
} as const;

function accountsOf(rows: readonly SegmentRow<'balances'>[]): ReadonlySet<string> {
	return new Set(rows.map((row) => row.account_id));
}
