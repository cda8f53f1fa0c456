/**
 * Rate limits. A valid key has its own limit; all other requests count for their address, and
 * wrong keys also against a stricter limit. So requests without a valid key can neither use up nor
 * reset the limit of a key. Addresses behind proxies come from Fastify's `trustProxy`.
 */
import { isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { refuse } from '../../refusal';
import { secretHash } from '../../secret-hash';
import type { SharedCounts } from '../../redis/shared-counts';
import { RateWindows, windowMs, type Count, type Share } from './rate-windows';
import type { RefusalSender } from '../refusals';

export interface LimiterOptions {
	/** For each key, and for each address without a valid key. */
	readonly requestsPerMinuteMax: number;
	/** For each address. */
	readonly wrongKeysPerMinuteMax: number;
	/** Redis over which all processes count together; without it each counts for itself. */
	readonly redisUrl?: string | undefined;
	/** Begins the names of the counts there. */
	readonly countPrefix?: string;
	/** Monotonic milliseconds. */
	readonly nowMs?: (() => number) | undefined;
	/** True for a valid key. */
	readonly isKnownKey: (key: string) => Promise<boolean>;
	/** The key a request carries, or who has signed it. */
	readonly keyOf: (request: FastifyRequest) => string | Signer | undefined;
}

/** A key that a request names and does not carry. */
export interface Signer {
	/** Anybody may know it, so each request has to prove it. */
	readonly keyId: string;
	readonly isProven: () => Promise<boolean>;
}

/** About 20 MB if a limit's table is full. */
const callersMax = 50_000;

/** Valid keys are cached this long; routes still refuse a revoked key at once. */
const knownMs = 60_000;

/** Shares the counts of a limit by its name; undefined without a Redis. */
type Sharing = (limit: string) => Share | undefined;

export class Limiter {
	private readonly keys: RateWindows;
	private readonly addresses: RateWindows;
	private readonly wrongKeys: RateWindows;
	/** Expiry of cached keys, by hash. */
	private readonly known = new Map<string, number>();
	private isLookingBeyondLimit = false;
	private readonly nowMs: () => number;

	constructor(
		private readonly options: Omit<LimiterOptions, 'keyOf' | 'redisUrl' | 'countPrefix'>,
		/** Also for limits of others. */
		readonly sharing: Sharing = () => undefined,
	) {
		const {
			requestsPerMinuteMax,
			wrongKeysPerMinuteMax,
			nowMs = () => performance.now(),
		} = options;
		this.nowMs = nowMs;
		const windows = (limit: string, requestsMax: number) =>
			new RateWindows({ requestsMax, callersMax, share: sharing(limit) });
		this.keys = windows('key', requestsPerMinuteMax);
		this.addresses = windows('address', requestsPerMinuteMax);
		this.wrongKeys = windows('wrong-key', wrongKeysPerMinuteMax);
	}

	/** Counts a request for its key or address. */
	async count(ip: string, key: string | Signer | undefined): Promise<Count> {
		const address = addressGroup(ip);
		if (key === undefined || key === '') return this.addresses.count(address, this.nowMs());
		const isSecret = typeof key === 'string';
		const id = isSecret ? secretHash(key) : key.keyId;
		const isValid = isSecret
			? await this.isKnown(id, { key, address })
			: await this.withinLimit(address, key.isProven);
		if (isValid) return this.keys.count(id, this.nowMs());
		const wrong = this.wrongKeys.count(address, this.nowMs());
		const all = this.addresses.count(address, this.nowMs());
		return wrong.isOver ? wrong : all;
	}

	/** Counts a request of a key found before, by its hash or a signer's id, or of an address. */
	countAgain(ip: string, key: string | undefined): Count {
		return key === undefined
			? this.addresses.count(addressGroup(ip), this.nowMs())
			: this.keys.count(key, this.nowMs());
	}

	private async isKnown(
		hash: string,
		{ key, address }: { readonly key: string; readonly address: string },
	): Promise<boolean> {
		if ((this.known.get(hash) ?? 0) > this.nowMs()) return true;
		this.known.delete(hash);
		return this.withinLimit(address, () => this.lookUp(hash, key));
	}

	private async withinLimit(address: string, look: () => Promise<boolean>): Promise<boolean> {
		if (!this.wrongKeys.isFull(address, this.nowMs())) return look();
		// One look-up at a time: with none, a stranger could lock out everybody behind the same
		// address; with many, wrong keys would load the database.
		if (this.isLookingBeyondLimit) return false;
		this.isLookingBeyondLimit = true;
		try {
			return await look();
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
 * The unit that shares a limit: an IPv4 address, or the /64 network of an IPv6 address, which one
 * customer usually gets. Invalid addresses, as a proxy may pass them, share one.
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

/** Counts every request except to unlimited routes, before the routes' own hooks. */
export function limitRequests(
	app: FastifyInstance,
	options: LimiterOptions & {
		readonly sendRefusal: RefusalSender;
		/** Called before a refusal is sent. */
		readonly onOverLimit: (reply: FastifyReply) => void;
	},
): void {
	const limiter = new Limiter(options, sharingOf(app, options));
	app.decorate('limiter', limiter);
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
		options.onOverLimit(reply);
		await options.sendRefusal(reply, refuse('Request_TooMany', restSeconds));
	});
}

function sharingOf(
	app: FastifyInstance,
	{ redisUrl: url, countPrefix: prefix = 'sealkeeper' }: LimiterOptions,
): Sharing {
	if (url === undefined) return () => undefined;
	const onFault = (fault: unknown) =>
		app.repeatedFaults.tell(fault, 'requests are counted by each process for itself');
	let counts: SharedCounts | undefined;
	app.addHook('onReady', async () => {
		// A program without Redis does not load the library.
		const { SharedCounts } = await import('../../redis/shared-counts.js');
		counts = new SharedCounts({ url, prefix: `${prefix}:requests`, windowMs, onFault });
	});
	app.addHook('onClose', () => counts?.close());
	return (limit) => (caller, learn) => counts?.add(`${limit}:${caller}`, learn);
}

/** The key in the header `x-api-key`. */
export function headerKey({ headers }: FastifyRequest): string | undefined {
	const key = headers['x-api-key'];
	return typeof key === 'string' ? key : undefined;
}

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Not rate limited. */
		readonly isUnlimited?: boolean;
	}

	interface FastifyInstance {
		/** For requests that arrive in another way, and for limits of others. */
		readonly limiter: Limiter;
	}
}
