/**
 * Counts requests by caller in windows of a minute, for a bounded number of callers. Callers pass
 * the time in.
 * Beyond the maximum, the window that began first is dropped, because it ends first; callers
 * who reached the limit are kept in a separate map, so that others cannot push them out.
 */
export interface RateLimits {
	readonly requestsMax: number;
	/** Maximum callers in each of the two maps. */
	readonly callersMax: number;
}

export interface Count {
	readonly requestsMax: number;
	readonly remaining: number;
	/** True if the limit is exceeded. */
	readonly isOver: boolean;
	/** Time until the window ends. */
	readonly restMs: number;
}

interface Window {
	readonly endsAtMs: number;
	count: number;
}

const windowMs = 60_000;

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
		return {
			requestsMax,
			remaining: Math.max(0, requestsMax - window.count),
			isOver: window.count > requestsMax,
			restMs: window.endsAtMs - nowMs,
		};
	}

	/** True if the next request would exceed the limit. */
	isFull(caller: string, nowMs: number): boolean {
		return (this.find(caller, nowMs)?.count ?? 0) >= this.limits.requestsMax;
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
