/**
 * Merges lists that are each in order by number, the newest first, as far as a page needs: those of
 * several markets, or of several indexes of one. The cost depends on the page, not on what there is.
 */

export interface Numbered {
	readonly market: string;
	/** Within the market; numbers and times grow together. */
	readonly number: number;
	readonly time: number;
}

/** Returns at most `limit` of the newest entries below a number. */
export type Source<Entry> = (below: number, limit: number) => Promise<readonly Entry[]>;

const entriesAtOnce = 500;

/** A source with the entries read so far. */
export class MergeSource<Entry extends Numbered> {
	private entries: readonly Entry[] = [];
	private at = 0;
	private isExhausted = false;

	constructor(
		private readonly source: Source<Entry>,
		private below: number,
	) {}

	/** The next entry; undefined at the end, or before `refill`. */
	get head(): Entry | undefined {
		return this.entries[this.at];
	}

	advance(): void {
		this.at += 1;
	}

	/** Reads more if all read entries were taken. */
	async refill(limit: number): Promise<void> {
		if (this.isExhausted || this.head !== undefined) return;
		this.entries = await this.source(this.below, limit);
		this.at = 0;
		this.below = this.entries.at(-1)?.number ?? this.below;
		this.isExhausted = this.entries.length < limit;
	}
}

/** The newest `count` of all; of two that are the same, that of the first source. */
export async function newestOf<Entry extends Numbered>(
	parts: readonly MergeSource<Entry>[],
	count: number,
): Promise<readonly Entry[]> {
	const found: Entry[] = [];
	const atOnce = Math.min(entriesAtOnce, count);
	for (const part of parts) await part.refill(atOnce);
	while (found.length < count) {
		let next: { readonly entry: Entry; readonly part: MergeSource<Entry> } | undefined;
		for (const part of parts) {
			const entry = part.head;
			if (entry === undefined) continue;
			if (next === undefined || isNewer(entry, next.entry)) next = { entry, part };
		}
		if (next === undefined) break;
		found.push(next.entry);
		next.part.advance();
		if (next.part.head === undefined) await next.part.refill(atOnce);
	}
	return found;
}

function isNewer(one: Numbered, other: Numbered): boolean {
	if (one.time !== other.time) return one.time > other.time;
	if (one.market !== other.market) return one.market < other.market;
	return one.number > other.number;
}

/**
 * The range of times of a market's entries that come behind one, which may be of another market: those
 * of the same time are sorted by the symbol of their market.
 */
export function timesBehind(market: string, { market: other, time }: Omit<Numbered, 'number'>) {
	return { endTime: market > other ? time : time - 1 };
}
