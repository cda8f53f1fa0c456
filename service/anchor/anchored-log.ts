/**
 * What anchoring asks the log, and when the next root is due. The log itself is another room's.
 */
export interface LogRoot {
	readonly treeSize: number;
	/** Lower-case hex. */
	readonly rootHash: string;
}

export interface AnchoredLog {
	/** The first line of its checkpoints. */
	readonly origin: string;
	/** Of its newest checkpoint; nothing for a log without one. */
	newest(): Promise<LogRoot | undefined>;
	/** How many checkpoints are larger. */
	countAbove(treeSize: number): Promise<number>;
	/** The root it has at a size it has reached, whether or not a checkpoint was signed there. */
	rootAt(treeSize: number): Promise<string>;
}

/** When the next root is due. */
export interface AnchorTerms {
	/** Checkpoints from one anchor to the next. */
	readonly every: number;
	/** What is new waits no longer. */
	readonly waitMsMax: number;
}

/** The root that is due: the first there is, then by number or by time, always the newest one. */
export async function dueRoot(
	log: AnchoredLog,
	last: { readonly treeSize: number; readonly plannedAtMs: number } | undefined,
	{ every, waitMsMax, nowMs }: AnchorTerms & { readonly nowMs: number },
): Promise<LogRoot | undefined> {
	const newest = await log.newest();
	if (newest === undefined || newest.treeSize <= (last?.treeSize ?? 0)) return undefined;
	if (last === undefined) return newest;
	// A clock that was set back makes it due, too: rather one anchor early than none for long.
	const isOld = Math.abs(nowMs - last.plannedAtMs) >= waitMsMax;
	return isOld || (await log.countAbove(last.treeSize)) >= every ? newest : undefined;
}
