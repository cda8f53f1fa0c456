/**
 * Works the tracker's ledger out by itself, from the movements the database lists and what callers were
 * told, in plain amounts of its own: nobody holds less than nothing, batches are drawn from in the order
 * promised, and every movement somebody was told of stands there once, with no other beside it.
 */
import type { Database } from '../../../service/database/database';

/** What somebody asked for and was told is done. */
export interface Told {
	readonly id: string;
	readonly kind: 'issue' | 'transfer' | 'burn' | 'reversal';
	readonly assetId: string;
	/** Accounts: users and entities by their ids; the giver of an issue and the taker of a burn is the asset. */
	readonly giverId: string;
	readonly takerId: string;
	readonly amount: bigint;
	readonly batchIds?: readonly string[];
}

interface BatchAmount {
	readonly batchId: string;
	readonly amount: bigint;
}

export interface Entered {
	readonly id: string;
	readonly kind: string;
	readonly assetId: string;
	readonly giverId: string;
	readonly takerId: string;
	readonly amount: bigint;
	readonly lines: readonly BatchAmount[];
}

export class LedgerAuditor {
	readonly entered: Entered[] = [];
	readonly reversed = new Set<string>();
	/** By asset and account, what is held of which batch, the first received first. */
	private readonly lots = new Map<string, Map<string, bigint>>();
	private readonly told = new Map<string, Told>();
	private lastSequence = 0;

	constructor(
		private readonly database: Database,
		private readonly assetIds: readonly string[],
	) {}

	/** Somebody was told of it. */
	tell(told: Told): void {
		if (this.told.has(told.id)) throw new Error(`${told.id} was told of twice`);
		this.told.set(told.id, told);
	}

	held(assetId: string, accountId: string): bigint {
		return [...this.of(assetId, accountId).values()].reduce((sum, amount) => sum + amount, 0n);
	}

	batchesOf(assetId: string, accountId: string): readonly string[] {
		return [...this.of(assetId, accountId).keys()];
	}

	/** What a transfer would draw, or nothing where there is too little. */
	drawn(
		wanted: Pick<Told, 'assetId' | 'giverId' | 'amount' | 'batchIds'>,
	): BatchAmount[] | undefined {
		const lots = this.of(wanted.assetId, wanted.giverId);
		let left = wanted.amount;
		const lines: BatchAmount[] = [];
		for (const batchId of new Set(wanted.batchIds ?? lots.keys())) {
			const has = lots.get(batchId) ?? 0n;
			const amount = has < left ? has : left;
			if (amount > 0n) lines.push({ batchId, amount });
			left -= amount;
		}
		return left === 0n ? lines : undefined;
	}

	/** Whether a movement can be taken back: once, unless it is a burn, and while its taker has all of it. */
	canReverse({ id, kind, assetId, takerId, lines }: Entered): boolean {
		const lots = this.of(assetId, takerId);
		const has = ({ batchId, amount }: BatchAmount) => (lots.get(batchId) ?? 0n) >= amount;
		const isFinal = kind === 'issue' || kind === 'burn';
		return !isFinal && !this.reversed.has(id) && lines.every(has);
	}

