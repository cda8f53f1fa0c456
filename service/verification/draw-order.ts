/**
 * The order in which batches are drawn on: what was received first is given away first. It is the order of
 * the holdings, which no entry of the log holds, so it is worked out from the movements.
 */
import { sql } from 'kysely';
import { wholeAmount } from '../assets/register/entries';
import type { Finding } from './finding';
import type { SnapshotReader } from './snapshot-reader';

interface Line {
	readonly account: string;
	readonly asset: string;
	/** 0: a movement of a batch; 1: a holding, which come last and in their order. */
	readonly is_holding: number;
	readonly batch: string;
	readonly amount: string;
	/** 1: received; -1: given away; a movement takes before it gives. */
	readonly sign: number;
}

const lines = sql<Line>`
	select movement.taker_id as account, movement.asset_id as asset, 0 as is_holding,
		movement.sequence as place, 1 as sign, line.position, line.batch_id as batch, line.amount
	from asset_transaction_batches as line
	join asset_transactions as movement on movement.id = line.transaction_id
	union all
	select movement.giver_id, movement.asset_id, 0, movement.sequence, -1, line.position, line.batch_id,
		line.amount
	from asset_transaction_batches as line
	join asset_transactions as movement on movement.id = line.transaction_id
	where movement.giver_id <> movement.asset_id
	union all
	select account_id, asset_id, 1, sequence, 0, 0, batch_id, amount from asset_holdings
	order by 1, 2, 3, 4, 5, 6`;

export async function* drawOrderFindings(reader: SnapshotReader): AsyncIterable<Finding> {
	let holder: Holder | undefined;
	for await (const line of reader.rows({ compile: () => lines.compile(reader.tables) })) {
		if (holder === undefined || !holder.has(line)) {
			if (holder !== undefined) yield* holder.findings();
			holder = new Holder(line);
		}
		holder.add(line);
	}
	if (holder !== undefined) yield* holder.findings();
}

/** What one account receives and gives away of one asset. */
class Holder {
	/** In the order in which batches were received; one that was given away begins anew. */
	private readonly received = new Map<string, bigint>();
	private readonly holdings: string[] = [];

	constructor(private readonly of: Pick<Line, 'account' | 'asset'>) {}

	has({ account, asset }: Line): boolean {
		return account === this.of.account && asset === this.of.asset;
	}

	add({ is_holding, batch, amount, sign }: Line): void {
		if (is_holding === 1) {
			this.holdings.push(batch);
			return;
		}
		const held = (this.received.get(batch) ?? 0n) + BigInt(sign) * wholeAmount(amount);
		if (held === 0n) this.received.delete(batch);
		else this.received.set(batch, held);
	}

	/** The first holding out of its order; one that should not be there is found by its sum. */
	*findings(): Iterable<Finding> {
		const known = this.holdings.filter((batch) => this.received.has(batch));
		const held = new Set(known);
		const expected = [...this.received.keys()].filter((batch) => held.has(batch));
		const wrong = known.findIndex((batch, index) => batch !== expected[index]);
		const [found, wanted] = [known[wrong], expected[wrong]];
		if (found === undefined || wanted === undefined) return;
		yield {
			record: 'holding',
			id: `${found} ${this.of.account}`,
			column: 'sequence',
			problem: 'is drawn on before what was received earlier',
			expected: wanted,
			found,
		};
	}
}
