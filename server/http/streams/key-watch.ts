/**
 * Ends streams whose key was revoked, expired or lost rights. The database is polled at short
 * intervals while there are streams, with one query for all, so that it works whichever process or
 * command changed the key.
 */

const lookAgainMs = 1000;

export class KeyWatch {
	private readonly streams = new Map<string, Set<() => void>>();
	private timer: NodeJS.Timeout | undefined;
	private isLooking = false;

	constructor(
		/** Finds the keys that are still valid and unchanged. */
		private readonly keysInUse: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
		private readonly onFault: (fault: unknown) => void,
	) {}

	/** Calls `end` when the key has ended; returns a function that stops watching. */
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

	/** Queries never overlap. */
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
