/**
 * A TCP proxy before an HTTP service that does to requests what networks, balancers and crashes
 * do. It knows of HTTP only where a request and an answer end: each request goes to the service
 * on a connection of its own, and its fault is drawn from the randomness it is given.
 */
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export const proxyFaults = [
	'REFUSE_CONNECTIONS',
	'RESET_BEFORE',
	'LOSE_ANSWER',
	'SLOW_ANSWER',
	'LATE_REQUEST',
	'DUPLICATE',
	'FAIL_BEFORE',
	'FAIL_AFTER',
	'GARBAGE_BEFORE',
	'GARBAGE_AFTER',
	'EMPTY_BEFORE',
	'EMPTY_AFTER',
	'HALF_ANSWER',
] as const;
export type ProxyFault = (typeof proxyFaults)[number];

export interface FaultyProxySettings {
	/** Port of the service on this machine; it need not run. */
	readonly servicePort: number;
	/** A whole number from 0 to below its argument. */
	readonly random: (below: number) => number;
	/** Of 100 requests, so many meet a fault. */
	readonly faultsPercent: number;
	/** An answer held this long comes too late for the caller. */
	readonly slowAnswerMs: number;
	/** A request is held at most this long, whether or not its caller still waits. */
	readonly lateRequestMsMax: number;
	/** Idempotency keys are passed on. Without them no request is repeated: it would happen twice. */
	readonly keepsKeys: boolean;
}

export interface FaultyProxy {
	readonly url: string;
	/** How often each fault was done. */
	readonly done: ReadonlyMap<ProxyFault, number>;
	/** From now on everything is passed on as it is. */
	beHonest(): void;
	close(): Promise<void>;
}

interface Passing {
	readonly caller: net.Socket;
	readonly request: Buffer;
}

const refusedMs = 150;

export async function startFaultyProxy(settings: FaultyProxySettings): Promise<FaultyProxy> {
	const proxy = new FaultyProxyServer(settings);
	await proxy.listen();
	return proxy;
}

class FaultyProxyServer implements FaultyProxy {
	readonly done = new Map<ProxyFault, number>();
	private port = 0;
	private honest = false;
	private server: net.Server | undefined;
	private readonly callers = new Set<net.Socket>();
	private listening = Promise.resolve();
	private closed = false;

	constructor(private readonly settings: FaultyProxySettings) {}

	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	async listen(): Promise<void> {
		const server = net.createServer((caller) => this.accept(caller));
		server.listen(this.port, '127.0.0.1');
		await once(server, 'listening');
		this.port = (server.address() as net.AddressInfo).port;
		this.server = server;
	}

	beHonest(): void {
		this.honest = true;
	}

	async close(): Promise<void> {
		this.closed = true;
		await this.listening;
		this.server?.close();
		for (const caller of this.callers) caller.destroy();
	}

	private accept(caller: net.Socket): void {
		this.callers.add(caller);
		caller.on('close', () => this.callers.delete(caller));
		// A caller that hangs up or is killed is one of the things tried here.
		caller.on('error', () => caller.destroy());
		let received = Buffer.alloc(0);
		caller.on('data', (chunk: Buffer) => {
			received = Buffer.concat([received, chunk]);
			for (let end = messageEnd(received); end > 0; end = messageEnd(received)) {
				const passing = { caller, request: received.subarray(0, end) };
				received = received.subarray(end);
				// The service is gone, or was killed before its answer: the caller learns no more.
				this.pass(passing).catch(() => caller.resetAndDestroy());
			}
		});
	}

	private pass(passing: Passing): Promise<void> {
		const fault = this.drawFault();
		if (fault === undefined) return this.passOn(passing);
		this.done.set(fault, (this.done.get(fault) ?? 0) + 1);
		return this.faults[fault](passing);
	}

	private drawFault(): ProxyFault | undefined {
		const { random, faultsPercent, keepsKeys } = this.settings;
		const isFaulty = random(100) < faultsPercent;
		const possible = proxyFaults.filter((fault) => keepsKeys || fault !== 'DUPLICATE');
		const fault = possible[random(possible.length)];
		return isFaulty && !this.honest ? fault : undefined;
	}

