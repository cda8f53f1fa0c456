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
}

export const assetColumns = [
	'assets.id',
	'assets.product_id',
	'assets.name',
	'assets.created_at',
] as const;

export const assetRecord: RecordKind<AssetRow> = {
	kindOf: () => 'asset',
	subjectOf: ({ id }) => id,
	forms: [
		({ id, product_id: productId, name, created_at: creationDate }) => ({
			...{ id, productId, name, creationDate },
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
