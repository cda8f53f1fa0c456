/** Thrown if fewer buckets answer than an object needs. Callers turn it into a refusal. */
export class TooFewBuckets extends Error {
	constructor(
		readonly task: 'read' | 'write',
		readonly needed: number,
		/** Number of buckets that answered. */
		readonly present: number,
		/** Faults of the others, for people; without addresses or secrets. */
		readonly faults: string,
	) {
		super(`too few buckets to ${task}: ${present} of at least ${needed} (${faults})`);
		this.name = 'TooFewBuckets';
	}
}
