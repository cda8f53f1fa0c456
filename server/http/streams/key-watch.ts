/**
 * Ends the streams whose key has ended, or means something else than when they began: revoked, its time
 * over, its account disabled, its user given other roles. Whoever did that, in whatever process or by
 * command, it stands in the database, which is asked at short intervals while there are such streams:
 * one question for all of them.
 */

const lookAgainMs = 1000;

export class KeyWatch {
	private readonly streams = new Map<string, Set<() => void>>();
	private timer: NodeJS.Timeout | undefined;
	private isLooking = false;

	constructor(
		/** Which of these keys are what they were. */
		private readonly keysInUse: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
		private readonly onFault: (fault: unknown) => void,
	) {}

	/** Calls `end` when the key has ended; answers what stops the watch. */
	watch(keyId: string, end: () => void): () => void {
		const ends = this.streams.get(keyId) ?? new Set();
		this.streams.set(keyId, ends.add(end));
		this.timer ??= setInterval(() => void this.look().catch(this.onFault), lookAgainMs);
		return () => {
			ends.delete(end);
			if (ends.size > 0 || this.streams.get(keyId) !== ends) return;
			this.streams.delete(keyId);
			if (this.streams.size === 0) this.close();
		};
	}

	close(): void {
		clearInterval(this.timer);
		this.timer = undefined;
	}

	/** A question that takes longer than the interval is not asked a second time meanwhile. */
	private async look(): Promise<void> {
		if (this.isLooking) return;
		this.isLooking = true;
		try {
			const watched = [...this.streams.keys()];
			const inUse = await this.keysInUse(watched);
			for (const keyId of watched) {
				if (inUse.has(keyId)) continue;
				for (const end of [...(this.streams.get(keyId) ?? [])]) end();
			}
		} finally {
			this.isLooking = false;
		}
	}
}
