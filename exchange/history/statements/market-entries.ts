/**
 * Entries of a trader's statement from one market, sorted by time, each with its order and trade:
 * first from the archive, if history has left, then from the database.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasLeft, readHorizon, readRemoved, type RemovedUpTo } from '../archive/archives';
import { knownSegments, type Archive } from '../archive/history';
import { inGroups, type Segment } from '../archive/segment';
import type { Database } from '../../database/database';
import type { OpeningSum, StatementEntry } from './statement';
import { entryOf, paged, postingColumns, type PostingRow, type Reader } from './transfer-entries';

/** The archived part of a market's history. */
export interface ArchivedPart {
	readonly market: string;
	/** Postings that have left the database. */
	readonly removed: RemovedUpTo;
	/** Sums of those postings, if none of them has to be read. */
	readonly opening: readonly OpeningSum[];
	readonly isRead: boolean;
}

export async function archivedPart(
	snapshot: Database,
	{ market, accountId, from }: { market: string; accountId: string; from: number | null },
): Promise<ArchivedPart> {
	const horizon = await readHorizon(snapshot, market);
	const removed = await readRemoved(snapshot, market);
	if (horizon === undefined || removed === undefined) {
		return { market, removed: { sequence: 0n, position: 0n }, opening: [], isRead: false };
	}
	if (from === null || from <= horizon.lastTimeMs) {
		return { market, removed, opening: [], isRead: true };
	}
	const opening = await snapshot
		.selectFrom('archived_sums')
		.select(['asset', 'available', 'held'])
		.where('market', '=', market)
		.where('account_id', '=', accountId)
		.execute();
	return { market, removed, opening, isRead: false };
}

/** Commands per turn of the event loop. */
const commandsAtOnce = 500;

type MarketPosting = PostingRow & { readonly order_id: bigint | null };

/** Times of a market's commands never decrease, so the order of commands is that of time. */
export async function* marketEntries(
	reader: Reader,
	part: ArchivedPart,
	archive: Archive | undefined,
): AsyncGenerator<StatementEntry> {
	const { accountId } = reader;
	const trades = concatenated(archivedTrades(reader, part, archive), liveTrades(reader, part));
	const postings = concatenated(
		archivedPostings(reader, part, archive),
		livePostings(reader, part),
	);
	let trade: TradeRow | undefined;
	let legs = 0;
	for await (const row of postings) {
		if (row.kind === 'TRADE') {
			// Each trade has two TRADE postings, then its commissions.
			if (legs % 2 === 0) trade = await nextTrade(trades, row.sequence);
			legs += 1;
		}
		const entry = entryOf(accountId, part.market, row);
		const own = tradeKinds.has(row.kind) ? trade : undefined;
		// A posting names the paying order; proceeds belong to the trader's own order.
		const order = own === undefined || entry.isFrom ? row.order_id : ownOrder(own, accountId);
		yield {
			...entry,
			orderId: order?.toString() ?? null,
			tradeId: own?.trade_id.toString() ?? null,
		};
	}
}

async function* concatenated<Row>(...sources: readonly AsyncGenerator<Row>[]): AsyncGenerator<Row> {
	for (const source of sources) yield* source;
}

/** Yields the market's segments in order. */
async function* segments(
	{ snapshot }: Reader,
	{ market, isRead }: ArchivedPart,
	archive: Archive | undefined,
): AsyncGenerator<Segment> {
	if (!isRead) return;
	if (archive === undefined) {
		throw new Error(
			`history of ${market} is in the archive; EXCHANGE_ARCHIVE_FOLDER or EXCHANGE_ARCHIVE_STORAGE_URL says where`,
		);
	}
	for (const known of await knownSegments(snapshot, market)) yield archive.read(known);
}

async function* archivedPostings(
	reader: Reader,
	part: ArchivedPart,
	archive: Archive | undefined,
): AsyncGenerator<MarketPosting> {
	const { accountId } = reader;
	for await (const segment of segments(reader, part, archive)) {
		const times = await timesOf(segment);
		for (const row of segment.rows('postings', accountId)) {
			if (row.from_account !== accountId && row.to_account !== accountId) continue;
			const sequence = BigInt(row.sequence);
			const position = BigInt(row.position);
			if (!hasLeft(part.removed, { sequence, position })) return;
			yield {
				...row,
				sequence,
				position,
				amount: BigInt(row.amount),
				order_id: row.order_id === null ? null : BigInt(row.order_id),
				time: times.get(row.sequence) ?? null,
			};
		}
	}
}

