/**
 * Counts requests by caller in windows of a minute, for a bounded number of callers. Callers pass
 * the time in. What is counted may be shared with other processes, whose counts are learnt.
 * Beyond the maximum, the window that began first is dropped, because it ends first; callers
 * who reached the limit are kept in a separate map, so that others cannot push them out.
 */
import type { Learn, Total } from '../../redis/shared-counts';

export interface RateLimits {
	readonly requestsMax: number;
	/** Maximum callers in each of the two maps. */
	readonly callersMax: number;
	/** Tells other processes of a request, and learns what all have counted. */
	readonly share?: Share | undefined;
}

export type Share = (caller: string, learn: Learn) => void;

export interface Count {
	readonly requestsMax: number;
	readonly remaining: number;
	/** True if the limit is exceeded. */
	readonly isOver: boolean;
	/** Time until the window ends. */
	readonly restMs: number;
}

interface Window {
	endsAtMs: number;
	count: number;
}

export const windowMs = 60_000;

export class RateWindows {
	private readonly below = new Map<string, Window>();
	private readonly limited = new Map<string, Window>();

	constructor(private readonly limits: RateLimits) {}

	/** Number of callers in memory. */
	get size(): number {
		return this.below.size + this.limited.size;
	}

	/** Counts a request. */
	count(caller: string, nowMs: number): Count {
		const { requestsMax } = this.limits;
		const window = this.find(caller, nowMs) ?? this.begin(caller, nowMs);
		window.count += 1;
		if (window.count === requestsMax) {
			this.below.delete(caller);
			this.keep(this.limited, caller, window);
		}
		const isOver = window.count > requestsMax;
		// Whoever is over the limit already costs the other processes nothing.
		if (!isOver) this.limits.share?.(caller, (total) => this.learn(caller, total, nowMs));
		return {
			requestsMax,
			remaining: Math.max(0, requestsMax - window.count),
			isOver,
			restMs: window.endsAtMs - nowMs,
		};
	}

	/** True if the next request would exceed the limit. */
	isFull(caller: string, nowMs: number): boolean {
		return (this.find(caller, nowMs)?.count ?? 0) >= this.limits.requestsMax;
	}

	/** Takes over the count of all processes if others have counted as well. */
	private learn(caller: string, { count, restMs }: Total, nowMs: number): void {
		const window = this.find(caller, nowMs);
		if (window === undefined || count <= window.count) return;
		window.count = count;
		window.endsAtMs = nowMs + restMs;
		if (count < this.limits.requestsMax) return;
		this.below.delete(caller);
		this.keep(this.limited, caller, window);
	}

	private find(caller: string, nowMs: number): Window | undefined {
		const window = this.limited.get(caller) ?? this.below.get(caller);
		return window === undefined || window.endsAtMs <= nowMs ? undefined : window;
	}

	private begin(caller: string, nowMs: number): Window {
		this.limited.delete(caller);
		// Deleted first, because a map keeps the position of an existing key.
		this.below.delete(caller);
		const window = { endsAtMs: nowMs + windowMs, count: 0 };
		this.keep(this.below, caller, window);
		return window;
	}

	private keep(windows: Map<string, Window>, caller: string, window: Window): void {
		windows.set(caller, window);
		const [first] = windows.keys();
		if (windows.size > this.limits.callersMax && first !== undefined) windows.delete(first);
	}
}
