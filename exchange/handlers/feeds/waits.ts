/** How long a request waits for what it began; then the answer says what is known so far. */
export interface Waits {
	/** For the lane to carry its commands out. */
	readonly commandMs: number;
	/** For its transfer to end. */
	readonly transferMs: number;
}

export const defaultWaits: Waits = { commandMs: 5_000, transferMs: 5_000 };