	/** Takes over what was entered since the last time; throws at the first thing that is wrong. */
	async readOn(): Promise<void> {
		const rows = await this.database
			.selectFrom('asset_transactions')
			.selectAll()
			.where('asset_id', 'in', this.assetIds)
			.where('sequence', '>', this.lastSequence)
			.orderBy('sequence')
			.execute();
		const lines = await this.database
			.selectFrom('asset_transaction_batches as line')
			.innerJoin('asset_transactions as movement', 'movement.id', 'line.transaction_id')
			.select(['line.transaction_id', 'line.batch_id', 'line.amount'])
			.where('movement.asset_id', 'in', this.assetIds)
			.where('movement.sequence', '>', this.lastSequence)
			.orderBy('line.transaction_id')
			.orderBy('line.position')
			.execute();
		const linesOf = Map.groupBy(lines, ({ transaction_id: id }) => id);
		for (const row of rows) {
			this.lastSequence = row.sequence;
			const drawn = (linesOf.get(row.id) ?? []).map(({ batch_id: batchId, amount }) => ({
				...{ batchId, amount: BigInt(amount) },
			}));
			this.enter(
				{
					...{ id: row.id, kind: row.kind, assetId: row.asset_id, giverId: row.giver_id },
					...{ takerId: row.taker_id, amount: BigInt(row.amount), lines: drawn },
				},
				row.reverses_id,
			);
		}
		const [lost] = this.told.keys();
		if (lost !== undefined) throw new Error(`${lost} was told of and is not there`);
	}

	/** What all accounts hold of the asset together, and what was issued of it. */
	sums(assetId: string): { readonly held: bigint; readonly issued: bigint } {
		const held = [...this.lots.entries()]
			.filter(([place]) => place.startsWith(`${assetId} `))
			.flatMap(([, lots]) => [...lots.values()])
			.reduce((sum, amount) => sum + amount, 0n);
		const issues = this.entered.filter((each) => each.kind === 'issue' && each.assetId === assetId);
		return { held, issued: issues.reduce((sum, { amount }) => sum + amount, 0n) };
	}

	private enter(entered: Entered, reversesId: string | null): void {
		const { id, assetId, giverId, takerId, lines } = entered;
		const told = this.told.get(id);
		if (told === undefined) throw new Error(`${id} is there and nobody was told`);
		this.told.delete(id);
		const { batchIds } = told;
		assertSame(id, essence(entered), essence(told));
		assertSame(id, lines, this.expectedLines(entered, { batchIds, reversesId }));
		for (const { batchId, amount } of lines) {
			if (entered.kind !== 'issue') this.add(assetId, giverId, { batchId, amount: -amount });
			this.add(assetId, takerId, { batchId, amount });
		}
		this.entered.push(entered);
		if (reversesId !== null) this.reversed.add(reversesId);
	}

	private expectedLines(
		entered: Entered,
		{ batchIds, reversesId }: Pick<Told, 'batchIds'> & { readonly reversesId: string | null },
	): readonly BatchAmount[] {
		const { id, kind, assetId, giverId, amount } = entered;
		if (kind === 'issue') return [{ batchId: id, amount }];
		if (reversesId === null) return this.drawn({ assetId, giverId, amount, batchIds }) ?? [];
		const before = this.entered.find((each) => each.id === reversesId);
		if (before === undefined || !this.canReverse(before)) {
			throw new Error(`${id} takes back what cannot be taken back`);
		}
		return before.lines;
	}

	private add(assetId: string, accountId: string, { batchId, amount }: BatchAmount): void {
		const lots = this.of(assetId, accountId);
		const now = (lots.get(batchId) ?? 0n) + amount;
		if (now < 0n) throw new Error(`${accountId} holds ${now} of batch ${batchId}`);
		if (now === 0n) lots.delete(batchId);
		else lots.set(batchId, now);
	}

	private of(assetId: string, accountId: string): Map<string, bigint> {
		const place = `${assetId} ${accountId}`;
		const lots = this.lots.get(place) ?? new Map<string, bigint>();
		this.lots.set(place, lots);
		return lots;
	}
}

function essence({ kind, assetId, giverId, takerId, amount }: Entered | Told): unknown {
	return { kind, assetId, giverId, takerId, amount };
}

function assertSame(id: string, found: unknown, expected: unknown): void {
	const text = (value: unknown) =>
		JSON.stringify(value, (_key, each: unknown) =>
			typeof each === 'bigint' ? each.toString() : each,
		);
	if (text(found) === text(expected)) return;
	throw new Error(`${id} is ${text(found)} and must be ${text(expected)}`);
}
