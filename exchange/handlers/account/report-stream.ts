/**
 * The stream of an account's reports in a market. A new reader gets the open orders, then every
 * report. A reader who reconnects with the last id seen gets every report after it, so no fill is
 * missed. The event of the open orders has an id, too, for a reader who has seen no report since.
 */
import type { StreamEvent } from '../../../api/types';
import type { Report } from '../../trading/lane/report';
import type { Market } from '../../trading/markets/market';
import { readCursor } from '../../market-data/market-data';
import { openOrderPages } from '../../reading/orders';
import {
	hasPlacesAfter,
	isBefore,
	readOwnReports,
	type ReportPlace,
} from '../../reading/own-reports';
import type { EventStream } from '../../../server/http/streams/event-stream';
import { stream } from '../../operations/following';
import type { HandlerParts, Open } from '../../operations/handler';
import { orderWire, readReportId, reportWire } from '../../operations/wire';

export interface StreamRequest {
	readonly accountId: string;
	/** The id of the last event the reader has seen. */
	readonly lastId: string | undefined;
	readonly open: Open<'streamReports'>;
}

/** Reports read at a time for a reader who reconnects. */
const reportsAtOnce = 500;

export async function streamReports(
	parts: HandlerParts,
	market: Market,
	{ accountId, lastId, open }: StreamRequest,
): Promise<void> {
	const { symbol } = market.description;
	const seen = await seenPlace(parts, symbol, lastId);
	const out = open();
	const reports = new OwnReports(parts, { market, accountId, out, seen });
	return stream(
		parts,
		{ market, out },
		{
			...(seen !== undefined && { before: () => reports.catchUp() }),
			async begin() {
				if (seen === undefined) return reports.sendOpenOrders();
				await reports.catchUp();
				// 0: the reports' own positions tell which were sent above.
				return 0;
			},
			follow: (batch) => reports.send(batch.reports),
		},
	);
}

/**
 * The report after which the reader resumes; undefined for a new reader, or one who was away too
 * long.
 */
async function seenPlace(
	{ reader }: HandlerParts,
	symbol: string,
	id: string | undefined,
): Promise<ReportPlace | undefined> {
	if (id === undefined) return undefined;
	// The id of the open orders is a command: everything up to it was seen.
	const place =
		readReportId(symbol, id) ?? readReportId(symbol, `${id}.${Number.MAX_SAFE_INTEGER}`);
	if (place === undefined) return undefined;
	return (await hasPlacesAfter(reader, symbol, place.sequence)) ? place : undefined;
}

class OwnReports {
	private seen: ReportPlace;

	constructor(
		private readonly parts: HandlerParts,
		private readonly to: {
			readonly market: Market;
			readonly accountId: string;
			readonly out: EventStream<StreamEvent<'exchange', 'streamReports'>>;
			readonly seen: ReportPlace | undefined;
		},
	) {
		this.seen = to.seen ?? { sequence: 0, index: 0 };
	}

	/** Sends the account's reports that were not sent before. */
	send(reports: readonly Report[]): void {
		const { accountId, market, out } = this.to;
		for (const report of reports) {
			if (report.accountId !== accountId || !isBefore(this.seen, report)) continue;
			const data = reportWire(market, report);
			out.send({ event: 'executionReport', id: data.reportId, data });
			this.seen = report;
		}
	}

	/** Sends every report after the last seen, no faster than the reader takes them. */
	async catchUp(): Promise<void> {
		const { market, accountId, out } = this.to;
		const { symbol } = market.description;
		let isMore = true;
		while (isMore) {
			const { sequence, index } = this.seen;
			const filter = { symbol, limit: reportsAtOnce, from: { sequence, index: index + 1 } };
			const reports = await readOwnReports(this.parts.reader, accountId, filter);
			this.send(reports);
			isMore = reports.length === reportsAtOnce && (await out.ready());
		}
	}

	/** Sends the open orders; returns the sequence they are as of. */
	async sendOpenOrders(): Promise<number> {
		const { market, accountId, out } = this.to;
		const { reader } = this.parts;
		const { symbol } = market.description;
		// Read before the orders, so that a report is rather sent twice than never.
		const sequence = await readCursor(reader, symbol);
		async function* openOrders() {
			for await (const page of openOrderPages(reader, accountId, symbol)) {
				yield page.map((order) => orderWire(market, order));
			}
		}
		const id = `${symbol}.${sequence}`;
		const data = { lastUpdateId: sequence, orders: [] };
		await out.sendPages({ event: 'openOrders', id, data }, openOrders());
		return sequence;
	}
}
