/** Answers what anyone may ask for without working it out for each of them. */

/** Reads once for all who ask at the same time and for `keepMs` after it was read. */
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
