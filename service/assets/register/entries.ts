/**
 * Log entries of assets and movements, and hashes of balances and holdings. Balances and holdings
 * change too often for entries of their own; they are sums of movements that have entries.
 */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson } from '../../../proof/canonical-json';
import { fieldsOf, parsedJson } from '../../../proof/fields';
import type { RecordKind } from '../../log/record-kind';
import type { RevisedRow } from './revisions';

export type AssetKind = 'single' | 'multi';

export interface AssetRow extends RevisedRow {
	readonly product_id: string;
	/** single or multi. */
	readonly kind: string;
	readonly created_at: string;
	/** Asset ids of a multi-asset, separated by commas; null for a single asset. */
	readonly member_ids: string | null;
}

const ownColumns = ['assets.id', 'assets.product_id', 'assets.kind', 'assets.created_at'] as const;

const memberIds = sql<string | null>`(
	select string_agg(member.asset_id, ',' order by member.position)
	from asset_members as member where member.multi_id = assets.id
)`.as('member_ids');

export const assetColumns = [
	...ownColumns,
	memberIds,
	'assets.name',
	'assets.revision',
	'assets.changed_by',
	'assets.changed_at',
	'assets.deleted_at',
] as const;

/** The same columns of earlier revisions. */
export const earlierAssetColumns = [
	...ownColumns,
	memberIds,
	'tracker_revisions.name',
	'tracker_revisions.revision',
	'tracker_revisions.changed_by',
	'tracker_revisions.changed_at',
] as const;

export const assetRecord: RecordKind<AssetRow> = {
	kindOf: ({ kind }) => (kind === 'single' ? 'asset' : `${kind}-asset`),
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			changedAt: row.changed_at,
			changedById: row.changed_by,
			creationDate: row.created_at,
			deletedAt: row.deleted_at,
			id: row.id,
			memberIds: membersOf(row),
			name: row.name,
			productId: row.product_id,
			revision: row.revision,
		}),
	],
};

export function membersOf({ member_ids }: Pick<AssetRow, 'member_ids'>): readonly string[] {
	return member_ids === null ? [] : member_ids.split(',');
}

export type MovementKind = 'issue' | 'transfer' | 'burn' | 'reversal';

/** The amount of one batch that a movement moves. */
export interface BatchAmount {
	readonly batchId: string;
	readonly amount: bigint;
}

export interface MovementRow {
	readonly id: string;
	readonly asset_id: string;
	readonly kind: string;
	readonly giver_id: string;
	readonly taker_id: string;
	readonly caller_id: string;
	readonly reverses_id: string | null;
	readonly amount: string;
	readonly created_at: string;
	/** Null unless it is a burn. */
	readonly reason: string | null;
	readonly reference: string | null;
	/** As `purposeColumns` writes it. */
	readonly metadata: string | null;
	/** As `linesText` writes them; null if there are none. */
	readonly lines: string | null;
	/** Addresses of users; null for an entity or an asset. */
	readonly giver_email: string | null;
	readonly taker_email: string | null;
	readonly caller_email: string | null;
}

export const movementRecord: RecordKind<MovementRow> = {
	kindOf: ({ kind }) => kind,
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			amount: row.amount,
			assetId: row.asset_id,
			batches: linesOf(row.lines).map(({ batchId, amount }) => ({
				amount: amount.toString(),
				batchId,
			})),
			callerEmail: row.caller_email,
			callerId: row.caller_id,
			createdAt: row.created_at,
			giverEmail: row.giver_email,
			giverId: row.giver_id,
			id: row.id,
			kind: row.kind,
			// Released entries have none of these three; as they are of this form, none can be added to them.
			...(row.metadata !== null && { metadata: row.metadata }),
			...(row.reason !== null && { reason: row.reason }),
			...(row.reference !== null && { reference: row.reference }),
			reversesId: row.reverses_id,
			takerEmail: row.taker_email,
			takerId: row.taker_id,
		}),
	],
};

/** What a movement is for, in the words of whoever asked for it. */
export interface Purpose {
	readonly reference?: string;
	readonly metadata?: Readonly<Record<string, string>>;
}

type PurposeColumns = Pick<MovementRow, 'reference' | 'metadata'>;

/** Metadata in one form, whatever the order it was given in; null if it has no pairs. */
export function purposeColumns({ reference = '', metadata = {} }: Purpose): PurposeColumns {
	const pairs = canonicalJson(metadata);
	return { reference: reference || null, metadata: pairs === '{}' ? null : pairs };
}

/** The purpose as replies show it; an edit may have left anything. */
export function purposeOf({ reference, metadata }: PurposeColumns) {
	return {
		...(reference !== null && { reference }),
		...(metadata !== null && { metadata: fieldsOf(parsedJson(metadata)) }),
	};
}

/** The lines of a movement as one text, in the form of the SQL in movements.ts. */
export function linesText(lines: readonly BatchAmount[]): string {
	return lines.map(({ batchId, amount }) => `${batchId} ${amount}`).join();
}

export function linesOf(text: string | null): readonly BatchAmount[] {
	if (text === null || text === '') return [];
	return text.split(',').map((line) => {
		const [batchId = '', amount = ''] = line.split(' ');
		return { batchId, amount: wholeAmount(amount) };
	});
}

export interface BalanceRow {
	readonly asset_id: string;
	readonly account_id: string;
	readonly amount: string;
	readonly amount_hash: string;
}

/** The amount of a batch that an account holds. */
export interface HoldingRow {
	readonly batch_id: string;
	readonly account_id: string;
	readonly amount: string;
	readonly amount_hash: string;
}

/**
 * The `amount_hash` of a balance: editing one without the other is detected when the balance is
 * read. Empty for a zero balance, so that a row edited to zero is still listed.
 */
export function amountHash(balance: Omit<BalanceRow, 'amount_hash'>): string {
	const { asset_id, account_id, amount } = balance;
	return amount === '0' ? '' : hash('sha256', JSON.stringify([asset_id, account_id, amount]));
}

/** Like amountHash, for a holding; a zero holding has no row. */
export function holdingHash({ batch_id, account_id, amount }: Omit<HoldingRow, 'amount_hash'>) {
	return hash('sha256', JSON.stringify([batch_id, account_id, amount]));
}

export function isAsMoved(balance: BalanceRow): boolean {
	return balance.amount_hash === amountHash(balance);
}

export function isHoldingAsMoved(holding: HoldingRow): boolean {
	return holding.amount_hash === holdingHash(holding);
}

/** Parses an amount; 0 if an edit left no number. */
export function wholeAmount(text: string): bigint {
	return /^\d+$/.test(text) ? BigInt(text) : 0n;
}
