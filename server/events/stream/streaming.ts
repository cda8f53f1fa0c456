/**
 * The stream of events for one reader: first pages like the list, from the cursor, then live
 * events. Only the cursor counts, so nothing is missed in between, and a reader who reconnects
 * with the last event's id continues after it. Sent no faster than the reader takes it.
 */
import type { Model } from '../../../api/types';
import type { EventStream } from '../../http/streams/event-stream';
import type { AskedEvents } from './asking';
import type { StreamUpdates } from './stream-updates';
import {
	wireEvent,
	type EventReader,
	type EventQuery,
	type ReadRights,
	type ReadEvents,
} from '../record/reading';

/** The stream's events as described for both programs. */
export type EventOut = EventStream<
	| { readonly event: 'opened'; readonly id?: string; readonly data: Model<'EventStreamOpened'> }
	| { readonly event: 'message'; readonly id?: string; readonly data: Model<'Event'> }
	| { readonly event: 'ended'; readonly id?: string; readonly data: Model<'EventStreamEnded'> }
>;

/**
 * Parameters of a stream; `last-event-id`, which browsers send themselves, is newer than the
 * address.
 */
export interface AskedStream extends AskedEvents {
	readonly 'last-event-id'?: string;
}

export interface StreamingParts {
	readonly reader: EventReader;
	readonly updates: StreamUpdates;
	/** A reader who takes nothing for this long is cut off, because waiting events use memory. */
	readonly patienceMs?: number;
}

export interface StreamedTo {
	readonly rights: ReadRights;
	/** True if the caller's rights are unchanged; checked before each page. */
	readonly isStillAuthorised: () => Promise<boolean>;
	readonly out: EventOut;
}

/** Events read and sent at once. */
const eventsAtOnce = 200;
const sentAtOnce = 20;

const usualPatienceMs = 30_000;

/** Sends events until the stream ends. */
export async function streamEvents(
	parts: StreamingParts,
	{ rights, isStillAuthorised, out }: StreamedTo,
	asked: AskedStream,
): Promise<void> {
	const { reader, updates } = parts;
	const query = { rights, filter: asked };
	const follower = updates.follow(rights.owners);
	let isOpen = true;
	out.onEnd(() => {
		isOpen = false;
		follower.leave();
	});
	try {
		const begin = await beginning(reader, query, asked);
		let { cursor, page } = begin;
		const opened = { after: cursor, oldestSequence: await reader.oldest() };
		out.send({ event: 'opened', id: String(cursor), data: opened });
		while (isOpen) {
			page ??= await reader.read(query, { after: cursor, limit: eventsAtOnce });
			if (page.events.length > 0 && !(await isStillAuthorised())) return endWith(out, 'KeyEnded');
			if (!(await sendAll(parts, out, page))) return endWith(out, 'TooSlow');
			({ cursor } = page);
			if (!page.isMore) await follower.next();
			page = undefined;
		}
	} catch (fault) {
		// End the stream, so that the reader reconnects.
		out.end();
		throw fault;
	}
}

interface Beginning {
	readonly cursor: number;
	/** The newest events, if a new reader asked for them; else reading starts at the cursor. */
	readonly page: ReadEvents | undefined;
}

async function beginning(
	reader: EventReader,
	query: EventQuery,
	{ 'last-event-id': lastId, after, latest = false, limit }: AskedStream,
): Promise<Beginning> {
	const seen = readId(lastId) ?? after;
	if (seen !== undefined || !latest) return { cursor: seen ?? 0, page: undefined };
	const page = await reader.newest(query, limit);
	const [first] = page.events;
	return { cursor: first === undefined ? page.cursor : first.sequence - 1, page };
}

/** Ends the stream with a reason. */
function endWith(out: EventOut, reason: Model<'EventStreamEnded'>['reason']): void {
	out.end({ event: 'ended', data: { reason } });
}

/** Sends a page; returns false if the reader took too long or the stream ended. */
async function sendAll(
	{ patienceMs = usualPatienceMs }: StreamingParts,
	out: EventOut,
	{ events }: ReadEvents,
): Promise<boolean> {
	for (let at = 0; at < events.length; at += sentAtOnce) {
		const some = events
			.slice(at, at + sentAtOnce)
			.map(
				(event) =>
					({ event: 'message', id: String(event.sequence), data: wireEvent(event) }) as const,
			);
		out.send(...some);
		if (!(await out.ready(patienceMs))) return false;
	}
	return true;
}

/** Ignores foreign ids, because a browser sends back whatever it has. */
function readId(id = ''): number | undefined {
	return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
