/**
 * Server-sent events. A stream ends when its reader disconnects, the server closes, or the reader
 * is so slow that its buffer would fill the memory; it then reconnects and continues from a
 * snapshot or its last id.
 */
import { setImmediate as othersServed } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { refuse } from '../../refusal';
import type { StreamOwner, StreamPlaces } from './stream-places';

/** Buffer of all slow readers together, shared evenly, with a maximum for each. */
const waitingBytesMax = 128 * 1024 * 1024;
const waitingBytesOfOneMax = 1024 * 1024;

/** Maximum buffer of each of so many readers. */
export function waitingBytesOfEach(readers: number): number {
	return Math.min(waitingBytesOfOneMax, waitingBytesMax / readers);
}

/** Interval of comments that keep connections alive through proxies. */
const heartbeatMs = 15_000;

/** Time for the last event to be sent. */
const lastWordMs = 3_000;

export interface ServerEvent {
	readonly event: string;
	readonly id?: string;
	readonly data: unknown;
}

export interface EventStream<Event> {
	/** An object sent to many streams is serialised once. */
	send(...events: readonly Event[]): void;
	/**
	 * Sends an event whose data end with a list (empty in `event`), page by page and no faster than
	 * the reader takes it. Nothing else may be sent meanwhile.
	 */
	sendPages(event: Event, pages: AsyncIterable<readonly unknown[]>): Promise<void>;
	/**
	 * Waits until the reader takes more; resolves to false if the stream has ended or at the
	 * timeout.
	 */
	ready(patienceMs?: number): Promise<boolean>;
	/** Ends the stream, after sending `last` if given. */
	end(last?: Event): void;
	/** Registers an action that runs once when the stream ends. */
	onEnd(action: () => void): void;
}

export class EventStreams {
	private readonly ends = new Set<() => void>();
	private readonly frames = new WeakMap<ServerEvent, string>();
	private isClosed = false;

	constructor(readonly places: StreamPlaces) {}

	/** Turns the reply into a stream; refuses if there are too many, or after closeAll(). */
	open(reply: FastifyReply, owner: StreamOwner): EventStream<ServerEvent> {
		if (this.isClosed) throw refuse('Core_Ending');
		const actions = [this.places.take(owner)];
		const { raw } = reply;
		const endWith = (last?: ServerEvent) => {
			if (!this.ends.delete(end)) return;
			clearInterval(heartbeat);
			if (last !== undefined) sendLast(raw, this.frameOf(last));
			// A reader who does not read would keep the connection and a closing program open.
			else if (raw.writableLength > 0) raw.destroy();
			else raw.end();
			for (const action of actions) action();
		};
		const end = () => endWith();
		const write = (text: string) => {
			if (raw.writableLength > waitingBytesOfEach(this.places.taken)) return end();
			if (this.ends.has(end)) raw.write(text);
		};
		let isWithinEvent = false;
		const heartbeat = setInterval(() => {
			if (!isWithinEvent) write(':\n\n');
		}, heartbeatMs);
		this.ends.add(end);
		begin(reply);
		raw.on('close', end);
		raw.on('error', end);
		// The reader may have disconnected already.
		if (raw.destroyed) end();
		const ready = async (patienceMs?: number) => {
			if (!this.ends.has(end) || !raw.writableNeedDrain) return this.ends.has(end);
			return (await drained(raw, patienceMs)) && this.ends.has(end);
		};
		return {
			send: (...events) => write(events.map((event) => this.frameOf(event)).join('')),
			sendPages: async (event, pages) => {
				isWithinEvent = true;
				for await (const part of framePages(event, pages)) {
					write(part);
					await othersServed();
					if (!(await ready())) return;
				}
				isWithinEvent = false;
			},
			ready,
			end: endWith,
			onEnd: (action) => {
				if (this.ends.has(end)) actions.push(action);
				else action();
			},
		};
	}

	/** Ends all streams and refuses new ones. */
	closeAll(): void {
		this.isClosed = true;
		for (const end of [...this.ends]) end();
	}

	private frameOf(event: ServerEvent): string {
		const known = this.frames.get(event);
		if (known !== undefined) return known;
		const frame = `${headOf(event)}data: ${JSON.stringify(event.data)}\n\n`;
		this.frames.set(event, frame);
		return frame;
	}
}

/** Sends the last event, and closes the connection if it is not read in time. */
function sendLast(raw: FastifyReply['raw'], text: string): void {
	raw.end(text);
	const timer = setTimeout(() => raw.destroy(), lastWordMs);
	raw.once('close', () => clearTimeout(timer));
}

function headOf({ event, id }: ServerEvent): string {
	return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}`;
}

/** The frame of an event with a paged list, in parts. */
async function* framePages(
	event: ServerEvent,
	pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
	const text = JSON.stringify(event.data);
	if (!text.endsWith('[]}')) throw new Error(`the data of ${event.event} end with no empty list`);
	let before = `${headOf(event)}data: ${text.slice(0, -2)}`;
	for await (const page of pages) {
		if (page.length === 0) continue;
		yield before + page.map((item) => JSON.stringify(item)).join();
		before = ',';
	}
	yield `${before === ',' ? '' : before}]}\n\n`;
}

function begin(reply: FastifyReply): void {
	reply.hijack();
	const { raw } = reply;
	const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8' };
	for (const [name, value] of Object.entries(headers)) {
		if (value !== undefined) raw.setHeader(name, value);
	}
	raw.setHeader('cache-control', 'no-store');
	raw.writeHead(200);
	raw.flushHeaders();
}

/**
 * Resolves to true when the buffer is drained or the connection closed, to false at the timeout.
 */
export function drained(raw: FastifyReply['raw'] | Socket, patienceMs?: number): Promise<boolean> {
	return new Promise((resolve) => {
		const events = ['drain', 'close'] as const;
		const end = (isDone: boolean) => {
			clearTimeout(timer);
			for (const event of events) raw.off(event, done);
			resolve(isDone);
		};
		const done = () => end(true);
		const timer = patienceMs === undefined ? undefined : setTimeout(() => end(false), patienceMs);
		for (const event of events) raw.on(event, done);
	});
}
