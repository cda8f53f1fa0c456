/**
 * The exchange over its WebSocket: calls as messages and streams as subscriptions, with the names
 * they have over HTTP. After a broken connection a stream resumes behind the last event seen. A
 * call without a response fails with NoResponseError; query the order by its clientOrderId then. No
 * call is repeated by itself.
 */
import { mayRetry, pause } from './client';
import { SocketConnection, type ConnectionOptions, type SocketEvent } from './socket-connection';
import {
	operations,
	socketChannels,
	socketMethods,
	type CallOptions,
	type OperationCall,
	type SocketCalls,
	type SocketStreams,
} from './operations';

export interface SocketOptions extends ConnectionOptions {
	/** Wait before a broken stream reconnects. */
	readonly reconnectMs?: number;
}

export interface ExchangeSocket extends SocketCalls {
	/** Event streams; leaving the loop, or aborting the signal, ends one. */
	readonly follow: SocketStreams;
	/** Closes the connection and ends its calls and streams. */
	close(): void;
}

type Input = Readonly<Record<string, unknown>>;

/** The connection is opened by the first call. */
export function exchangeSocket(options: SocketOptions): ExchangeSocket {
	const connection = new SocketConnection(options);
	const calls = Object.entries(socketMethods).map(([operation, method]) => {
		const { method: verb }: OperationCall = operations[operation as keyof typeof socketMethods];
		const call = (input: Input = {}) => connection.ask(method, input, verb !== 'GET');
		return [operation, call] as const;
	});
	const streams = Object.entries(socketChannels).map(([operation, channel]) => {
		const { fields }: OperationCall = operations[operation as keyof typeof socketChannels];
		const stream = { channel, isResumable: 'lastEventId' in fields };
		const follow = (input: Input = {}, { signal }: CallOptions = {}) =>
			followStream({ connection, options }, stream, { input, signal });
		return [operation, follow] as const;
	});
	return {
		...(Object.fromEntries(calls) as unknown as SocketCalls),
		follow: Object.fromEntries(streams) as unknown as SocketStreams,
		close: () => connection.close(),
	};
}

interface StreamRequest {
	readonly input: Input;
	readonly signal: AbortSignal | undefined;
}

/** Resumes after the last event seen; a refusal that a retry cannot help ends it. */
async function* followStream(
	{
		connection,
		options,
	}: { readonly connection: SocketConnection; readonly options: SocketOptions },
	{ channel, isResumable }: { readonly channel: string; readonly isResumable: boolean },
	{ input, signal }: StreamRequest,
): AsyncGenerator<SocketEvent> {
	const isLeft = () => signal?.aborted === true;
	let lastId: string | undefined;
	let hasBegun = false;
	while (!isLeft()) {
		try {
			const seen = isResumable && lastId !== undefined ? { lastEventId: lastId } : {};
			const events = new EventQueue(signal);
			const params = { channel, ...input, ...seen };
			const unsubscribe = await connection.subscribe(params, (event) => events.add(event));
			hasBegun = true;
			try {
				for await (const event of events) {
					lastId = event.id ?? lastId;
					yield event;
				}
			} finally {
				unsubscribe();
			}
		} catch (fault) {
			if (isLeft()) return;
			if (!hasBegun || !mayRetry(fault)) throw fault;
		}
		await pause(options.reconnectMs ?? 1_000, signal);
	}
}

/** Events buffered for one reader; a reader with more is disconnected, and resumes behind the last one seen. */
const waitingMax = 10_000;

/** Buffers events for a reader that takes them one by one. */
class EventQueue implements AsyncIterable<SocketEvent> {
	private readonly waiting: SocketEvent[] = [];
	private hasEnded = false;
	private wake = () => {};

	constructor(signal: AbortSignal | undefined) {
		signal?.addEventListener('abort', () => this.add(undefined));
	}

	add(event: SocketEvent | undefined): void {
		if (event === undefined || this.waiting.length >= waitingMax) this.hasEnded = true;
		else if (!this.hasEnded) this.waiting.push(event);
		this.wake();
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<SocketEvent> {
		for (;;) {
			const event = this.waiting.shift();
			if (event !== undefined) yield event;
			else if (this.hasEnded) return;
			else await new Promise<void>((resolve) => (this.wake = resolve));
		}
	}
}
