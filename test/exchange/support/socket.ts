/** A socket of the exchange as a test speaks on it: asks by message, and reads what comes one by one. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface SocketAnswer {
	readonly id: unknown;
	readonly status: number;
	readonly result?: unknown;
	readonly error?: {
		readonly errorCode: string;
		readonly message: string;
		readonly arguments: readonly unknown[];
		readonly requestId: string;
		readonly retryAfterSeconds?: number;
	};
}

export interface SocketEvent {
	readonly subscription: number;
	readonly channel: string;
	readonly event: string;
	readonly id?: string;
	readonly more?: true;
	readonly data: Readonly<Record<string, unknown>>;
}

export class TestSocket {
	/** Everything that came, for whoever checks all of it. */
	readonly all: unknown[] = [];
	readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
	private readonly events: SocketEvent[] = [];
	private readonly answers: SocketAnswer[] = [];
	private lastId = 0;
	private wake = () => {};
	private hasClosed = false;

	private constructor(readonly webSocket: WebSocket) {
		webSocket.on('message', (data: Buffer) => this.take(JSON.parse(data.toString())));
		webSocket.on('error', () => undefined);
		this.closed = new Promise((resolve) => {
			webSocket.on('close', (code, reason) => {
				this.hasClosed = true;
				this.wake();
				resolve({ code, reason: reason.toString() });
			});
		});
	}

	/** Opens one, with a key in the header where one is given. */
	static async open(url: string, key?: string, localAddress?: string): Promise<TestSocket> {
		const address = `${url.replace('http', 'ws')}/socket`;
		const headers = key === undefined ? {} : { 'x-api-key': key };
		const webSocket = new WebSocket(address, { headers, localAddress, perMessageDeflate: true });
		const socket = new TestSocket(webSocket);
		await once(webSocket, 'open');
		return socket;
	}

	/** Sends a message and waits for its answer. */
	async ask(method: string, params?: object): Promise<SocketAnswer> {
		this.lastId += 1;
		const id = this.lastId;
		this.webSocket.send(JSON.stringify({ id, method, params }));
		return this.answerOf(id);
	}

	async answerOf(id: unknown): Promise<SocketAnswer> {
		for (;;) {
			const at = this.answers.findIndex((answer) => answer.id === id);
			const [answer] = at < 0 ? [] : this.answers.splice(at, 1);
			if (answer !== undefined) return answer;
			await this.more();
		}
	}

	/** Subscribes, and answers the number of the subscription. */
	async subscribe(channel: string, params: object = {}): Promise<number> {
		const { status, result, error } = await this.ask('subscribe', { channel, ...params });
		if (status !== 200) throw new Error(JSON.stringify(error));
		return (result as { readonly subscription: number }).subscription;
	}

	/** The next event, of a subscription where one is named. */
	async next(subscription?: number): Promise<SocketEvent> {
		for (;;) {
			const at = this.events.findIndex(
				(event) => subscription === undefined || event.subscription === subscription,
			);
			const [event] = at < 0 ? [] : this.events.splice(at, 1);
			if (event !== undefined) return event;
			await this.more();
		}
	}

	async close(): Promise<void> {
		this.webSocket.terminate();
		await this.closed;
	}

	private take(message: SocketAnswer | SocketEvent): void {
		this.all.push(message);
		if ('subscription' in message && 'event' in message) this.events.push(message);
		else this.answers.push(message);
		this.wake();
	}

	private async more(): Promise<void> {
		if (this.hasClosed) throw new Error('the socket has closed');
		await new Promise<void>((resolve) => {
			const { wake } = this;
			this.wake = () => {
				wake();
				resolve();
			};
		});
	}
}
