/**
 * Reads the events of an account's orders from its reports, which are stored together in each
 * batch. The cost grows with the account's own orders, not with the market's.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Model } from '../../api/types';
import { present } from '../../server/at';
import type {
	EventFilter,
	EventPlace,
	Range,
	StoredEvent,
} from '../../server/events/record/reading';
import type { Database } from '../database/database';
import { readPart } from '../trading/lane/batch-text';
import type { Report } from '../trading/lane/report';
import type { Market } from '../trading/markets/market';
import type { Markets } from '../trading/markets/markets';
import {
	orderEvents,
	orderEventTypes,
	orderEventVersion,
	placedReports,
	type OrderEvent,
	type PlacedReport,
	type ReportsPlace,
} from './order-events';

export interface MarketReaderParts {
	readonly database: Database;
	readonly markets: Markets;
	/** Converts a report to the model of the API. */
	readonly shownReport: (market: Market, report: Report) => Model<'ExecutionReport'>;
}

export interface AccountFilter extends EventFilter {
	readonly accountId: string;
}

/** Batches read per query; other work gets a turn after each batch, which may be long. */
const partsAtOnce = 20;

export class MarketReader {
	constructor(private readonly parts: MarketReaderParts) {}

	/**
	 * Returns the first events after `after`, of all markets together; more than `limit` if there are
	 * more.
	 */
	read(asked: AccountFilter, range: Range): Promise<readonly StoredEvent[]> {
		return this.ofMarkets(asked, range.after, (begun) => this.forward(begun, asked, range));
	}

	/** Returns the newest events up to `upTo`, of all markets together. */
	newest(asked: AccountFilter, upTo: number, limit: number): Promise<readonly StoredEvent[]> {
		return this.ofMarkets(asked, 0, (begun) => this.backward(begun, asked, { after: upTo, limit }));
	}

	/**
	 * Returns the account's first reports after `after`, of all markets together; more than `limit` if
	 * there are more.
	 */
	async reports(
		accountId: string,
		{ after, limit }: Range,
	): Promise<readonly (PlacedReport & { readonly market: Market })[]> {
		const all = [];
		for (const { symbol, from } of await this.begunMarkets({ accountId }, after)) {
			const market = await this.marketOf(symbol);
			const parts = { accountId, from, atOnce: Math.min(partsAtOnce, limit + 1) };
			let found = 0;
			for await (const row of this.partsFrom(symbol, parts)) {
				for (const placed of placedReports(placeOf(row), readPart(row.part))) {
					if (placed.sequence > after && (found += 1)) all.push({ ...placed, market });
				}
				if (found > limit) break;
			}
		}
		return all.sort((one, other) => one.sequence - other.sequence);
	}

	/** Returns the account's events at these places. */
	async at(accountId: string, places: readonly EventPlace[]): Promise<readonly StoredEvent[]> {
		const found: StoredEvent[] = [];
		for (const { sequence, subject } of places) {
			const asked = { accountId, subject };
			const events = await this.read(asked, { after: sequence - 1, limit: 1 });
			found.push(...events.filter((event) => event.sequence === sequence));
		}
		return found;
	}

	private async ofMarkets(
		asked: AccountFilter,
		after: number,
		read: (begun: BegunMarket) => Promise<readonly OrderEvent[]>,
	): Promise<readonly StoredEvent[]> {
		const { types } = asked;
		if (types !== undefined && !orderEventTypes.some((type) => types.includes(type))) return [];
		const all: StoredEvent[] = [];
		for (const begun of await this.begunMarkets(asked, after)) {
			const market = await this.marketOf(begun.symbol);
			for (const event of await read(begun)) all.push(this.stored(market, event));
		}
		return all.sort((one, other) => one.sequence - other.sequence);
	}

	private async marketOf(symbol: string): Promise<Market> {
		return present(await this.parts.markets.find(symbol), 'a market with reports');
	}

	/**
	 * Markets where the account has reports from the batch on that holds this sequence, found by one
	 * query; an order's id begins with the symbol of its market. The newest report of each is looked up,
	 * because a database might join all of the account's.
	 */
	private async begunMarkets(
		{ accountId, productId, subject }: AccountFilter,
		after: number,
	): Promise<readonly BegunMarket[]> {
		const ofSubject = subject?.slice(0, Math.max(0, subject.lastIndexOf('.')));
		const named = [productId, ofSubject].filter((symbol) => symbol !== undefined);
		const isNamed = sql.join(
			[sql`true`, ...named.map((symbol) => sql`symbol = ${symbol}`)],
			sql` and `,
		);
		const { rows } = await sql<BegunMarket>`
			select symbol, "from" from (
				select symbol, coalesce(
					(select batch from market_events where market = symbol and first_sequence <= ${BigInt(after)}
						order by first_sequence desc limit 1),
					(select batch from market_events where market = symbol order by first_sequence limit 1)
				) as "from" from markets where ${isNamed}
			) as begun
			where "from" <= (select max(last_sequence) from report_places
				where account_id = ${accountId} and market = symbol)
			order by symbol`.execute(this.parts.database);
		return rows;
	}

