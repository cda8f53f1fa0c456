/**
 * Whether every balance is the sum of what was issued and moved. Balances and movements come as one
 * list in the order of their holders, so that one holder's are all that is remembered.
 */
import { sql } from 'kysely';
import { isAsMoved, wholeAmount } from '../assets/asset-entries';
import type { Finding, Tally } from './finding';
import type { SnapshotReader } from './snapshot-reader';

interface Line {
	readonly asset_id: string;
	readonly user_id: string;
	readonly amount: string;
	/** That of a balance; null for what was received or given. */
	readonly amount_hash: string | null;
	/** 1 for what was received, -1 for what was given. */
	readonly sign: number;
}

const lines = sql<Line>`
	select asset_id, user_id, amount, amount_hash, 0 as sign from asset_balances
	union all
	select asset_id, recipient_id, amount, null, 1 from asset_transactions
	union all
	select asset_id, sender_id, amount, null, -1 from asset_transactions where sender_id is not null
	order by 1, 2`;

export async function* balanceFindings(
	reader: SnapshotReader,
	tally: Tally,
): AsyncIterable<Finding> {
	let holder = new Holder('', '');
	for await (const line of reader.rows({ compile: () => lines.compile(reader.tables) })) {
		if (!holder.has(line)) {
			yield* holder.findings(tally);
			holder = new Holder(line.asset_id, line.user_id);
		}
		holder.add(line);
	}
	yield* holder.findings(tally);
}

class Holder {
	private balance: Line | undefined;
	private sum = 0n;

	constructor(
		private readonly assetId: string,
		private readonly userId: string,
	) {}

	has({ asset_id, user_id }: Line): boolean {
		return asset_id === this.assetId && user_id === this.userId;
	}

	add(line: Line): void {
		if (line.amount_hash === null) this.sum += BigInt(line.sign) * wholeAmount(line.amount);
		else this.balance = line;
	}

	*findings(tally: Tally): Iterable<Finding> {
		const { assetId, userId, balance, sum } = this;
		if (assetId === '') return;
		tally.balances += 1;
		const named = { record: 'balance', id: `${assetId} ${userId}` };
		const found = balance?.amount ?? 'none';
		if (found !== sum.toString() && !(balance === undefined && sum === 0n)) {
			const problem = 'is not the sum of its movements';
			yield { ...named, column: 'amount', problem, expected: sum.toString(), found };
		}
		const hash = balance?.amount_hash ?? '';
		if (balance !== undefined && !isAsMoved({ ...balance, amount_hash: hash })) {
			const problem = 'does not have the hash of its amount';
			yield { ...named, column: 'amount_hash', problem, expected: `that of ${found}`, found: hash };
		}
	}
}