/** Times of the commands of a segment, by sequence. */
async function timesOf(segment: Segment): Promise<ReadonlyMap<string, bigint>> {
	const times = new Map<string, bigint>();
	for (const group of inGroups(segment.rows('commands'), commandsAtOnce)) {
		for (const { sequence, accepted_at } of group) times.set(sequence, BigInt(accepted_at));
		await nextTurn();
	}
	return times;
}

function livePostings(
	{ snapshot, accountId, pageRows }: Reader,
	{ market, removed }: ArchivedPart,
): AsyncGenerator<MarketPosting> {
	return paged(pageRows, (last: MarketPosting | undefined) =>
		snapshot
			.selectFrom('postings')
			.leftJoin('commands', (join) =>
				join
					.onRef('commands.market', '=', 'postings.journal')
					.onRef('commands.sequence', '=', 'postings.sequence'),
			)
			.select([...postingColumns, 'order_id', 'accepted_at as time'])
			.where('journal', '=', market)
			.where('postings.sequence', '>=', last?.sequence ?? removed.sequence + 1n)
			.$if(last !== undefined, (query) =>
				query.where((columns) =>
					columns.or([
						columns('postings.sequence', '>', last?.sequence ?? 0n),
						columns('postings.position', '>', last?.position ?? 0n),
					]),
				),
			)
			.where((columns) =>
				columns.or([
					columns('from_account', '=', accountId),
					columns('to_account', '=', accountId),
				]),
			)
			.orderBy('postings.sequence')
			.orderBy('postings.position')
			.limit(pageRows)
			.execute(),
	);
}

const tradeKinds: ReadonlySet<string> = new Set(['TRADE', 'COMMISSION', 'HELD_COMMISSION']);

interface TradeRow {
	readonly trade_id: bigint;
	readonly sequence: bigint;
	readonly taker_account_id: string;
	readonly taker_order_id: bigint;
	readonly maker_order_id: bigint;
}

function ownOrder(trade: TradeRow, accountId: string): bigint {
	return trade.taker_account_id === accountId ? trade.taker_order_id : trade.maker_order_id;
}

async function nextTrade(
	trades: AsyncIterator<TradeRow, void>,
	sequence: bigint,
): Promise<TradeRow> {
	const { done, value } = await trades.next();
	if (done === true || value.sequence !== sequence) {
		throw new Error(`command ${sequence} has postings of a trade that is not there`);
	}
	return value;
}

async function* archivedTrades(
	reader: Reader,
	part: ArchivedPart,
	archive: Archive | undefined,
): AsyncGenerator<TradeRow> {
	const { accountId } = reader;
	for await (const segment of segments(reader, part, archive)) {
		for (const row of segment.rows('trades', accountId)) {
			if (row.taker_account_id !== accountId && row.maker_account_id !== accountId) continue;
			const sequence = BigInt(row.sequence);
			if (sequence > part.removed.sequence) return;
			yield {
				sequence,
				trade_id: BigInt(row.trade_id),
				taker_account_id: row.taker_account_id,
				taker_order_id: BigInt(row.taker_order_id),
				maker_order_id: BigInt(row.maker_order_id),
			};
		}
	}
}

/** The newest trade of a market stays here for its price, though it may be archived. */
function liveTrades(
	{ snapshot, accountId, pageRows }: Reader,
	{ market, removed }: ArchivedPart,
): AsyncGenerator<TradeRow> {
	return paged(pageRows, (last: TradeRow | undefined) =>
		snapshot
			.selectFrom('trades')
			.select(['trade_id', 'sequence', 'taker_account_id', 'taker_order_id', 'maker_order_id'])
			.where('market', '=', market)
			.where('trade_id', '>', last?.trade_id ?? 0n)
			.where('sequence', '>', removed.sequence)
			.where((columns) =>
				columns.or([
					columns('taker_account_id', '=', accountId),
					columns('maker_account_id', '=', accountId),
				]),
			)
			.orderBy('trade_id')
			.limit(pageRows)
			.execute(),
	);
}
