/**
 * Assets, balances and their movements. Every movement changes both balances, its record and its
 * log entry in one transaction; amounts are whole numbers of any size, kept as decimal text and
 * added as bigint. A balance never goes below zero.
 */
import { newId, isoTime, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import { entryColumns, newEntry, statusOf } from '../log/record-kind';
import type { BlockchainStatus, RecordLog } from '../log/record-log';
import type { ListRange } from '../operations/list-range';
import { readList } from '../database/list-reading';
import { refuse } from '../../server/refusal';
import {
	amountHash,
	assetColumns,
	assetRecord,
	isAsMoved,
	movementRecord,
	wholeAmount,
	type BalanceRow,
} from './asset-entries';

export interface Balance {
	readonly asset: { readonly id: string; readonly name: string };
	readonly amount: bigint;
	/** The balance or its asset is not what movements and log say. */
	readonly isCorrupted: boolean;
}

export interface Movement {
	readonly id: string;
	readonly assetId: string;
	readonly assetName: string;
	/** The batch an issue makes; a transfer draws from the whole balance and names none. */
	readonly batchId: string | null;
	readonly amount: bigint;
	/** The issuer for an issue, else the holder who gave the amount away. */
	readonly senderEmail: string;
	readonly recipientEmail: string;
	readonly createdAt: string;
	readonly blockchainStatus: BlockchainStatus;
}

export interface Party {
	readonly id: string;
	readonly email: string;
}

interface MovementRequest {
	readonly asset: { readonly id: string; readonly name: string };
	readonly productId: string;
	readonly kind: 'issue' | 'transfer';
	readonly caller: Party;
	readonly recipient: Party;
	readonly amount: bigint;
}

export class Assets {
	constructor(
		private readonly parts: {
			readonly database: Database;
			readonly clock: Clock;
			readonly recordLog: RecordLog;
		},
	) {}

	/** Records an issue or a transfer in the caller's transaction; refuses an overdraft. */
	async move(transaction: Transaction, request: MovementRequest): Promise<Movement> {
		const { asset, kind, caller, recipient, amount: moved } = request;
		const givers = kind === 'transfer' ? [caller.id] : [];
		const userIds = [...givers, recipient.id];
		const before = await this.lockBalances(transaction, asset.id, userIds);
		for (const [userId, balance] of balancesAfter(before, { givers, recipient, amount: moved })) {
			const amount = balance.toString();
			await this.setBalance(transaction, { asset_id: asset.id, user_id: userId, amount });
		}
		return this.record(transaction, request);
	}

	private async record(transaction: Transaction, request: MovementRequest): Promise<Movement> {
		const { asset, productId, kind, caller, recipient, amount } = request;
		const id = newId(this.parts.clock);
		const batchId = kind === 'issue' ? id : null;
		const createdAt = isoTime(this.parts.clock);
		const isTransfer = kind === 'transfer';
		const row = {
			id,
			asset_id: asset.id,
			batch_id: batchId,
			sender_id: isTransfer ? caller.id : null,
			issuer_id: isTransfer ? null : caller.id,
			recipient_id: recipient.id,
			amount: amount.toString(),
			created_at: createdAt,
		};
		const addresses = {
			sender_email: isTransfer ? caller.email : null,
			issuer_email: isTransfer ? null : caller.email,
			recipient_email: recipient.email,
		};
		const record = newEntry(movementRecord, { ...row, ...addresses });
		const entry = await this.parts.recordLog.append(transaction, record);
		await transaction
			.insertInto('asset_transactions')
			.values({ ...row, log_sequence: entry.sequence, product_id: productId })
			.execute();
		return {
			id,
			assetId: asset.id,
			assetName: asset.name,
			batchId,
			amount,
			senderEmail: caller.email,
			recipientEmail: recipient.email,
			createdAt,
			blockchainStatus: 'Unconfirmed',
		};
	}

	/**
	 * The balances of these users, which nobody else changes before the transaction has ended.
	 * Refuses one that was edited: nobody can spend what no movement has brought.
	 */
	private async lockBalances(
		transaction: Transaction,
		assetId: string,
		userIds: readonly string[],
	): Promise<ReadonlyMap<string, bigint>> {
		// Always in the same order, so that two transactions never wait for each other.
		const inOrder = [...new Set(userIds)].sort();
		const rows = await transaction
			.insertInto('asset_balances')
			.values(
				inOrder.map((userId) => ({
					...{ asset_id: assetId, user_id: userId, amount: '0', amount_hash: '' },
				})),
			)
			.onConflict((conflict) =>
				conflict
					.columns(['asset_id', 'user_id'])
					.doUpdateSet({ amount: (row) => row.ref('asset_balances.amount') }),
			)
			.returning(['asset_id', 'user_id', 'amount', 'amount_hash'])
			.execute();
		rows.forEach(refuseEdited);
		return new Map(rows.map((row) => [row.user_id, BigInt(row.amount)]));
	}

	private async setBalance(
		transaction: Transaction,
		held: Omit<BalanceRow, 'amount_hash'>,
	): Promise<void> {
		await transaction
			.updateTable('asset_balances')
			.set({ amount: held.amount, amount_hash: amountHash(held) })
			.where('asset_id', '=', held.asset_id)
			.where('user_id', '=', held.user_id)
			.execute();
	}

	/** What a user holds in a product, the asset first held first; nothing left is left out. */
	async balances(productId: string, userId: string, range: ListRange): Promise<readonly Balance[]> {
		const query = this.parts.database
			.selectFrom('asset_balances as held')
			.innerJoin('assets', 'assets.id', 'held.asset_id')
			.innerJoin('log_entries', 'log_entries.sequence', 'assets.log_sequence')
			.select(['held.asset_id', 'held.user_id', 'held.amount', 'held.amount_hash'])
			.select(assetColumns)
			.select(entryColumns)
			.where('assets.product_id', '=', productId)
			.where('held.user_id', '=', userId)
			.where((where) =>
				where.or([where('held.amount', '<>', '0'), where('held.amount_hash', '<>', '')]),
			);
		return readList(query, { by: 'held.sequence' }, range, (rows) =>
			rows.map((row) => ({
				asset: { id: row.id, name: row.name },
				amount: wholeAmount(row.amount),
				isCorrupted: !isAsMoved(row) || statusOf(assetRecord, row) === 'Corrupted',
			})),
		);
	}
}

function refuseEdited(balance: BalanceRow): void {
	if (isAsMoved(balance)) return;
	throw refuse('Core_RecordCorrupted', `a balance of asset '${balance.asset_id}'`);
}

/** The balances a movement changes; refuses one that would go below zero. */
function balancesAfter(
	before: ReadonlyMap<string, bigint>,
	{
		givers,
		recipient,
		amount,
	}: {
		readonly givers: readonly string[];
		readonly recipient: Party;
		readonly amount: bigint;
	},
): ReadonlyMap<string, bigint> {
	const after = new Map(before);
	for (const giver of givers) {
		const balance = after.get(giver) ?? 0n;
		if (balance < amount) {
			const [have, need] = [balance.toString(), amount.toString()];
			throw refuse('Factory_FactoryTransferInsufficientFund', have, need);
		}
		after.set(giver, balance - amount);
	}
	after.set(recipient.id, (after.get(recipient.id) ?? 0n) + amount);
	return after;
}
