/**
 * Server-sent events. A stream ends when its reader leaves, when the server closes, or when the
 * reader is so slow that what waits for it would fill the memory; it then comes back and starts
 * from a snapshot or from the last id it has seen.
 */
import type { FastifyReply } from 'fastify';
import { refuse } from '../../server/refusal';

/** What may wait for a slow reader. */
const waitingBytesMax = 1024 * 1024;

/** Keeps connections alive through what stands between; a comment, no event. */
const heartbeatMs = 15_000;

export interface ServerEvent {
	readonly event: string;
	readonly id?: string;
	readonly data: unknown;
}

export interface EventStream<Event> {
	send(event: Event): void;
	/** Called once, when the stream has ended for whatever reason. */
	onEnd(action: () => void): void;
}

export class EventStreams {
	private readonly ends = new Set<() => void>();
	private isClosed = false;

	constructor(readonly streamsMax: number) {}

	get openCount(): number {
		return this.ends.size;
	}

	/** Takes the reply over; refuses when there are too many streams, or all were closed. */
	open(reply: FastifyReply): EventStream<ServerEvent> {
		if (this.isClosed) throw refuse('Core_Ending');
		if (this.ends.size >= this.streamsMax) {
			throw refuse('Exchange_StreamsTooMany', this.streamsMax);
		}
		reply.hijack();
		const { raw } = reply;
		const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8' };
		for (const [name, value] of Object.entries(headers)) {
			if (value !== undefined) raw.setHeader(name, value);
		}
		raw.setHeader('cache-control', 'no-store');
		raw.writeHead(200);
		raw.flushHeaders();
		const actions: (() => void)[] = [];
		const end = () => {
			if (!this.ends.delete(end)) return;
			clearInterval(heartbeat);
			// A reader who does not read would keep the connection, and the closing exchange, for good.
			if (raw.writableLength > 0) raw.destroy();
			else raw.end();
			for (const action of actions) action();
		};
		const heartbeat = setInterval(() => raw.write(':\n\n'), heartbeatMs);
		this.ends.add(end);
		raw.on('close', end);
		raw.on('error', end);
		return {
			send: ({ event, id, data }) => {
				if (raw.writableLength > waitingBytesMax) return end();
				if (!this.ends.has(end)) return;
				const idLine = id === undefined ? '' : `id: ${id}\n`;
				raw.write(`event: ${event}\n${idLine}data: ${JSON.stringify(data)}\n\n`);
			},
			onEnd: (action) => {
				if (this.ends.has(end)) actions.push(action);
				else action();
			},
		};
	}

	/** Ends every stream, for good: one that was about to open is refused. */
	closeAll(): void {
		this.isClosed = true;
		for (const end of [...this.ends]) end();
	}
}
