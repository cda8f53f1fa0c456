/**
 * Database rows of anchors, contracts and transactions. A change of state names the state it comes
 * from and does nothing if another process changed it first.
 */
import type { Selectable } from 'kysely';
import { isoTime, type Clock } from '../../server/clock';
import type { Database } from '../database/database';
import type { Schema } from '../database/schema';
import type { AnchorState, Inclusion } from './anchor-states';
import type { SignedTransaction } from './chain';
import type { Fees } from './fees';

export interface AnchorParts {
	readonly database: Database;
	readonly clock: Clock;
}

export interface Anchor {
	readonly contract: string;
	readonly treeSize: number;
	readonly rootHash: string;
	readonly state: AnchorState;
	/** Nonce of the newest transaction, and the block from which it waits; null before the first. */
	readonly nonce: number | null;
	readonly waitsFromBlock: number | null;
	readonly inclusion: Omit<Inclusion, 'isSuccessful'> | undefined;
	readonly plannedAt: string;
	readonly confirmedAt: string | null;
}

export interface KeptTransaction extends SignedTransaction {
	readonly nonce: number;
	readonly fees: Fees;
}

export interface AnchorContract {
	readonly address: string;
	readonly chainId: number;
	readonly headNumber: number;
	readonly lookedAt: string;
}

const openStates: readonly AnchorState[] = ['PLANNED', 'SENT', 'MINED'];

export async function findContract(
	database: Database,
	address: string,
): Promise<AnchorContract | undefined> {
	const row = await database
		.selectFrom('anchor_contracts')
		.selectAll()
		.where('address', '=', address)
		.executeTakeFirst();
	return (
		row && {
			address: row.address,
			chainId: row.chain_id,
			headNumber: row.head_number,
			lookedAt: row.looked_at,
		}
	);
}

/** Stores the chain's head; the chain id of a contract is set once. */
export async function keepHead(
	{ database, clock }: AnchorParts,
	contract: { readonly address: string; readonly chainId: number; readonly headNumber: number },
): Promise<void> {
	const seen = { head_number: contract.headNumber, looked_at: isoTime(clock) };
	await database
		.insertInto('anchor_contracts')
		.values({ address: contract.address, chain_id: contract.chainId, ...seen })
		.onConflict((conflict) => conflict.column('address').doUpdateSet(seen))
		.execute();
}

/** Anchors that are neither confirmed nor passed, the smallest tree first. */
export async function openAnchors(
	database: Database,
	contract: string,
): Promise<readonly Anchor[]> {
	const rows = await database
		.selectFrom('anchors')
		.selectAll()
		.where('contract', '=', contract)
		.where('state', 'in', openStates)
		.orderBy('tree_size')
		.execute();
	return rows.map(anchorOf);
}

/** The anchor of the largest tree in these states, or in any state. */
export async function lastAnchor(
	database: Database,
	contract: string,
	states?: readonly AnchorState[],
): Promise<Anchor | undefined> {
	let query = database.selectFrom('anchors').selectAll().where('contract', '=', contract);
	if (states !== undefined) query = query.where('state', 'in', states);
	const row = await query.orderBy('tree_size', 'desc').limit(1).executeTakeFirst();
	return row && anchorOf(row);
}

/** The smallest confirmed anchor, of any contract, that covers an entry. */
export async function anchorCovering(
	database: Database,
	index: number,
): Promise<Anchor | undefined> {
	const row = await database
		.selectFrom('anchors')
		.selectAll()
		.where('state', '=', 'CONFIRMED')
		.where('tree_size', '>', index)
		.orderBy('tree_size')
		.orderBy('confirmed_at')
		.limit(1)
		.executeTakeFirst();
	return row && anchorOf(row);
}

export interface NewAnchor {
	readonly contract: string;
	readonly treeSize: number;
	readonly rootHash: string;
	/** PASSED if the contract has the root by a transaction not known here. */
	readonly state: 'PLANNED' | 'PASSED';
}

/** Does nothing if the size has an anchor already. */
export async function addAnchor(
	{ database, clock }: AnchorParts,
	anchor: NewAnchor,
): Promise<void> {
	await database
		.insertInto('anchors')
		.values({
			contract: anchor.contract,
			tree_size: anchor.treeSize,
			root_hash: anchor.rootHash,
			state: anchor.state,
			planned_at: isoTime(clock),
			nonce: null,
			waits_from_block: null,
			confirmed_at: null,
			...noInclusion,
		})
		.onConflict((conflict) => conflict.columns(['contract', 'tree_size']).doNothing())
		.execute();
}

