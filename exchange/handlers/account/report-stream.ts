/**
 * The stream of an account's reports in a market. Who comes anew is sent the open orders and then
 * every report; who comes back with the last id they have seen is sent every report behind it, so
 * that no fill is missed however often the connection breaks. The open orders have an id, too: who
 * has seen no report since goes on behind them.
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

interface Asked {
	readonly accountId: string;
	/** The id of the last event the reader has seen. */
	readonly lastId: string | undefined;
	readonly open: Open<'streamReports'>;
}

/** Reports that are sent again to a reader who comes back, read at a time. */
const reportsAtOnce = 500;

export async function streamReports(
	parts: HandlerParts,
	market: Market,
	{ accountId, lastId, open }: Asked,
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
				if (seen === undefined) return reports.beginAnew();
				await reports.catchUp();
				// Which of the reports that follow were sent above is told by their own places.
				return 0;
			},
			follow: (batch) => reports.send(batch.reports),
		},
	);
}

/** Behind which report the reader goes on; undefined for who comes anew, or has been away too long. */
async function seenPlace(
	{ reader }: HandlerParts,
	symbol: string,
	id: string | undefined,
): Promise<ReportPlace | undefined> {
	if (id === undefined) return undefined;
	// Of the open orders: everything up to a command.
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

	/** Sends those of the account that were not sent before. */
	send(reports: readonly Report[]): void {
		const { accountId, market, out } = this.to;
		for (const report of reports) {
			if (report.accountId !== accountId || !isBefore(this.seen, report)) continue;
			const data = reportWire(market, report);
			out.send({ event: 'executionReport', id: data.reportId, data });
			this.seen = report;
		}
	}

	/** Everything behind what was seen, no faster than the reader takes it. */
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

	/** Sends the open orders; answers the place in the log they are as of. */
	async beginAnew(): Promise<number> {
		const { market, accountId, out } = this.to;
		const { reader } = this.parts;
		const { symbol } = market.description;
		// Read before the orders: a report that both show is told twice rather than never.
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
