/**
 * How long the rounds wait: each wait has an end of its own, and all together have one before that of
 * the test. A wait that is over says what was waited for, how long everything before it took, and how
 * everything stands.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** Some ten times what the longest takes on a machine that has other things to do. */
const waitMsMax = 150_000;

interface Limits {
	readonly waitMsMax?: number;
	/** For everything together. */
	readonly allMsMax: number;
}

export class Patience {
	private readonly begunAt = performance.now();
	private readonly took: string[] = [];

	constructor(
		private readonly limits: Limits,
		/** How everything stands. */
		private readonly tell: () => Promise<string>,
	) {}

	/** What `work` gives; an error that tells everything when it takes too long. */
	async within<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
		const beganAt = performance.now();
		const over = new AbortController();
		try {
			return await Promise.race([work(), this.over(what, over.signal)]);
		} finally {
			over.abort();
			this.took.push(`${what} ${seconds(performance.now() - beganAt)}`);
		}
	}

	private async over(what: string, signal: AbortSignal): Promise<never> {
		const left = this.begunAt + this.limits.allMsMax - performance.now();
		const limitMs = Math.min(this.limits.waitMsMax ?? waitMsMax, Math.max(left, 0));
		// Nobody looks at what comes of it once the work is done.
		await delay(limitMs, undefined, { signal });
		const before = `before: ${this.took.join(', ') || 'nothing'}`;
		throw new Error(`${what} was not done in ${seconds(limitMs)}\n${before}\n${await this.tell()}`);
	}
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
