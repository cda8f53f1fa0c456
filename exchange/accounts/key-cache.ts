/**
 * What was found for a key, remembered for a moment, so that a caller who asks often is looked up
 * twice a second and not with every request. Keys are known by their hash. What ends a key in this
 * process has everything forgotten; what ends it elsewhere is heeded when the moment is over.
 */
const keepMs = 500;
const keysMax = 10_000;

interface Remembered<Row> {
	readonly row: Row;
	readonly untilMs: number;
}

export class RememberedKeys<Row> {
	private rows = new Map<string, Remembered<Row>>();

	constructor(private readonly read: (hash: string) => Promise<Row | undefined>) {}

	async find(hash: string): Promise<Row | undefined> {
		const { rows } = this;
		const askedAtMs = performance.now();
		const kept = rows.get(hash);
		if (kept !== undefined && kept.untilMs > askedAtMs) return kept.row;
		const row = await this.read(hash);
		// Taken out first, because a map keeps the place of what it has.
		rows.delete(hash);
		if (row === undefined) return undefined;
		rows.set(hash, { row, untilMs: askedAtMs + keepMs });
		const [first] = rows.keys();
		if (rows.size > keysMax && first !== undefined) rows.delete(first);
		return row;
	}

	/** What is being read at the moment is forgotten with it. */
	forget(): void {
		this.rows = new Map();
	}
}
