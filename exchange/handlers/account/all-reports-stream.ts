/**
 * The stream of an account's reports in all markets, in the order of their places among the events.
 * A new reader gets the open orders of all markets, then every report; the id of each is its place,
 * behind which a reader goes on who reconnects.
 */
import { openOrderPages } from '../../reading/orders';
import type { HandlerParts } from '../../operations/handler';
import { orderWire } from '../../operations/wire';
import type { StreamRequest } from './report-stream';

/** Reports read and sent at a time. */
const reportsAtOnce = 200;

export async function streamAllReports(
	parts: HandlerParts,
	{ accountId, lastId, open }: StreamRequest,
): Promise<void> {
	const { accountReports } = parts;
	const seen = await seenPlace(parts, lastId);
	const out = open();
	const follower = accountReports.follow(accountId);
	let isOpen = true;
	out.onEnd(() => {
		isOpen = false;
		follower.leave();
	});
	try {
		let cursor = seen ?? (await sendOpenOrders(parts, accountId, out));
		while (isOpen) {
			const range = { after: cursor, limit: reportsAtOnce };
			const { reports, isMore, cursor: reached } = await accountReports.read(accountId, range);
			// What was removed meanwhile would be missing; who reconnects is told how things stand.
			if (!(await accountReports.isKept(cursor))) return out.end();
			for (const { sequence, data } of reports) {
				out.send({ event: 'executionReport', id: String(sequence), data });
			}
			cursor = reached;
			if (!(await out.ready())) return;
			if (!isMore) await follower.next();
		}
	} catch (fault) {
		// Nothing would ever follow; a reader who reconnects goes on behind what they have seen.
		out.end();
		throw fault;
	}
}

/** Undefined for a new reader, or one who was away too long; a foreign id is ignored. */
async function seenPlace({ accountReports }: HandlerParts, id = ''): Promise<number | undefined> {
	if (!/^\d{1,15}$/.test(id)) return undefined;
	return (await accountReports.isKept(Number(id))) ? Number(id) : undefined;
}

/** Sends the open orders; returns the place they are as of. */
async function sendOpenOrders(
	{ accountReports, markets, reader }: HandlerParts,
	accountId: string,
	out: ReturnType<StreamRequest['open']>,
): Promise<number> {
	// Read before the orders, so that a report is rather sent beside its order than never.
	const place = await accountReports.newest();
	async function* openOrders() {
		for (const { market } of await markets.list()) {
			const { symbol } = market.description;
			for await (const page of openOrderPages(reader, accountId, symbol)) {
				if (page.length > 0) yield page.map((order) => orderWire(market, order));
			}
		}
	}
	const data = { lastUpdateId: place, orders: [] };
	await out.sendPages({ event: 'openOrders', id: String(place), data }, openOrders());
	return place;
}
