/**
 * The stream of events for one reader: the same as the list, page behind page from the cursor on, and
 * then what comes. It goes by the cursor alone, so there is nothing between list and live to be missed,
 * and a reader who comes back with the id of the last event seen goes on behind it. It is sent no faster
 * than it is taken.
 */
import type { Model } from '../../api/types';
import type { EventStream } from '../http/streams/event-stream';
import type { AskedEvents } from './asking';
import type { News } from './news';
import { wireEvent, type EventReader, type Heard, type Hearing, type ReadEvents } from './reading';

/** As the description has it for both programs. */
export type EventOut = EventStream<
	| { readonly event: 'opened'; readonly id?: string; readonly data: Model<'EventStreamOpened'> }
	| { readonly event: 'message'; readonly id?: string; readonly data: Model<'Event'> }
	| { readonly event: 'ended'; readonly id?: string; readonly data: Model<'EventStreamEnded'> }
>;

/** What a caller asks of the stream; what a browser sends by itself is newer than what its address says. */
export interface AskedStream extends AskedEvents {
	readonly 'last-event-id'?: string;
}

export interface StreamingParts {
	readonly reader: EventReader;
	readonly news: News;
	/** A reader who takes nothing for so long has had it: what waits for them keeps memory from others. */
	readonly patienceMs?: number;
}

export interface StreamedTo {
	readonly hearing: Hearing;
	/** Whether the caller still hears what they heard when the stream began; asked before anything is sent. */
	readonly isStill: () => Promise<boolean>;
	readonly out: EventOut;
}

/** Events read, and sent, at once; who leaves meanwhile costs no more than these. */
const eventsAtOnce = 200;
const sentAtOnce = 20;

const usualPatienceMs = 30_000;

/** Sends until the stream has ended. */
export async function streamEvents(
	parts: StreamingParts,
	{ hearing, isStill, out }: StreamedTo,
	asked: AskedStream,
): Promise<void> {
	const { reader, news } = parts;
	const heard = { hearing, filter: asked };
	const follower = news.follow(hearing.owners);
	let isOpen = true;
	out.onEnd(() => {
		isOpen = false;
		follower.leave();
	});
	try {
		const begin = await beginning(reader, heard, asked);
		let { cursor, page } = begin;
		const opened = { after: cursor, oldestSequence: await reader.oldest() };
		out.send({ event: 'opened', id: String(cursor), data: opened });
		while (isOpen) {
			page ??= await reader.read(heard, { after: cursor, limit: eventsAtOnce });
			if (page.events.length > 0 && !(await isStill())) return endWith(out, 'KeyEnded');
			if (!(await sendAll(parts, out, page))) return endWith(out, 'TooSlow');
			({ cursor } = page);
			if (!page.isMore) await follower.next();
			page = undefined;
		}
	} catch (fault) {
		// Nothing would ever follow; who comes back is served anew.
		out.end();
		throw fault;
	}
}

interface Beginning {
	readonly cursor: number;
	/** The newest, where they are asked for by who comes anew; everything else is read behind the cursor. */
	readonly page: ReadEvents | undefined;
}

async function beginning(
	reader: EventReader,
	heard: Heard,
	{ 'last-event-id': lastId, after, latest = false, limit }: AskedStream,
): Promise<Beginning> {
	const seen = readId(lastId) ?? after;
	if (seen !== undefined || !latest) return { cursor: seen ?? 0, page: undefined };
	const page = await reader.newest(heard, limit);
	const [first] = page.events;
	return { cursor: first === undefined ? page.cursor : first.sequence - 1, page };
}

/** Tells the reader why, unless the stream has ended. */
function endWith(out: EventOut, reason: Model<'EventStreamEnded'>['reason']): void {
	out.end({ event: 'ended', data: { reason } });
}

/** Whether the reader has taken them, and what may still come. */
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

/** An id we never gave is passed over, for a browser sends back whatever it has. */
function readId(id = ''): number | undefined {
	return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
