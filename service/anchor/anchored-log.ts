/** The log as anchoring uses it, and when the next root is due. */
export interface LogRoot {
	readonly treeSize: number;
	/** Lower-case hex. */
	readonly rootHash: string;
}

export interface AnchoredLog {
	/** The first line of its checkpoints. */
	readonly origin: string;
	/** Root of the newest checkpoint; undefined if there is none. */
	newest(): Promise<LogRoot | undefined>;
	/** Count of checkpoints with a larger tree. */
	countAbove(treeSize: number): Promise<number>;
	/** The root at a size, whether or not a checkpoint was signed there. */
	rootAt(treeSize: number): Promise<string>;
}

/** When the next root is due. */
export interface AnchorTerms {
	/** Checkpoints from one anchor to the next. */
	readonly every: number;
	/** Longest time a new root waits, in milliseconds. */
	readonly waitMsMax: number;
}

/**
 * The newest root if an anchor is due: none exists yet, or enough checkpoints or enough time have
 * passed.
 */
export async function dueRoot(
	log: AnchoredLog,
	last: { readonly treeSize: number; readonly plannedAtMs: number } | undefined,
	{ every, waitMsMax, nowMs }: AnchorTerms & { readonly nowMs: number },
): Promise<LogRoot | undefined> {
	const newest = await log.newest();
	if (newest === undefined || newest.treeSize <= (last?.treeSize ?? 0)) return undefined;
	if (last === undefined) return newest;
	// A clock that was set back makes it due, too: better one anchor early than none for long.
	const isOld = Math.abs(nowMs - last.plannedAtMs) >= waitMsMax;
	return isOld || (await log.countAbove(last.treeSize)) >= every ? newest : undefined;
}
