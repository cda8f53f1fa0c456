/**
 * Counts requests by caller in windows of a minute, for as many callers as the memory may hold.
 * Who is counted and what follows from a count is left to `limiter.ts`; time is handed in.
 *
 * When there are too many callers, the window that began first is forgotten first, for it ends
 * first; a caller who has reached the limit is kept apart, so that callers below it push nobody
 * who is limited out.
 */
export interface RateLimits {
	readonly requestsMax: number;
	/** Callers kept in each of the two states. */
	readonly callersMax: number;
}

export interface Count {
	readonly requestsMax: number;
	readonly remaining: number;
	/** Whether the limit was passed. */
	readonly isOver: boolean;
	/** Until the window ends. */
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

	/** How many callers are remembered. */
	get size(): number {
		return this.below.size + this.limited.size;
	}

	/** Counts one request more. */
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

	/** Whether the next request would be one too many. */
	isFull(caller: string, nowMs: number): boolean {
		return (this.find(caller, nowMs)?.count ?? 0) >= this.limits.requestsMax;
	}

	private find(caller: string, nowMs: number): Window | undefined {
		const window = this.limited.get(caller) ?? this.below.get(caller);
		return window === undefined || window.endsAtMs <= nowMs ? undefined : window;
	}

	private begin(caller: string, nowMs: number): Window {
		this.limited.delete(caller);
		// Taken out first, because a map keeps the place of what it has.
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
