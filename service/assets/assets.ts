/**
 * Assets, balances and their movements. Every movement changes both balances, its record and its
 * log entry in one transaction; amounts are whole numbers of any size, kept as decimal text and
 * added as bigint. A balance never goes below zero.
 */
import { newId, isoTime, type Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import { payloadHash, type BlockchainStatus, type RecordLog } from '../log/record-log';
import type { ListRange } from '../operations/list-range';
import { refuse } from '../../server/refusal';

export interface Asset {
	readonly id: string;
	readonly name: string;
	readonly blockchainStatus: BlockchainStatus;
	readonly creationDate: string;
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

	async create(productId: string, name: string): Promise<Asset> {
		const id = newId(this.parts.clock);
		const creationDate = isoTime(this.parts.clock);
		await this.parts.database.transaction().execute(async (transaction) => {
			const entry = await this.parts.recordLog.append(transaction, {
				kind: 'asset',
				subjectId: id,
				payloadHash: payloadHash({ id, productId, name, creationDate }),
			});
			await transaction
				.insertInto('assets')
				.values({
					id,
					product_id: productId,
					name,
					log_sequence: entry.sequence,
					created_at: creationDate,
				})
				.execute();
		});
		this.parts.recordLog.wake();
		return { id, name, blockchainStatus: 'Unconfirmed', creationDate };
	}

	async list(productId: string, range: ListRange): Promise<readonly Asset[]> {
		const rows = await this.parts.database
			.selectFrom('assets')
			.innerJoin('log_entries', 'log_entries.sequence', 'assets.log_sequence')
			.select(['assets.id', 'assets.name', 'assets.created_at', 'log_entries.status'])
			.where('assets.product_id', '=', productId)
			.orderBy('assets.sequence')
			.limit(range.limit)
			.offset(range.offset)
			.execute();
		return rows.map((row) => ({
			id: row.id,
			name: row.name,
			blockchainStatus: row.status as BlockchainStatus,
			creationDate: row.created_at,
		}));
	}

	/** The asset by its id in this product; refuses when there is none. */
	async find(
		productId: string,
		assetId: string,
	): Promise<{ readonly id: string; readonly name: string; readonly logSequence: number }> {
		const row = await this.parts.database
			.selectFrom('assets')
			.select(['id', 'name', 'log_sequence'])
			.where('product_id', '=', productId)
			.where('id', '=', assetId)
			.executeTakeFirst();
		if (row === undefined) throw refuse('Factory_FactoryNotFound', assetId);
		return { id: row.id, name: row.name, logSequence: row.log_sequence };
	}

	/** Records an issue or a transfer in the caller's transaction; refuses an overdraft. */
	async move(transaction: Transaction, request: MovementRequest): Promise<Movement> {
		const { asset, kind, caller, recipient, amount } = request;
		const givers = kind === 'transfer' ? [caller.id] : [];
		const userIds = [...givers, recipient.id];
		const before = await this.lockBalances(transaction, asset.id, userIds);
		for (const [userId, balance] of balancesAfter(before, { givers, recipient, amount })) {
			await this.setBalance(transaction, { assetId: asset.id, userId, amount: balance });
		}
		return this.record(transaction, request);
	}

	private async record(transaction: Transaction, request: MovementRequest): Promise<Movement> {
		const { asset, kind, caller, recipient, amount } = request;
		const id = newId(this.parts.clock);
		const batchId = kind === 'issue' ? id : null;
		const createdAt = isoTime(this.parts.clock);
		const entry = await this.parts.recordLog.append(transaction, {
			kind,
			subjectId: id,
			payloadHash: payloadHash({
				id,
				assetId: asset.id,
				batchId,
				callerId: caller.id,
				recipientId: recipient.id,
				amount: amount.toString(),
				createdAt,
			}),
		});
		await transaction
			.insertInto('asset_transactions')
			.values({
				id,
				asset_id: asset.id,
				batch_id: batchId,
				sender_id: kind === 'transfer' ? caller.id : null,
				issuer_id: kind === 'issue' ? caller.id : null,
				recipient_id: recipient.id,
				amount: amount.toString(),
				log_sequence: entry.sequence,
				created_at: createdAt,
			})
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

	/** The balances of these users, which nobody else changes before the transaction has ended. */
	private async lockBalances(
		transaction: Transaction,
		assetId: string,
		userIds: readonly string[],
	): Promise<ReadonlyMap<string, bigint>> {
		// Always in the same order, so that two transactions never wait for each other.
		const inOrder = [...new Set(userIds)].sort();
		const rows = await transaction
			.insertInto('asset_balances')
			.values(inOrder.map((userId) => ({ asset_id: assetId, user_id: userId, amount: '0' })))
			.onConflict((conflict) =>
				conflict
					.columns(['asset_id', 'user_id'])
					.doUpdateSet({ amount: (row) => row.ref('asset_balances.amount') }),
			)
			.returning(['user_id', 'amount'])
			.execute();
		return new Map(rows.map((row) => [row.user_id, BigInt(row.amount)]));
	}

	private async setBalance(
		transaction: Transaction,
		held: { readonly assetId: string; readonly userId: string; readonly amount: bigint },
	): Promise<void> {
		await transaction
			.updateTable('asset_balances')
			.set({ amount: held.amount.toString() })
			.where('asset_id', '=', held.assetId)
			.where('user_id', '=', held.userId)
			.execute();
	}

	/** What a user holds in a product, the asset first held first; nothing left is left out. */
	async balances(
		productId: string,
		userId: string,
		range: ListRange,
	): Promise<readonly { readonly id: string; readonly name: string; readonly amount: bigint }[]> {
		const rows = await this.parts.database
			.selectFrom('asset_balances')
			.innerJoin('assets', 'assets.id', 'asset_balances.asset_id')
			.select(['assets.id', 'assets.name', 'asset_balances.amount'])
			.where('assets.product_id', '=', productId)
			.where('asset_balances.user_id', '=', userId)
			.where('asset_balances.amount', '<>', '0')
			.orderBy('asset_balances.sequence')
			.limit(range.limit)
			.offset(range.offset)
			.execute();
		return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
	}

	/** The movements of an asset in their order, all of them or those a user took part in. */
	async movements(
		asset: { readonly id: string; readonly name: string },
		range: ListRange,
		partyId?: string,
	): Promise<readonly Movement[]> {
		let query = this.parts.database
			.selectFrom('asset_transactions as movement')
			.innerJoin('log_entries', 'log_entries.sequence', 'movement.log_sequence')
			.innerJoin('users as recipient', 'recipient.id', 'movement.recipient_id')
			.leftJoin('users as sender', 'sender.id', 'movement.sender_id')
			.leftJoin('users as issuer', 'issuer.id', 'movement.issuer_id')
			.select([
				'movement.id',
				'movement.batch_id',
				'movement.amount',
				'movement.created_at',
				'log_entries.status',
				'recipient.email as recipient_email',
				'sender.email as sender_email',
				'issuer.email as issuer_email',
			])
			.where('movement.asset_id', '=', asset.id)
			.orderBy('movement.sequence')
			.limit(range.limit)
			.offset(range.offset);
		if (partyId !== undefined) {
			query = query.where((where) =>
				where.or([
					where('movement.recipient_id', '=', partyId),
					where('movement.sender_id', '=', partyId),
				]),
			);
		}
		const rows = await query.execute();
		return rows.map((row) => ({
			id: row.id,
			assetId: asset.id,
			assetName: asset.name,
			batchId: row.batch_id,
			amount: BigInt(row.amount),
			senderEmail: row.sender_email ?? row.issuer_email ?? '',
			recipientEmail: row.recipient_email,
			createdAt: row.created_at,
			blockchainStatus: row.status as BlockchainStatus,
		}));
	}
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