/** An anchor's transactions, the newest first. */
export async function transactionsOf(
	database: Database,
	anchor: Anchor,
): Promise<readonly KeptTransaction[]> {
	const rows = await database
		.selectFrom('anchor_transactions')
		.selectAll()
		.where('contract', '=', anchor.contract)
		.where('tree_size', '=', anchor.treeSize)
		.orderBy('sequence', 'desc')
		.execute();
	return rows.map((row) => ({
		hash: row.hash,
		raw: row.raw,
		nonce: row.nonce,
		fees: {
			maxFeePerGas: BigInt(row.max_fee_per_gas),
			maxPriorityFeePerGas: BigInt(row.max_priority_fee_per_gas),
		},
	}));
}

/**
 * Stores a signed transaction before it is sent. Returns false if another process changed the
 * anchor since it was read, so that only one of two processes sends.
 */
export function keepTransaction(
	{ database, clock }: AnchorParts,
	anchor: Anchor,
	{ fees, ...signed }: KeptTransaction,
	headNumber: number,
): Promise<boolean> {
	return database.transaction().execute(async (transaction) => {
		const isFirst = await change(transaction, anchor, {
			state: 'SENT',
			nonce: signed.nonce,
			waits_from_block: headNumber,
		});
		if (!isFirst) return false;
		await transaction
			.insertInto('anchor_transactions')
			.values({
				hash: signed.hash,
				contract: anchor.contract,
				tree_size: anchor.treeSize,
				nonce: signed.nonce,
				max_fee_per_gas: String(fees.maxFeePerGas),
				max_priority_fee_per_gas: String(fees.maxPriorityFeePerGas),
				raw: signed.raw,
				signed_at: isoTime(clock),
			})
			.execute();
		return true;
	});
}

/** Changes the state of an anchor. */
export async function moveAnchor(
	{ database, clock }: AnchorParts,
	anchor: Anchor,
	to:
		| { readonly state: 'MINED' | 'CONFIRMED'; readonly inclusion: Inclusion }
		| { readonly state: 'SENT'; readonly waitsFromBlock: number }
		| { readonly state: 'PLANNED' | 'PASSED' },
): Promise<void> {
	const included = 'inclusion' in to ? columnsOf(to.inclusion) : noInclusion;
	const waiting = 'waitsFromBlock' in to ? { waits_from_block: to.waitsFromBlock } : {};
	const confirmedAt = to.state === 'CONFIRMED' ? isoTime(clock) : null;
	await change(database, anchor, {
		state: to.state,
		confirmed_at: confirmedAt,
		...included,
		...waiting,
	});
}

const noInclusion = { transaction_hash: null, block_number: null, block_hash: null };

function columnsOf(inclusion: Inclusion) {
	return {
		transaction_hash: inclusion.transactionHash,
		block_number: inclusion.blockNumber,
		block_hash: inclusion.blockHash,
	};
}

interface Changed {
	readonly state: AnchorState;
	readonly nonce?: number;
	readonly waits_from_block?: number;
	readonly transaction_hash?: string | null;
	readonly block_number?: number | null;
	readonly block_hash?: string | null;
	readonly confirmed_at?: string | null;
}

async function change(database: Database, from: Anchor, to: Changed): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable('anchors')
		.set(to)
		.where('contract', '=', from.contract)
		.where('tree_size', '=', from.treeSize)
		.where('state', '=', from.state)
		.where('nonce', from.nonce === null ? 'is' : '=', from.nonce)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

function anchorOf(row: Selectable<Schema['anchors']>): Anchor {
	const {
		transaction_hash: transactionHash,
		block_number: blockNumber,
		block_hash: blockHash,
	} = row;
	const isIncluded = transactionHash !== null && blockNumber !== null && blockHash !== null;
	return {
		contract: row.contract,
		treeSize: row.tree_size,
		rootHash: row.root_hash,
		state: row.state as AnchorState,
		nonce: row.nonce,
		waitsFromBlock: row.waits_from_block,
		inclusion: isIncluded ? { transactionHash, blockNumber, blockHash } : undefined,
		plannedAt: row.planned_at,
		confirmedAt: row.confirmed_at,
	};
}
