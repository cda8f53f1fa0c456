/**
 * What the accounts of a transaction hold, movement by movement: a transfer takes from the balance of
 * its giver and from their batches, the first received first unless it names them, and gives both to
 * its taker. Nothing here reads or writes; a movement that is refused leaves no trace.
 */
import { refuse } from '../../../server/refusal';
import {
	isAsMoved,
	isHoldingAsMoved,
	type BalanceRow,
	type HoldingRow,
	type Line,
} from '../register/entries';

/** What a movement changes. */
export interface Posting {
	readonly id: string;
	readonly assetId: string;
	/** An account; none for an issue, which makes a batch of its own id. */
	readonly giverId?: string;
	readonly takerId: string;
	readonly amount: bigint;
	/** The batches to draw from, in this order; any where it names none. */
	readonly batchIds?: readonly string[];
	/** Exactly what to draw, for a movement that takes one back. */
	readonly lines?: readonly Line[];
}

export interface HeldRow extends HoldingRow {
	readonly asset_id: string;
	/** The lower is drawn from first. */
	readonly sequence: number;
}

/** Of every giver as much as their movements draw, and of takers what they are given more of. */
export interface Held {
	readonly balances: readonly BalanceRow[];
	readonly holdings: readonly HeldRow[];
}

/** What an account holds of one asset. */
class Holder {
	balance = 0n;
	/** By batch, the first received first; as far as they were read. */
	readonly lots = new Map<string, bigint>();
	/** What no movement has brought: the balance itself, or batches. */
	isEdited = false;
	readonly edited = new Set<string>();
	/** Batches that were given away whole; those of them that came back are drawn from last. */
	readonly emptied = new Set<string>();

	constructor(
		readonly assetId: string,
		readonly accountId: string,
	) {}
}

export interface BalanceChange {
	readonly assetId: string;
	readonly accountId: string;
	readonly amount: bigint;
}

export interface HoldingChange extends BalanceChange {
	readonly batchId: string;
	/** It was given away whole and received again. */
	readonly isRenewed: boolean;
}

export class Books {
	private readonly holders = new Map<string, Holder>();
	private readonly changedBalances = new Set<Holder>();
	/** By holder, the batches of which they hold another amount now. */
	private readonly changedLots = new Map<Holder, Set<string>>();

	constructor({ balances, holdings }: Held) {
		for (const row of balances) {
			const holder = this.holder(row.asset_id, row.account_id);
			holder.isEdited = !isAsMoved(row);
			if (!holder.isEdited) holder.balance = BigInt(row.amount);
		}
		for (const row of holdings.toSorted((one, other) => one.sequence - other.sequence)) {
			const holder = this.holder(row.asset_id, row.account_id);
			if (isHoldingAsMoved(row)) holder.lots.set(row.batch_id, BigInt(row.amount));
			else holder.edited.add(row.batch_id);
		}
	}

	/** Carries out a movement and answers which batches it moves, or refuses it. */
	move(posting: Posting): readonly Line[] {
		const { assetId, giverId, takerId, amount } = posting;
		const taker = this.holder(assetId, takerId);
		const giver = giverId === undefined ? undefined : this.holder(assetId, giverId);
		for (const holder of [giver, taker]) {
			if (holder?.isEdited) throw refuseEdited('balance', assetId);
		}
		const lines = giver === undefined ? [{ batchId: posting.id, amount }] : drawn(giver, posting);
		if (lines.some(({ batchId }) => taker.edited.has(batchId))) {
			throw refuseEdited('batch', assetId);
		}
		if (giver !== undefined) this.post(giver, -1n, lines);
		this.post(taker, 1n, lines);
		return lines;
	}

	/** What is to be written of balances. */
	balances(): readonly BalanceChange[] {
		return [...this.changedBalances].map(({ assetId, accountId, balance }) => ({
			...{ assetId, accountId, amount: balance },
		}));
	}

	/** And of holdings, in the order in which they came about. */
	holdings(): readonly HoldingChange[] {
		return [...this.changedLots].flatMap(([{ assetId, accountId, lots, emptied }, changed]) =>
			[...changed].map((batchId) => {
				const amount = lots.get(batchId) ?? 0n;
				const isRenewed = amount > 0n && emptied.has(batchId);
				return { assetId, accountId, batchId, amount, isRenewed };
			}),
		);
	}

	private holder(assetId: string, accountId: string): Holder {
		const key = `${assetId} ${accountId}`;
		const holder = this.holders.get(key) ?? new Holder(assetId, accountId);
		this.holders.set(key, holder);
		return holder;
	}

	private post(holder: Holder, sign: 1n | -1n, lines: readonly Line[]): void {
		const changed = this.changedLots.get(holder) ?? new Set();
		this.changedLots.set(holder, changed);
		this.changedBalances.add(holder);
		for (const { batchId, amount } of lines) {
			const held = (holder.lots.get(batchId) ?? 0n) + sign * amount;
			holder.balance += sign * amount;
			if (held === 0n) {
				holder.lots.delete(batchId);
				holder.emptied.add(batchId);
			} else {
				if (!holder.lots.has(batchId)) changed.delete(batchId);
				holder.lots.set(batchId, held);
			}
			changed.add(batchId);
		}
	}
}

/** What a movement draws of which batch; refuses one of more than there is. */
function drawn(giver: Holder, { assetId, amount, batchIds, lines }: Posting): readonly Line[] {
	if (lines !== undefined) return takenBack(giver, lines);
	if (giver.balance < amount) throw refuseInsufficient(giver.balance, amount);
	const drawn: Line[] = [];
	let left = amount;
	for (const batchId of new Set(batchIds ?? [...giver.lots.keys(), ...giver.edited])) {
		if (left === 0n) break;
		if (giver.edited.has(batchId)) throw refuseEdited('batch', assetId);
		const held = giver.lots.get(batchId) ?? 0n;
		const part = held < left ? held : left;
		if (part > 0n) drawn.push({ batchId, amount: part });
		left -= part;
	}
	if (left === 0n) return drawn;
	if (batchIds !== undefined) throw refuseInsufficient(amount - left, amount);
	// The balance is there and its batches are not.
	throw refuseEdited('batch', assetId);
}

/** The lines of the movement that is taken back, while its taker has all of it. */
function takenBack(giver: Holder, lines: readonly Line[]): readonly Line[] {
	for (const { batchId, amount } of lines) {
		if (giver.edited.has(batchId)) throw refuseEdited('batch', giver.assetId);
		const held = giver.lots.get(batchId) ?? 0n;
		if (held < amount) {
			throw refuse('Factory_CannotRevertTransactionAlreadySpent', `${held}`, `${amount}`);
		}
	}
	return lines;
}

function refuseInsufficient(have: bigint, need: bigint) {
	return refuse('Factory_FactoryTransferInsufficientFund', have.toString(), need.toString());
}

function refuseEdited(what: 'balance' | 'batch', assetId: string) {
	return refuse('Core_RecordCorrupted', `a ${what} of asset '${assetId}'`);
}
