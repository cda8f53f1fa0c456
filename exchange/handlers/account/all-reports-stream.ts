/**
 * The stream of an account's reports in all markets, in the order of their places among the events.
 * A new reader gets the open orders of all markets, then every report; the id of each is its place,
 * behind which a reader goes on who reconnects.
 */
import type { Range } from '../../../server/events/record/reading';
import type { EventStream } from '../../../server/http/streams/event-stream';
import type { ReadTold, Told } from '../../events/account-reports';
import { openOrderPages } from '../../reading/orders';
import type { HandlerParts } from '../../operations/handler';
import { orderWire } from '../../operations/wire';
import type { StreamRequest } from './report-stream';

/** Events read and sent at a time. */
const eventsAtOnce = 200;

export function streamAllReports(parts: HandlerParts, request: StreamRequest): Promise<void> {
	const { accountId } = request;
	return streamTold(parts, request, {
		read: (range) => parts.accountReports.read(accountId, range),
	});
}

export interface ToldSteps<Event> {
	readonly read: (range: Range) => Promise<ReadTold<Event>>;
	/** Sends what goes before everything else. */
	readonly begin?: (out: EventStream<Event>) => Promise<void>;
	/** Sends what follows from what was sent. */
	readonly after?: (out: EventStream<Event>, told: ReadTold<Event>) => Promise<void>;
}

/** Streams what an account is told, from the last id seen, or from its open orders. */
export async function streamTold<Event>(
	parts: HandlerParts,
	{
		accountId,
		lastId,
		open,
	}: Omit<StreamRequest, 'open'> & {
		readonly open: () => EventStream<Event | Told<'openOrders'>>;
	},
	{ read, begin, after }: ToldSteps<Event>,
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
		// Read before what is shown, so that a change is rather told beside it than never.
		let cursor = seen ?? (await accountReports.newest());
		await begin?.(out);
		if (seen === undefined) await sendOpenOrders(parts, { accountId, out, place: cursor });
		while (isOpen) {
			const told = await read({ after: cursor, limit: eventsAtOnce });
			// What was removed meanwhile would be missing; who reconnects is told how things stand.
			if (!(await accountReports.isKept(cursor))) return out.end();
			out.send(...told.events);
			await after?.(out, told);
			({ cursor } = told);
			if (!(await out.ready())) return;
			if (!told.isMore) await follower.next();
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

/** Sends the open orders as of a place. */
async function sendOpenOrders(
	{ markets, reader }: HandlerParts,
	{
		accountId,
		out,
		place,
	}: {
		readonly accountId: string;
		readonly out: EventStream<Told<'openOrders'>>;
		readonly place: number;
	},
): Promise<void> {
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
}