	private stored(market: Market, { report, sequence, id, type }: OrderEvent): StoredEvent {
		const data = this.parts.shownReport(market, report);
		return {
			sequence,
			id,
			type,
			version: orderEventVersion,
			productId: data.symbol,
			subject: data.orderId,
			data: JSON.stringify(data),
			occurredAt: new Date(report.time).toISOString(),
		};
	}

	private async forward(
		{ symbol, from: begun }: BegunMarket,
		asked: AccountFilter,
		{ after, limit }: Range,
	): Promise<readonly OrderEvent[]> {
		const found: OrderEvent[] = [];
		const from = laterOf(begun, asked);
		const parts = { accountId: asked.accountId, from, atOnce: Math.min(partsAtOnce, limit + 1) };
		for await (const row of this.partsFrom(symbol, parts)) {
			const events = eventsOf(symbol, asked, row);
			found.push(...events.filter(({ sequence }) => sequence > after).filter(isOfTypes(asked)));
			if (found.length > limit || hasEnded(asked, events)) return found;
		}
		return found;
	}

	/** Yields the account's part of each batch, from a batch on. */
	private async *partsFrom(
		symbol: string,
		{ accountId, from: first, atOnce }: PartsAsked,
	): AsyncGenerator<PartRow> {
		let from: bigint | undefined = first;
		while (from !== undefined) {
			const rows: readonly PartRow[] = await this.rows(symbol, accountId)
				.where('own.last_sequence', '>=', from)
				.orderBy('own.last_sequence')
				.limit(atOnce)
				.execute();
			for (const row of rows) {
				yield row;
				await nextTurn();
			}
			const last = rows.at(-1);
			const isOver = last === undefined || rows.length < atOnce;
			from = isOver ? undefined : last.last_sequence + 1n;
		}
	}

	private async backward(
		{ symbol, from }: BegunMarket,
		asked: AccountFilter,
		{ after: upTo, limit }: Range,
	): Promise<readonly OrderEvent[]> {
		const found: OrderEvent[] = [];
		const oldest = laterOf(from, asked);
		let newest: bigint | undefined = BigInt(Number.MAX_SAFE_INTEGER);
		while (newest !== undefined) {
			const rows: readonly PartRow[] = await this.rows(symbol, asked.accountId)
				.where('own.last_sequence', '>=', oldest)
				.where('own.last_sequence', '<=', newest)
				.where('placed.first_sequence', '<=', BigInt(upTo))
				.orderBy('own.last_sequence', 'desc')
				.limit(partsAtOnce)
				.execute();
			for (const row of rows) {
				found.unshift(...eventsOf(symbol, asked, row).filter(isOfTypes(asked)));
				if (found.length >= limit) return found;
				await nextTurn();
			}
			const last = rows.at(-1);
			const isOver = last === undefined || rows.length < partsAtOnce;
			newest = isOver ? undefined : last.last_sequence - 1n;
		}
		return found;
	}

	/** Selects the account's reports in batches that have an event sequence. */
	private rows(symbol: string, accountId: string) {
		return this.parts.database
			.selectFrom('report_places as own')
			.innerJoin('market_events as placed', (join) =>
				join
					.onRef('placed.market', '=', 'own.market')
					.onRef('placed.batch', '=', 'own.last_sequence'),
			)
			.innerJoin('batches', (join) =>
				join
					.onRef('batches.market', '=', 'own.market')
					.onRef('batches.last_sequence', '=', 'own.last_sequence'),
			)
			.select(['own.last_sequence', 'own.begins_at', 'placed.first_sequence'])
			.select(
				sql<string>`substr(batches.reports, cast(own.begins_at + 1 as integer),
					cast(own.characters as integer))`.as('part'),
			)
			.where('own.account_id', '=', accountId)
			.where('own.market', '=', symbol);
	}
}

/** The later of the batch and the order's own command, whose number ends the order's id. */
function laterOf(batch: bigint, { subject = '' }: EventFilter): bigint {
	const begun = BigInt(/\.(\d+)$/.exec(subject)?.[1] ?? 0);
	return batch > begun ? batch : begun;
}

/** After an order has ended, no further event follows. */
function hasEnded({ subject }: EventFilter, events: readonly OrderEvent[]): boolean {
	return subject !== undefined && events.at(-1)?.type === 'order.ended';
}

interface BegunMarket {
	readonly symbol: string;
	/** The batch to begin with. */
	readonly from: bigint;
}

interface PartsAsked {
	readonly accountId: string;
	/** The first batch. */
	readonly from: bigint;
	readonly atOnce: number;
}

interface PartRow {
	readonly last_sequence: bigint;
	readonly begins_at: bigint;
	readonly first_sequence: bigint;
	readonly part: string;
}

function placeOf({ first_sequence, begins_at }: PartRow): ReportsPlace {
	return { first: Number(first_sequence), beginsAt: Number(begins_at) };
}

/** Events of the order asked about, or of all orders of the account. */
function eventsOf(symbol: string, { subject }: AccountFilter, row: PartRow) {
	return orderEvents(symbol, placeOf(row), readPart(row.part)).filter(
		({ report }) => subject === undefined || subject === `${symbol}.${report.orderId}`,
	);
}

function isOfTypes({ types }: EventFilter) {
	return ({ type }: OrderEvent) => types === undefined || types.includes(type);
}
