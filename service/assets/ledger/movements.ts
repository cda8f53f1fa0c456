/** Reads movements with everything a reply shows, and compares them with their log entries. */
import { sql, type Compilable } from 'kysely';
import { numberList, textList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import { readList } from '../../database/list-reading';
import type { Schema } from '../../database/schema';
import { entryColumns, statusOf, type EntryOfRecord } from '../../log/record-kind';
import type { BlockchainStatus } from '../../log/record-log';
import { recordStatus } from '../../log/record-status';
import type { ListRange } from '../../operations/list-range';
import type { Account } from './ledger';
import { assetsById, type KnownAsset } from '../register/register';
import {
	linesOf,
	movementRecord,
	purposeOf,
	wholeAmount,
	type BatchAmount,
	type MovementRow,
} from '../register/entries';

export interface Movement {
	readonly id: string;
	readonly assetId: string;
	readonly assetName: string;
	readonly lines: readonly BatchAmount[];
	readonly amount: number | bigint;
	/** The issuer for an issue, else the sender. */
	readonly senderName: string;
	/** Empty for a burn. */
	readonly recipientName: string;
	readonly createdAt: string;
	readonly blockchainStatus: BlockchainStatus;
	readonly isReverted: boolean;
	/** issue, transfer, burn or reversal. */
	readonly kind: string;
	/** What a burn used the units up for. */
	readonly reason?: string;
	/** What it is for. */
	readonly reference?: string;
	readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Every movement with the columns its record is made of. */
export function movementRecords(database: Database): Compilable<MovementRow & EntryOfRecord> {
	return recordRows(database);
}

function recordRows(database: Database) {
	return database
		.selectFrom('asset_transactions as movement')
		.leftJoin('log_entries', 'log_entries.sequence', 'movement.log_sequence')
		.leftJoin('users as giver', 'giver.id', 'movement.giver_id')
		.leftJoin('users as taker', 'taker.id', 'movement.taker_id')
		.leftJoin('users as caller', 'caller.id', 'movement.caller_id')
		.select(['movement.id', 'movement.asset_id', 'movement.kind', 'movement.giver_id'])
		.select(['movement.taker_id', 'movement.caller_id', 'movement.reverses_id'])
		.select(['movement.amount', 'movement.created_at', 'movement.reason'])
		.select(['movement.reference', 'movement.metadata'])
		.select('giver.email as giver_email')
		.select(['taker.email as taker_email', 'caller.email as caller_email'])
		.select(
			sql<string | null>`(
				select string_agg(line.batch_id || ' ' || line.amount, ',' order by line.position)
				from asset_transaction_batches as line where line.transaction_id = movement.id
			)`.as('lines'),
		)
		.select(entryColumns);
}

/** Like recordRows, with the columns that replies show. */
function shownRows(database: Database) {
	return recordRows(database)
		.leftJoin('entities as giving', 'giving.id', 'movement.giver_id')
		.leftJoin('entities as taking', 'taking.id', 'movement.taker_id')
		.leftJoin('asset_transactions as reversal', 'reversal.reverses_id', 'movement.id')
		.select(['giving.name as giver_name', 'taking.name as taker_name'])
		.select('reversal.id as reversal_id');
}

export interface MovementFilter {
	readonly productId: string;
	readonly assetId?: string;
	/** A user who sent or received, themselves or by an entity. */
	readonly partyId?: string;
	/** Only issues. */
	readonly kind?: 'issue';
	/** Only those for exactly this. */
	readonly reference?: string;
	/** Only these sequence numbers. */
	readonly sequences?: readonly number[];
	/** Only what was recorded before this moment, ISO 8601 in UTC. */
	readonly before?: string;
}

/** Small pages: comparing a movement with its entry takes longer than reading it. */
const rowsAtOnce = 100;

/** The movements of an asset or of a product, in order, all of them or those of one user. */
export function listMovements(
	database: Database,
	filter: MovementFilter,
	range: ListRange,
): Promise<readonly Movement[]> {
	const query = filtered(database, filter);
	return readList(query, { by: 'movement.sequence', rowsAtOnce }, range, async (rows) => {
		const assets = await assetsById(database, new Set(rows.map(({ asset_id }) => asset_id)));
		return rows.map((row) => movementOf(row, assets.get(row.asset_id)));
	});
}

/** A movement's row by id; undefined if the filter excludes it. */
export function findMovement(
	database: Database,
	filter: MovementFilter,
	id: string,
): Promise<(MovementRow & EntryOfRecord) | undefined> {
	const query = filtered(database, filter);
	return query.where('movement.id', '=', id).executeTakeFirst();
}

type Movements = ReturnType<typeof shownRows>;

function filtered(database: Database, filter: MovementFilter): Movements {
	const query = shownRows(database);
	const { productId, assetId, partyId, kind, reference, sequences, before } = filter;
	let narrowed =
		assetId === undefined
			? query.where('movement.product_id', '=', productId)
			: query.where('movement.asset_id', '=', assetId);
	if (before !== undefined) narrowed = narrowed.where('movement.created_at', '<', before);
	if (kind !== undefined) narrowed = narrowed.where('movement.kind', '=', kind);
	if (reference !== undefined) {
		// With the product, as the index has it.
		narrowed = narrowed
			.where('movement.product_id', '=', productId)
			.where('movement.reference', '=', reference);
	}
	if (sequences !== undefined) {
		const places = numberList<Schema>(database, sequences);
		narrowed = narrowed.where(sql<boolean>`movement.sequence in ${places}`);
	}
	return partyId === undefined ? narrowed : narrowed.where(tookPart(partyId));
}

/** The movements of a user's entities count as the user's. */
function tookPart(userId: string) {
	const own = sql`(select ${userId} union all select id from entities where owner_id = ${userId})`;
	return sql<boolean>`(movement.taker_id in ${own} or movement.giver_id in ${own})`;
}

export interface KnownMovement {
	readonly id: string;
	readonly kind: string;
	readonly assetId: string;
	readonly productId: string | null;
	readonly sender: Account;
	/** The sender was deleted since, or is an entity of a user who was. */
	readonly isSenderDeleted: boolean;
	readonly recipient: Account;
	readonly amount: bigint;
	readonly lines: readonly BatchAmount[];
	readonly logSequence: number;
	readonly blockchainStatus: BlockchainStatus;
	readonly isReverted: boolean;
}

export async function movementsById(
	database: Database,
	ids: readonly string[],
): Promise<ReadonlyMap<string, KnownMovement>> {
	if (ids.length === 0) return new Map();
	const rows = await shownRows(database)
		.leftJoin('users as giving_owner', 'giving_owner.id', 'giving.owner_id')
		.select(['movement.product_id', 'movement.log_sequence'])
		.select(({ fn }) =>
			fn
				.coalesce('giver.deleted_at', 'giving.deleted_at', 'giving_owner.deleted_at')
				.as('giver_deleted_at'),
		)
		.where('movement.id', 'in', textList<Schema>(database, ids))
		.execute();
	return new Map(
		rows.map((row) => [
			row.id,
			{
				id: row.id,
				kind: row.kind,
				assetId: row.asset_id,
				productId: row.product_id,
				sender: accountOf(row.giver_id, row.giver_email, row.giver_name),
				isSenderDeleted: row.giver_deleted_at !== null,
				recipient: accountOf(row.taker_id, row.taker_email, row.taker_name),
				amount: wholeAmount(row.amount),
				lines: linesOf(row.lines),
				logSequence: row.log_sequence,
				blockchainStatus: statusOf(movementRecord, row),
				isReverted: row.reversal_id !== null,
			},
		]),
	);
}

function accountOf(id: string, email: string | null, name: string | null): Account {
	return { id, kind: email === null ? 'entity' : 'user', name: email ?? name ?? '' };
}

interface ShownRow extends MovementRow, EntryOfRecord {
	readonly giver_name: string | null;
	readonly taker_name: string | null;
	readonly reversal_id: string | null;
}

function movementOf(row: ShownRow, asset: KnownAsset | undefined): Movement {
	if (asset === undefined) throw new Error('a movement refers to its asset');
	const senderName = row.kind === 'issue' ? row.caller_email : (row.giver_email ?? row.giver_name);
	return {
		id: row.id,
		assetId: asset.id,
		assetName: asset.name,
		lines: linesOf(row.lines),
		amount: wholeAmount(row.amount),
		senderName: senderName ?? '',
		recipientName: row.taker_email ?? row.taker_name ?? '',
		createdAt: row.created_at,
		// The reply shows the name of the asset, so its status counts, too.
		blockchainStatus: recordStatus([asset.blockchainStatus, statusOf(movementRecord, row)]),
		isReverted: row.reversal_id !== null,
		kind: row.kind,
		...(row.reason !== null && { reason: row.reason }),
		...purposeOf(row),
	};
}
