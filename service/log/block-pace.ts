/**
 * When the next blocks of the log are closed: at once, unless others were just before. Then they wait
 * for company, because each costs a commit that writers would make; but no longer than 50 ms, and not
 * when there is enough for a block or somebody waits for an entry. Times are handed in.
 */
import { blockEntriesMax } from './sequencer';

/** Blocks that nobody waits for and that are not full are no closer to each other. */
export const blockEveryMs = 50;

export class BlockPace {
	/** Entries that were appended here since blocks were begun. */
	private appended = 0;
	private waiters = 0;
	private endedAtMs = -Infinity;

	add(entries: number): void {
		this.appended += entries;
	}

	/** Somebody waits for an entry until `work` is done. */
	async waitedFor<Result>(work: () => Promise<Result>): Promise<Result> {
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

	/** How long the next blocks have time. */
	restMs(nowMs: number): number {
		if (this.waiters > 0 || this.appended >= blockEntriesMax) return 0;
		return Math.max(0, this.endedAtMs + blockEveryMs - nowMs);
	}
}
