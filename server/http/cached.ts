/** Caches a read: concurrent callers share it, and its result is reused for `keepMs`. */
export function cachedFor<Value>(
	keepMs: number,
	read: () => Promise<Value>,
	nowMs = () => performance.now(),
): () => Promise<Value> {
	let kept: Promise<Value> | undefined;
	let readAt = Number.POSITIVE_INFINITY;
	return () => {
		if (kept === undefined || nowMs() >= readAt + keepMs) {
			readAt = Number.POSITIVE_INFINITY;
			kept = read().finally(() => {
				readAt = nowMs();
			});
		}
		return kept;
	};
}

/** Does something until it succeeds once; concurrent callers share an attempt. */
export function onceDone(work: () => Promise<void>): () => Promise<void> {
	let done: Promise<void> | undefined;
	return () => {
		done ??= work().catch((fault: unknown) => {
			done = undefined;
			throw fault;
		});
		return done;
	};
}
