/**
 * The one way the store fails on account of its buckets alone: fewer of them do their part than an
 * object needs. What callers are told of it is for those who know the callers.
 */
export class TooFewBuckets extends Error {
	constructor(
		readonly task: 'read' | 'write',
		readonly needed: number,
		/** How many did their part. */
		readonly present: number,
		/** What was met at the others, for people; without addresses or secrets. */
		readonly faults: string,
	) {
		super(`too few buckets to ${task}: ${present} of at least ${needed} (${faults})`);
		this.name = 'TooFewBuckets';
	}
}