	private async passOn({ caller, request }: Passing): Promise<void> {
		caller.write(await this.ask(request));
	}

	private readonly faults: Readonly<Record<ProxyFault, (passing: Passing) => Promise<void>>> = {
		REFUSE_CONNECTIONS: async ({ caller }) => {
			caller.resetAndDestroy();
			this.listening = this.listening.then(() => this.stopListening());
			await this.listening;
		},
		RESET_BEFORE: async ({ caller }) => void caller.resetAndDestroy(),
		LOSE_ANSWER: async ({ caller, request }) => {
			await this.ask(request);
			caller.resetAndDestroy();
		},
		SLOW_ANSWER: async (passing) => {
			const answer = await this.ask(passing.request);
			await delay(this.settings.slowAnswerMs);
			passing.caller.write(answer);
		},
		LATE_REQUEST: async (passing) => {
			await delay(this.settings.random(this.settings.lateRequestMsMax));
			await this.passOn(passing);
		},
		DUPLICATE: async ({ caller, request }) => {
			const [answer] = await Promise.all([this.ask(request), this.ask(request)]);
			caller.write(answer);
		},
		FAIL_BEFORE: async ({ caller }) => void caller.write(this.failure()),
		FAIL_AFTER: async ({ caller, request }) => {
			await this.ask(request);
			caller.write(this.failure());
		},
		GARBAGE_BEFORE: async ({ caller }) => void caller.write(garbage),
		GARBAGE_AFTER: async ({ caller, request }) => {
			await this.ask(request);
			caller.write(garbage);
		},
		EMPTY_BEFORE: async ({ caller }) => void caller.write(empty),
		EMPTY_AFTER: async ({ caller, request }) => {
			await this.ask(request);
			caller.write(empty);
		},
		HALF_ANSWER: async ({ caller, request }) => {
			const answer = await this.ask(request);
			caller.end(answer.subarray(0, this.settings.random(answer.length)));
		},
	};

	private failure(): Buffer {
		const statuses = ['502 Bad Gateway', '503 Service Unavailable', '429 Too Many Requests'];
		const status = statuses[this.settings.random(statuses.length)] ?? '';
		return answerOf(status, 'the tracker is elsewhere');
	}

	/** Nobody listens for a while, so that connections are refused. */
	private async stopListening(): Promise<void> {
		if (this.closed || this.server === undefined) return;
		this.server.close();
		await delay(refusedMs);
		await this.listen();
	}

	/** The service's whole answer to a request sent on a connection of its own. */
	private async ask(request: Buffer): Promise<Buffer> {
		const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
		const service = net.connect(this.settings.servicePort, '127.0.0.1');
		let received = Buffer.alloc(0);
		service.on('data', (chunk: Buffer) => {
			received = Buffer.concat([received, chunk]);
			const end = messageEnd(received);
			if (end > 0) resolve(received.subarray(0, end));
		});
		service.on('error', reject);
		service.on('close', () => reject(new Error('the service ended before its answer')));
		service.write(this.settings.keepsKeys ? request : withoutKey(request));
		return promise.finally(() => service.destroy());
	}
}

const garbage = answerOf('200 OK', '<html>It works!</html>');
const empty = answerOf('200 OK', '');

function answerOf(status: string, body: string): Buffer {
	const head = `HTTP/1.1 ${status}\r\ncontent-type: text/html\r\ncontent-length: ${body.length}`;
	return Buffer.from(`${head}\r\n\r\n${body}`);
}

function withoutKey(request: Buffer): Buffer {
	const bodyAt = request.indexOf('\r\n\r\n');
	const head = request.toString('latin1', 0, bodyAt).replace(/\r\nidempotency-key:[^\r]*/i, '');
	return Buffer.concat([Buffer.from(head, 'latin1'), request.subarray(bodyAt)]);
}

/** Length of the first request or answer, 0 while it is not whole. */
function messageEnd(received: Buffer): number {
	const headEnd = received.indexOf('\r\n\r\n') + 4;
	if (headEnd < 4) return 0;
	const head = received.toString('latin1', 0, headEnd);
	const [, length = '0'] = /^content-length: (\d+)\r$/im.exec(head) ?? [];
	const end = headEnd + Number(length);
	return received.length >= end ? end : 0;
}
