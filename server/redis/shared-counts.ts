/**
 * Counts that all processes on a Redis share, in windows that begin with the first count. A process
 * decides by what it knows and counts behind that, one batch at a time, so that no request waits for
 * Redis: it learns what the others have counted a moment later. While Redis is away, what is counted
 * is not shared, and nothing else changes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { within } from '../deadline';
import { redisAt } from './redis';

/** What all processes have counted for a name together. */
export interface Total {
	readonly count: number;
	/** Time until the window ends. */
	readonly restMs: number;
}

export type Learn = (total: Total) => void;

export interface SharedCountsParts {
	readonly url: string;
	/** Put before every name, with a colon. */
	readonly prefix: string;
	readonly windowMs: number;
	readonly onFault: (fault: unknown) => void;
}

interface Unsent {
	readonly count: number;
	readonly learn: Learn;
}

const answerMs = 2_000;

/** What is counted meanwhile goes with it: a busy program would else ask Redis at every turn. */
const gatherMs = 20;

export class SharedCounts {
	private readonly redis: Redis;
	private readonly unsent = new Map<string, Unsent>();
	private sending: Promise<void> | undefined;

	constructor(private readonly parts: SharedCountsParts) {
		// One that is away is not waited for, neither with counts nor at the end.
		this.redis = redisAt(parts.url, { enableOfflineQueue: false });
		this.redis.on('error', parts.onFault);
	}

	/** Counts one more; `learn` is called with the total unless Redis is away. */
	add(name: string, learn: Learn): void {
		const count = (this.unsent.get(name)?.count ?? 0) + 1;
		this.unsent.set(name, { count, learn });
		this.sending ??= this.send();
	}

	/** Resolves when everything counted so far was sent, or could not be. */
	async settled(): Promise<void> {
		await this.sending;
	}

	close(): void {
		this.redis.disconnect();
	}

	private async send(): Promise<void> {
		while (this.unsent.size > 0) {
			await delay(gatherMs);
			const batch = [...this.unsent];
			this.unsent.clear();
			// The connection tells why it is away, once.
			if (this.redis.status !== 'ready') continue;
			await within(answerMs, this.sendBatch(batch)).catch(this.parts.onFault);
		}
		// Synchronously after the check above, so that no count is left.
		this.sending = undefined;
	}

	private async sendBatch(batch: readonly (readonly [string, Unsent])[]): Promise<void> {
		const { prefix, windowMs } = this.parts;
		const pipeline = this.redis.pipeline();
		for (const [name, { count }] of batch) {
			const key = `${prefix}:${name}`;
			pipeline.set(key, 0, 'PX', windowMs, 'NX').incrby(key, count).pttl(key);
		}
		const replies = (await pipeline.exec()) ?? [];
		for (const [index, [, { learn }]] of batch.entries()) {
			const [, counted, rest] = replies.slice(index * 3, index * 3 + 3);
			learn({ count: numberOf(counted), restMs: numberOf(rest) });
		}
	}
}

function numberOf(reply: [Error | null, unknown] | undefined): number {
	const [fault, value] = reply ?? [new Error('Redis answered too little')];
	if (fault !== null) throw fault;
	return Number(value);
}
