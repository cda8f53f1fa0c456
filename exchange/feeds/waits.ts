/** How long a request waits for its result; then it answers with what is known. */
export interface Waits {
	/** For the lane to carry its commands out. */
	readonly commandMs: number;
	/** For its transfer to end. */
	readonly transferMs: number;
}

export const defaultWaits: Waits = { commandMs: 5_000, transferMs: 5_000 };
