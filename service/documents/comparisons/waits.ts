/**
 * Lets requests wait for the end of a comparison, with a timeout. An end in this process wakes
 * them; the end in another is found by polling the record.
 */

const readAgainMs = 500;

export class ComparisonWaits {
	private readonly waiting = new Map<string, Set<() => void>>();
	private isOver = false;

	/**
	 * Returns what `read` gives once it is an end, at the timeout, or when the caller disconnects.
	 */
	async untilEnd<Read>(
		{
			id,
			waitMs,
			signal,
		}: {
			readonly id: string;
			readonly waitMs: number;
			readonly signal: AbortSignal;
		},
		read: () => Promise<Read>,
		isEnd: (read: Read) => boolean,
	): Promise<Read> {
		const endsAtMs = performance.now() + waitMs;
		for (;;) {
			const now = await read();
			const leftMs = endsAtMs - performance.now();
			if (isEnd(now) || leftMs <= 0 || signal.aborted || this.isOver) return now;
			await this.change(id, Math.min(leftMs, readAgainMs), signal);
		}
	}

	/** Wakes the requests that wait for a comparison. */
	tell(id: string): void {
		for (const go of this.waiting.get(id) ?? []) go();
	}

	/** Ends all waits, and later ones at once. */
	end(): void {
		this.isOver = true;
		for (const id of this.waiting.keys()) this.tell(id);
	}

	private change(id: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const all = this.waiting.get(id) ?? new Set();
			const go = () => {
				clearTimeout(timer);
				signal.removeEventListener('abort', go);
				all.delete(go);
				if (all.size === 0) this.waiting.delete(id);
				resolve();
			};
			const timer = setTimeout(go, timeoutMs);
			signal.addEventListener('abort', go, { once: true });
			this.waiting.set(id, all.add(go));
		});
	}
}
