/**
 * Caches key rows by hash, so that a busy caller costs two queries per second instead of one per
 * request. A key revoked in this process clears the cache; one revoked elsewhere works until its
 * entry expires.
 */
const lifetimeMs = 500;
const keysMax = 10_000;

interface CachedRow<Row> {
	readonly row: Row;
	readonly untilMs: number;
}

export class KeyCache<Row> {
	private rows = new Map<string, CachedRow<Row>>();

	constructor(private readonly read: (hash: string) => Promise<Row | undefined>) {}

	async find(hash: string): Promise<Row | undefined> {
		const { rows } = this;
		const askedAtMs = performance.now();
		const kept = rows.get(hash);
		if (kept !== undefined && kept.untilMs > askedAtMs) return kept.row;
		const row = await this.read(hash);
		// A map keeps the position of an existing key; deleting first moves it to the end.
		rows.delete(hash);
		if (row === undefined) return undefined;
		rows.set(hash, { row, untilMs: askedAtMs + lifetimeMs });
		const [first] = rows.keys();
		if (rows.size > keysMax && first !== undefined) rows.delete(first);
		return row;
	}

	/** Replaces the map, so that a read in flight does not fill the new one. */
	forget(): void {
		this.rows = new Map();
	}
}
