/**
 * The exchange over its WebSocket: calls as messages and streams as subscriptions, under the names
 * they have over HTTP. A stream goes on behind the last event seen when the connection broke; a call
 * whose answer did not come fails with NoResponseError, and what became of an order is asked for by its
 * clientOrderId. Nothing is sent twice by itself.
 */
import { mayPass, pause } from './client';
import { SocketConnection, type LineOptions, type SocketEvent } from './socket-connection';
import {
	operations,
	socketChannels,
	socketMethods,
	type CallOptions,
	type OperationCall,
	type SocketCalls,
	type SocketStreams,
} from './operations';

export interface SocketOptions extends LineOptions {
	/** How long a broken stream waits before it is taken up again. */
	readonly reconnectMs?: number;
}

export interface ExchangeSocket extends SocketCalls {
	/** Streams; leaving the loop, or the signal, ends one. */
	readonly follow: SocketStreams;
	/** Ends the connection and what is under way on it. */
	close(): void;
}

type Input = Readonly<Record<string, unknown>>;

/** The connection is opened when it is needed first. */
export function exchangeSocket(options: SocketOptions): ExchangeSocket {
	const line = new SocketConnection(options);
	const calls = Object.entries(socketMethods).map(([operation, method]) => {
		const { method: verb }: OperationCall = operations[operation as keyof typeof socketMethods];
		const call = (input: Input = {}) => line.ask(method, input, verb !== 'GET');
		return [operation, call] as const;
	});
	const streams = Object.entries(socketChannels).map(([operation, channel]) => {
		const { fields }: OperationCall = operations[operation as keyof typeof socketChannels];
		const stream = { channel, goesOn: 'lastEventId' in fields };
		const follow = (input: Input = {}, { signal }: CallOptions = {}) =>
			followed({ line, options }, stream, { input, signal });
		return [operation, follow] as const;
	});
	return {
		...(Object.fromEntries(calls) as unknown as SocketCalls),
		follow: Object.fromEntries(streams) as unknown as SocketStreams,
		close: () => line.close(),
	};
}

interface Asked {
	readonly input: Input;
	readonly signal: AbortSignal | undefined;
}

/** Goes on behind the last event seen; a refusal that waiting does not mend ends it. */
async function* followed(
	{ line, options }: { readonly line: SocketConnection; readonly options: SocketOptions },
	{ channel, goesOn }: { readonly channel: string; readonly goesOn: boolean },
	{ input, signal }: Asked,
): AsyncGenerator<SocketEvent> {
	const isLeft = () => signal?.aborted === true;
	let lastId: string | undefined;
	let hasBegun = false;
	while (!isLeft()) {
		try {
			const seen = goesOn && lastId !== undefined ? { lastEventId: lastId } : {};
			const events = new Arrivals(signal);
			const params = { channel, ...input, ...seen };
			const leave = await line.subscribe(params, (event) => events.add(event));
			hasBegun = true;
			try {
				for await (const event of events) {
					lastId = event.id ?? lastId;
					yield event;
				}
			} finally {
				leave();
			}
		} catch (fault) {
			if (isLeft()) return;
			if (!hasBegun || !mayPass(fault)) throw fault;
		}
		await pause(options.reconnectMs ?? 1_000, signal);
	}
}

/** Events buffered for one reader; a reader with more is disconnected, and resumes behind the last one seen. */
const waitingMax = 10_000;

/** Events between the connection and a reader who takes them one by one. */
class Arrivals implements AsyncIterable<SocketEvent> {
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
