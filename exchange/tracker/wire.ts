/**
 * Makes HTTP calls over undici's pool. The outcome depends on the only certain fact: whether undici
 * had begun to write the request. Redirects are not followed, and nothing is sent twice.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Pool, type Dispatcher } from 'undici';
import type { WireRequest } from './request';
import type { Timing } from './timing';

export interface Reply {
	readonly kind: 'REPLY';
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	/** The complete body. */
	readonly body: Buffer;
}

export type WireOutcome =
	| Reply
	/** Nothing was sent; the connection may have ended before the first byte. */
	| { readonly kind: 'NOT_SENT'; readonly cause: string }
	/** The request may have been sent, and there is no complete reply. */
	| { readonly kind: 'BROKEN'; readonly cause: string; readonly isTooLarge?: true };

export interface WireSettings {
	/** Address of the tracker, `https://host/path`; paths of endpoints go below it. */
	readonly baseUrl: string;
	/** Timeout from the wait for a free connection to the last byte of the reply. */
	readonly timeoutMs: number;
	readonly connectTimeoutMs: number;
	/** Most connections, and so most calls in flight. */
	readonly connections: number;
}

export class Wire {
	private readonly pool: Pool;
	private readonly basePath: string;
	private readonly inFlight = new Set<Promise<WireOutcome>>();
	private isClosed = false;

	/** Throws if the address is invalid. */
	constructor(
		private readonly settings: WireSettings,
		private readonly timing: Timing,
	) {
		const { origin, pathname, search, hash } = new URL(settings.baseUrl);
		if (origin === 'null' || search !== '' || hash !== '') {
			throw new Error('the address of a tracker is http or https, without query and fragment');
		}
		this.basePath = pathname.replace(/\/+$/, '');
		this.pool = new Pool(origin, {
			connections: settings.connections,
			connectTimeout: settings.connectTimeoutMs,
			// One timeout covers the whole call.
			headersTimeout: 0,
			bodyTimeout: 0,
			// One request at a time per connection: a broken connection leaves no other call in doubt,
			// and undici repeats none of them, as it may with pipelining and with HTTP/2.
			pipelining: 1,
			allowH2: false,
		});
	}

	/** Makes the call; a reply larger than `bodyBytesMax` breaks it. */
	async call(request: WireRequest, bodyBytesMax: number): Promise<WireOutcome> {
		if (this.isClosed) return { kind: 'NOT_SENT', cause: 'the client is closed' };
		const outcome = this.dispatch(request, bodyBytesMax);
		this.inFlight.add(outcome);
		return outcome.finally(() => this.inFlight.delete(outcome));
	}

	/** Waits for calls in flight, at most their timeout, and closes the connections. */
	async close(): Promise<void> {
		this.isClosed = true;
		await Promise.all(this.inFlight);
		await this.pool.destroy();
	}

	private async dispatch(request: WireRequest, bodyBytesMax: number): Promise<WireOutcome> {
		const { promise, resolve } = Promise.withResolvers<WireOutcome>();
		const call = new CallHandler(bodyBytesMax, resolve);
		const { timeoutMs } = this.settings;
		const callOff = this.timing.after(timeoutMs, () =>
			call.abort(`no answer within ${timeoutMs} ms`),
		);
		const { method, headers, body } = request;
		this.pool.dispatch({ method, path: this.basePath + request.path, headers, body }, call);
		return promise.finally(callOff);
	}
}

/**
 * Handles undici's callbacks for one call.
 *
 *   state     on                      to
 *   WAITING   about to be written     WRITTEN
 *             fault, deadline         OVER, NOT_SENT
 *   WRITTEN   the reply's last byte   OVER, REPLY
 *             fault, deadline,        OVER, BROKEN
 *             too large
 *             about to be written     refused: it must not be written twice
 *   OVER      about to be written     refused: it was cancelled while it waited
 */
class CallHandler implements Dispatcher.DispatchHandler {
	private state: 'WAITING' | 'WRITTEN' | 'OVER' = 'WAITING';
	private controller: Dispatcher.DispatchController | undefined;
	private status = 0;
	private headers: IncomingHttpHeaders = {};
	private readonly chunks: Buffer[] = [];
	private bytes = 0;

	constructor(
		private readonly bodyBytesMax: number,
		private readonly resolve: (outcome: WireOutcome) => void,
	) {}

	/** undici calls this right before it writes; a request that throws here is not written. */
	onRequestStart(controller: Dispatcher.DispatchController): void {
		if (this.state !== 'WAITING') throw new Error('the request must not be written');
		this.state = 'WRITTEN';
		this.controller = controller;
	}

	onResponseStart(
		_controller: Dispatcher.DispatchController,
		status: number,
		headers: IncomingHttpHeaders,
	): void {
		this.status = status;
		this.headers = headers;
	}

	onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
		this.bytes += chunk.length;
		if (this.bytes > this.bodyBytesMax) {
			const cause = `an answer of more than ${this.bodyBytesMax} bytes`;
			this.end({ kind: 'BROKEN', cause, isTooLarge: true });
			this.abort(cause);
		} else this.chunks.push(chunk);
	}

	onResponseEnd(): void {
		const { status, headers } = this;
		this.end({ kind: 'REPLY', status, headers, body: Buffer.concat(this.chunks) });
	}

	onResponseError(_controller: Dispatcher.DispatchController | null, fault: Error): void {
		const what = this.state === 'WAITING' ? 'no connection' : 'the connection broke';
		this.fail(`${what}: ${faultCode(fault)}`);
	}

	/** Aborts the call. */
	abort(cause: string): void {
		this.fail(cause);
		this.controller?.abort(new Error(cause));
	}

	private fail(cause: string): void {
		this.end({ kind: this.state === 'WAITING' ? 'NOT_SENT' : 'BROKEN', cause });
	}

	private end(outcome: WireOutcome): void {
		if (this.state === 'OVER') return;
		this.state = 'OVER';
		this.resolve(outcome);
	}
}

/** Only codes and names, because a message could quote what was sent. */
function faultCode(fault: Error): string {
	const { code, name } = fault as Error & { readonly code?: unknown };
	const words = [code, name].filter((word) => typeof word === 'string');
	return words.find((word) => /^\w{1,60}$/.test(word)) ?? 'unknown fault';
}
