/**
 * Limits how often a caller may ask. A key counts for itself once it is known to be somebody's;
 * everything else counts for the address it comes from, and wrong keys a second time, by a stricter
 * limit. What a request without a right key does can therefore neither use up nor reset what
 * belongs to a key. Which addresses stand for others is Fastify's `trustProxy`.
 */
import { isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { refuse } from '../../refusal';
import { secretHash } from '../../secret-hash';
import { RateWindows, type Count } from './rate-windows';
import type { RefusalSender } from '../refusals';

export interface LimiterOptions {
	/** For each key, and for each address without a right one. */
	readonly requestsPerMinuteMax: number;
	/** For each address. */
	readonly wrongKeysPerMinuteMax: number;
	/** Milliseconds since some moment, never going back. */
	readonly nowMs?: (() => number) | undefined;
	/** Whether a key is somebody's. */
	readonly isKnownKey: (key: string) => Promise<boolean>;
	/** The key a request carries. */
	readonly keyOf: (request: FastifyRequest) => string | undefined;
}

/** Some 20 MB when every place of a limit is taken. */
const callersMax = 50_000;

/** A key that was found is not looked up again before; one that was revoked is refused by its route. */
const knownMs = 60_000;

export class Limiter {
	private readonly keys: RateWindows;
	private readonly addresses: RateWindows;
	private readonly wrongKeys: RateWindows;
	/** Until when a key counts as known, by its hash. */
	private readonly known = new Map<string, number>();
	private isLookingBeyondLimit = false;
	private readonly nowMs: () => number;

	constructor(private readonly options: Omit<LimiterOptions, 'keyOf'>) {
		const {
			requestsPerMinuteMax,
			wrongKeysPerMinuteMax,
			nowMs = () => performance.now(),
		} = options;
		this.nowMs = nowMs;
		this.keys = new RateWindows({ requestsMax: requestsPerMinuteMax, callersMax });
		this.addresses = new RateWindows({ requestsMax: requestsPerMinuteMax, callersMax });
		this.wrongKeys = new RateWindows({ requestsMax: wrongKeysPerMinuteMax, callersMax });
	}

	/** Counts one request for whom it is to be counted. */
	async count(ip: string, key: string | undefined): Promise<Count> {
		const address = addressGroup(ip);
		if (key === undefined || key === '') return this.addresses.count(address, this.nowMs());
		const hash = secretHash(key);
		if (await this.isKnown(hash, { key, address })) return this.keys.count(hash, this.nowMs());
		const wrong = this.wrongKeys.count(address, this.nowMs());
		const all = this.addresses.count(address, this.nowMs());
		return wrong.isOver ? wrong : all;
	}

	/** Counts one for a key that was found before, by its hash, or for the address of who has none. */
	countAgain(ip: string, keyHash: string | undefined): Count {
		return keyHash === undefined
			? this.addresses.count(addressGroup(ip), this.nowMs())
			: this.keys.count(keyHash, this.nowMs());
	}

	private async isKnown(
		hash: string,
		{ key, address }: { readonly key: string; readonly address: string },
	): Promise<boolean> {
		if ((this.known.get(hash) ?? 0) > this.nowMs()) return true;
		this.known.delete(hash);
		if (!this.wrongKeys.isFull(address, this.nowMs())) return this.lookUp(hash, key);
		// Not none, or a stranger could keep out everybody who shares their address; not many, or wrong
		// keys would keep the database busy.
		if (this.isLookingBeyondLimit) return false;
		this.isLookingBeyondLimit = true;
		try {
			return await this.lookUp(hash, key);
		} finally {
			this.isLookingBeyondLimit = false;
		}
	}

	private async lookUp(hash: string, key: string): Promise<boolean> {
		if (!(await this.options.isKnownKey(key))) return false;
		this.known.set(hash, this.nowMs() + knownMs);
		const [first] = this.known.keys();
		if (this.known.size > callersMax && first !== undefined) this.known.delete(first);
		return true;
	}
}

/**
 * Who shares a limit: an IPv4 address, or the network of an IPv6 address that one guest is usually
 * given whole. What is no address, as a proxy may hand on, shares one.
 */
export function addressGroup(ip: string): string {
	if (isIPv4(ip)) return ip;
	if (!ipaddr.isValid(ip)) return 'no address';
	const address = ipaddr.process(ip);
	if (address instanceof ipaddr.IPv4) return address.toString();
	return `${address.parts
		.slice(0, 4)
		.map((part) => part.toString(16))
		.join(':')}::/64`;
}

/** Counts every request but those to routes without a limit, ahead of the routes' own hooks. */
export function limitRequests(
	app: FastifyInstance,
	options: LimiterOptions & { readonly sendRefusal: RefusalSender },
): Limiter {
	const limiter = new Limiter(options);
	app.addHook('onRequest', async (request, reply) => {
		if (request.routeOptions.config.isUnlimited) return;
		const { requestsMax, remaining, isOver, restMs } = await limiter.count(
			request.ip,
			options.keyOf(request),
		);
		const restSeconds = Math.max(1, Math.ceil(restMs / 1000));
		reply.headers({
			'x-ratelimit-limit': requestsMax,
			'x-ratelimit-remaining': remaining,
			'x-ratelimit-reset': restSeconds,
		});
		if (!isOver) return;
		reply.header('retry-after', restSeconds);
		await options.sendRefusal(reply, refuse('Request_TooMany', restSeconds));
	});
	return limiter;
}

/** The key most routes take. */
export function headerKey({ headers }: FastifyRequest): string | undefined {
	const key = headers['x-api-key'];
	return typeof key === 'string' ? key : undefined;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Served to anyone, however often they ask. */
		readonly isUnlimited?: boolean;
	}
}
