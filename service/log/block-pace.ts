/**
 * Decides when the next blocks of the log are closed: at once, unless blocks were closed within
 * the last 50 ms. Then they wait to share a commit, unless a block is full or somebody waits for
 * an entry. Callers pass the time in.
 */
import { blockEntriesMax } from './sequencer';

/** Minimum interval of blocks that are not full and that nobody waits for. */
export const blockEveryMs = 50;

export class BlockPace {
	/** Entries appended by this process since the last begin(). */
	private appended = 0;
	private waiters = 0;
	private endedAtMs = -Infinity;

	add(entries: number): void {
		this.appended += entries;
	}

	/** While `work` runs, somebody waits for an entry. */
	async whileWaiting<Result>(work: () => Promise<Result>): Promise<Result> {
		this.waiters += 1;
		try {
			return await work();
		} finally {
			this.waiters -= 1;
		}
	}

	begin(): void {
		this.appended = 0;
	}

	end(nowMs: number): void {
		this.endedAtMs = nowMs;
	}

	/** Time until the next blocks are due. */
	delayMs(nowMs: number): number {
		if (this.waiters > 0 || this.appended >= blockEntriesMax) return 0;
		return Math.max(0, this.endedAtMs + blockEveryMs - nowMs);
	}
}
