/**
 * What the log says of assets and movements, and how a balance shows that it was edited: a balance
 * changes too often to have entries of its own, it is the sum of movements that have theirs.
 */
import { hash } from 'node:crypto';
import type { RecordKind } from '../log/record-kind';

export interface AssetRow {
	readonly id: string;
	readonly product_id: string;
	readonly name: string;
	readonly created_at: string;
	/** From 1. */
	readonly revision: number;
	/** Who made this revision, and when; absent in the first one. */
	readonly changed_by: string | null;
	readonly changed_at: string | null;
	readonly deleted_at: string | null;
}

export const assetColumns = [
	'assets.id',
	'assets.product_id',
	'assets.name',
	'assets.created_at',
	'assets.revision',
	'assets.changed_by',
	'assets.changed_at',
	'assets.deleted_at',
] as const;

/** The same of what an asset was before it was changed; a deleted one is never changed again. */
export const earlierAssetColumns = [
	'asset_revisions.asset_id as id',
	'assets.product_id',
	'asset_revisions.name',
	'assets.created_at',
	'asset_revisions.revision',
	'asset_revisions.changed_by',
	'asset_revisions.changed_at',
] as const;

export const assetRecord: RecordKind<AssetRow> = {
	kindOf: () => 'asset',
	subjectOf: ({ id }) => id,
	forms: [
		({ id, product_id: productId, name, created_at: creationDate }) => ({
			...{ id, productId, name, creationDate },
		}),
		(row) => ({
			id: row.id,
			productId: row.product_id,
			name: row.name,
			creationDate: row.created_at,
			revision: row.revision,
			changedById: row.changed_by,
			changedAt: row.changed_at,
			deletedAt: row.deleted_at,
		}),
	],
};

export interface MovementRow {
	readonly id: string;
	readonly asset_id: string;
	readonly batch_id: string | null;
	readonly sender_id: string | null;
	readonly issuer_id: string | null;
	readonly recipient_id: string;
	readonly amount: string;
	readonly created_at: string;
	/** The addresses a reply shows, which lie with the users. */
	readonly sender_email: string | null;
	readonly issuer_email: string | null;
	readonly recipient_email: string;
}

export const movementRecord: RecordKind<MovementRow> = {
	kindOf: ({ sender_id }) => (sender_id === null ? 'issue' : 'transfer'),
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			id: row.id,
			assetId: row.asset_id,
			batchId: row.batch_id,
			callerId: row.sender_id ?? row.issuer_id,
			recipientId: row.recipient_id,
			amount: row.amount,
			createdAt: row.created_at,
		}),
		(row) => ({
			id: row.id,
			assetId: row.asset_id,
			batchId: row.batch_id,
			senderId: row.sender_id,
			senderEmail: row.sender_email,
			issuerId: row.issuer_id,
			issuerEmail: row.issuer_email,
			recipientId: row.recipient_id,
			recipientEmail: row.recipient_email,
			amount: row.amount,
			createdAt: row.created_at,
		}),
	],
};

export interface BalanceRow {
	readonly asset_id: string;
	readonly user_id: string;
	readonly amount: string;
	readonly amount_hash: string;
}

/**
 * What `amount_hash` of a balance is: whoever edits the one without the other is found out when the
 * balance is read. Empty for a balance of nothing, so that one set to nothing is still listed.
 */
export function amountHash({ asset_id, user_id, amount }: Omit<BalanceRow, 'amount_hash'>): string {
	return amount === '0' ? '' : hash('sha256', JSON.stringify([asset_id, user_id, amount]));
}

export function isAsMoved(balance: BalanceRow): boolean {
	return balance.amount_hash === amountHash(balance);
}

/** An amount as a number; nothing where an edit has left none. */
export function wholeAmount(text: string): bigint {
	return /^\d+$/.test(text) ? BigInt(text) : 0n;
}
