/**
 * One WebSocket connection to the exchange, opened when needed, authenticated first, and opened
 * again after it broke. It needs a global `WebSocket`, as browsers and Node.js have.
 */
import { ExchangeRefusal, NoResponseError, type RefusalBody } from './faults';
import { signedMessage, type SigningKey } from './signing';

export interface ConnectionOptions {
	/** Address of the exchange, as for HTTP calls. */
	readonly url: string;
	readonly key?: string;
	/** In place of `key`. */
	readonly signing?: SigningKey;
	/**
	 * After this long without a message a ping is sent; after as long again the connection is given
	 * up.
	 */
	readonly silentMs?: number;
}

export interface SocketEvent {
	readonly event: string;
	readonly id?: string;
	readonly data: unknown;
}

/** Called with each event, and once with undefined when no more will come. */
export type Listener = (event: SocketEvent | undefined) => void;

interface Message extends Partial<SocketEvent> {
	readonly id?: string;
	readonly status?: number;
	readonly result?: unknown;
	readonly error?: RefusalBody & { readonly retryAfterSeconds?: number };
	readonly subscription?: number;
}

interface PendingCall {
	readonly mayHaveHappened: boolean;
	/**
	 * Called before the next message is read, because the events of a subscription may follow at
	 * once.
	 */
	readonly resolve: (result: unknown) => void;
	readonly reject: (fault: Error) => void;
}

const defaultSilentMs = 20_000;

export class SocketConnection {
	private connecting: Promise<OpenSocket> | undefined;
	private isClosed = false;

	constructor(private readonly options: ConnectionOptions) {}

	/**
	 * Sends a message and returns its result; `changes` is true if the call may have an effect
	 * without a response.
	 */
	async ask(method: string, params: object, changes: boolean): Promise<unknown> {
		const socket = await this.connected();
		return socket.ask(method, params, changes);
	}

	/** Subscribes the listener to a channel; returns a function that unsubscribes it. */
	async subscribe(params: object, listener: Listener): Promise<() => void> {
		const socket = await this.connected();
		return socket.subscribe(params, listener);
	}

	close(): void {
		this.isClosed = true;
		this.connecting?.then(
			(socket) => socket.close(),
			() => undefined,
		);
	}

	private connected(): Promise<OpenSocket> {
		if (this.isClosed) throw new TypeError('the socket was closed');
		this.connecting ??= this.connect();
		return this.connecting;
	}

	private async connect(): Promise<OpenSocket> {
		const address = new URL(`${this.options.url.replace(/\/+$/, '')}/socket`);
		address.protocol = address.protocol.replace('http', 'ws');
		const forget = () => (this.connecting = undefined);
		const socket = new OpenSocket(new WebSocket(address), this.options.silentMs ?? defaultSilentMs);
		socket.onClose(forget);
		try {
			await socket.opened;
			const { key, signing } = this.options;
			const known = signing === undefined ? key && { key } : await signedMessage(signing);
			if (known) await socket.ask('authenticate', known, false);
			return socket;
		} catch (fault) {
			forget();
			socket.close();
			throw fault;
		}
	}
}

class OpenSocket {
	readonly opened: Promise<void>;
	private readonly waiting = new Map<string, PendingCall>();
	private readonly listeners = new Map<number, Listener>();
	private readonly closing: (() => void)[] = [];
	private lastId = 0;
	private heardAtMs = performance.now();
	private readonly watch: ReturnType<typeof setInterval>;

	constructor(
		private readonly socket: WebSocket,
		private readonly silentMs: number,
	) {
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		this.opened = promise;
		socket.onopen = () => resolve();
		socket.onmessage = ({ data }) => this.onMessage(JSON.parse(String(data)) as Message);
		socket.onclose = ({ reason }) => {
			reject(new NoResponseError(false, { cause: new Error(reason) }));
			this.end(new Error(reason === '' ? 'the connection broke' : reason));
		};
		// The close event that follows tells the reason.
		socket.onerror = () => undefined;
		this.watch = setInterval(() => this.checkSilence(), silentMs);
	}

	onClose(action: () => void): void {
		this.closing.push(action);
	}

	ask(method: string, params: object, mayHaveHappened: boolean): Promise<unknown> {
		return new Promise((resolve, reject) => {
			this.send(method, params, { mayHaveHappened, resolve, reject });
		});
	}

	subscribe(params: object, listener: Listener): Promise<() => void> {
		return new Promise((resolve, reject) => {
			const heard = (result: unknown) => {
				const { subscription } = result as { readonly subscription: number };
				this.listeners.set(subscription, listener);
				resolve(() => {
					if (!this.listeners.delete(subscription)) return;
					this.ask('unsubscribe', { subscription }, false).catch(() => undefined);
				});
			};
			this.send('subscribe', params, { mayHaveHappened: false, resolve: heard, reject });
		});
	}

	close(): void {
		this.socket.close(1000);
	}

	private send(method: string, params: object, waiting: PendingCall): void {
		if (this.socket.readyState !== WebSocket.OPEN) {
			const cause = new Error('the connection is closing');
			return waiting.reject(new NoResponseError(false, { cause }));
		}
		this.lastId += 1;
		const id = String(this.lastId);
		this.waiting.set(id, waiting);
		this.socket.send(JSON.stringify({ id, method, params }));
	}

	private onMessage(message: Message): void {
		this.heardAtMs = performance.now();
		if (message.subscription !== undefined && message.event !== undefined) {
			return this.deliver(message.subscription, message);
		}
		const { id = '', status = 0, error, result } = message;
		const asked = this.waiting.get(id);
		this.waiting.delete(id);
		if (error === undefined) asked?.resolve(result);
		else asked?.reject(refusalOfMessage(status, error));
	}

	private deliver(subscription: number, { event = '', id, data }: Message): void {
		const listener = this.listeners.get(subscription);
		if (event !== 'ended') return listener?.({ event, data, ...(id !== undefined && { id }) });
		this.listeners.delete(subscription);
		listener?.(undefined);
	}

	/** Rejects all pending calls: no response came, and the change may have happened. */
	private end(cause: Error): void {
		clearInterval(this.watch);
		for (const action of this.closing) action();
		for (const { mayHaveHappened, reject } of this.waiting.values()) {
			reject(new NoResponseError(mayHaveHappened, { cause }));
		}
		this.waiting.clear();
		for (const listener of this.listeners.values()) listener(undefined);
		this.listeners.clear();
	}

	private checkSilence(): void {
		const silentForMs = performance.now() - this.heardAtMs;
		if (silentForMs >= 2 * this.silentMs) this.abandon();
		else if (silentForMs >= this.silentMs) this.ask('ping', {}, false).catch(() => undefined);
	}

	/** Does not wait for the close handshake: the other side may be gone. */
	private abandon(): void {
		this.socket.close();
		this.end(new Error('nothing was heard any more'));
	}
}

function refusalOfMessage(status: number, error: NonNullable<Message['error']>): ExchangeRefusal {
	return new ExchangeRefusal(
		status,
		error.errorCode ?? '',
		error.message ?? '',
		error.arguments ?? [],
		error.requestId,
		error.retryAfterSeconds,
	);
}
