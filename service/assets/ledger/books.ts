/**
 * Applies movements to balances and batches in memory: a transfer or burn debits its sender and draws on
 * their batches, the first received first unless it names some; it credits its recipient, or the asset
 * itself. Reads and writes no database; a refused movement changes nothing.
 */
import { refuse } from '../../../server/refusal';
import {
	isAsMoved,
	isHoldingAsMoved,
	type BalanceRow,
	type HoldingRow,
	type BatchAmount,
} from '../register/entries';

/** A movement with its id, before the books have applied it. */
export interface PlannedMovement {
	readonly id: string;
	readonly assetId: string;
	/** Absent for an issue, which makes a batch with the movement's id. */
	readonly senderId?: string;
	readonly recipientId: string;
	readonly amount: bigint;
	/** Batches to draw on, in this order; all if absent. */
	readonly batchIds?: readonly string[];
	/** The exact lines to draw, for a reversal. */
	readonly lines?: readonly BatchAmount[];
}

export interface HeldRow extends HoldingRow {
	readonly asset_id: string;
	/** Batches are drawn on in ascending order. */
	readonly sequence: number;
}

/** The balances and holdings that the movements of a transaction touch. */
export interface AccountState {
	readonly balances: readonly BalanceRow[];
	readonly holdings: readonly HeldRow[];
}

/** An account's balance and batches of one asset. */
class Holder {
	balance = 0n;
	/** By batch id, the first received first; only the rows that were read. */
	readonly lots = new Map<string, bigint>();
	/** The balance row was edited by hand; `edited` has the ids of such batches. */
	isEdited = false;
	readonly edited = new Set<string>();
	/** Batches that went to zero; if they come back, they are drawn on last. */
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
	/** The holding went to zero and was received again. */
	readonly isRenewed: boolean;
}

export class Books {
	private readonly holders = new Map<string, Holder>();
	private readonly changedBalances = new Set<Holder>();
	/** Batch ids with a changed amount, by holder. */
	private readonly changedLots = new Map<Holder, Set<string>>();

	constructor({ balances, holdings }: AccountState) {
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

	/** Carries out a movement and returns the batch amounts it moves; throws a refusal. */
	move(movement: PlannedMovement): readonly BatchAmount[] {
		const { assetId, senderId, recipientId, amount } = movement;
		const recipient = this.holder(assetId, recipientId);
		const sender = senderId === undefined ? undefined : this.holder(assetId, senderId);
		for (const holder of [sender, recipient]) {
			if (holder?.isEdited) throw refuseEdited('balance', assetId);
		}
		const lines =
			sender === undefined ? [{ batchId: movement.id, amount }] : drawn(sender, movement);
		if (lines.some(({ batchId }) => recipient.edited.has(batchId))) {
			throw refuseEdited('batch', assetId);
		}
		if (sender !== undefined) this.post(sender, -1n, lines);
		this.post(recipient, 1n, lines);
		return lines;
	}

	/** Changed balances, to be written. */
	balances(): readonly BalanceChange[] {
		return [...this.changedBalances].map(({ assetId, accountId, balance }) => ({
			assetId,
			accountId,
			amount: balance,
		}));
	}

	/** Changed holdings, in the order in which they arose. */
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

	private post(holder: Holder, sign: 1n | -1n, lines: readonly BatchAmount[]): void {
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

/** Batch amounts that a movement draws; refuses more than the sender has. */
function drawn(
	sender: Holder,
	{ assetId, amount, batchIds, lines }: PlannedMovement,
): readonly BatchAmount[] {
	if (lines !== undefined) return takenBack(sender, lines);
	if (sender.balance < amount) throw refuseInsufficient(sender.balance, amount);
	const drawn: BatchAmount[] = [];
	let left = amount;
	for (const batchId of new Set(batchIds ?? [...sender.lots.keys(), ...sender.edited])) {
		if (left === 0n) break;
		if (sender.edited.has(batchId)) throw refuseEdited('batch', assetId);
		const held = sender.lots.get(batchId) ?? 0n;
		const part = held < left ? held : left;
		if (part > 0n) drawn.push({ batchId, amount: part });
		left -= part;
	}
	if (left === 0n) return drawn;
	if (batchIds !== undefined) throw refuseInsufficient(amount - left, amount);
	// The balance suffices, but the batches do not add up to it.
	throw refuseEdited('batch', assetId);
}

/** The lines of the reversed movement; refused if its recipient no longer has all of them. */
function takenBack(sender: Holder, lines: readonly BatchAmount[]): readonly BatchAmount[] {
	for (const { batchId, amount } of lines) {
		if (sender.edited.has(batchId)) throw refuseEdited('batch', sender.assetId);
		const held = sender.lots.get(batchId) ?? 0n;
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
