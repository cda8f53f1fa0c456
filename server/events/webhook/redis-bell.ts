/**
 * A bell over Redis that tolerates its absence from start to end: nothing waits for it, and
 * without it each process serves what it finds itself.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { connect } from '../../redis/redis';
import type { DeliveryBell } from './delivering';
import {
	queueBell,
	listenForEvents,
	openEventQueue,
	type EventQueue,
	type Listening,
} from './delivery-queue';

export interface RedisBellParts {
	readonly url: string;
	/**
	 * Prefix of Redis keys: the same for all processes of one database, and different for another.
	 */
	readonly prefix: string;
	readonly serve: (subscriptionId: string) => Promise<void>;
	readonly onFault: (fault: unknown) => void;
}

/** Pause before another attempt after a fault. */
const tryAgainMs = 1_000;

export class RedisBell implements DeliveryBell {
	private readonly ending = new AbortController();
	private redis: Redis | undefined;
	private queue: EventQueue | undefined;
	private listening: Listening | undefined;
	private bell: DeliveryBell | undefined;

	constructor(private readonly parts: RedisBellParts) {
		void this.open();
	}

	isThere(): boolean {
		return this.bell?.isThere() === true;
	}

	ring(subscriptionId: string): void {
		this.bell?.ring(subscriptionId);
	}

	/** Also ends while Redis is away; calls to a server that never came may stay unanswered. */
	async close(): Promise<void> {
		this.ending.abort();
		await this.leave();
	}

	private async open(): Promise<void> {
		const { signal } = this.ending;
		while (!signal.aborted) {
			try {
				await this.openAt(connect(this.parts.url, this.parts.onFault));
				return;
			} catch (fault) {
				if (signal.aborted) return;
				this.parts.onFault(fault);
				// A queue that Redis refused never becomes usable.
				await this.leave();
				await delay(tryAgainMs, undefined, { signal }).catch(() => undefined);
			}
		}
	}

	/** Waits for a server that is away; fails if it refuses. */
	private async openAt(redis: Redis): Promise<void> {
		this.redis = redis;
		await redis.info();
		this.ending.signal.throwIfAborted();
		const place = { ...this.parts, redis };
		this.queue = openEventQueue(place);
		this.listening = listenForEvents(place, this.parts.serve);
		await Promise.all([this.queue.waitUntilReady(), this.listening.ready()]);
		this.bell = queueBell(this.queue, place);
	}

	private async leave(): Promise<void> {
		const { redis, queue, listening } = this;
		this.bell = this.redis = this.queue = this.listening = undefined;
		await listening?.close();
		await queue?.close();
		redis?.disconnect();
	}
}
