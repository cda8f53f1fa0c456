/**
 * Entities: holders that are not users. An entity belongs to the user who created it, receives issues and
 * transfers, and sends when its owner requests it.
 *
 *   an entity    entered by            left by
 *   in use       create                delete, if it holds nothing
 *   deleted      delete                never: its transactions stay
 */
import { newId, isoTime, type Clock } from '../../../server/clock';
import { forShare } from '../../../server/database/locks';
import { refuse } from '../../../server/refusal';
import type { ErrorCode } from '../../../api/errors';
import type { Database, Transaction } from '../../database/database';
import { readList } from '../../database/list-reading';
import {
	entryColumns,
	newEntry,
	statusOf,
	type EntryOfRecord,
	type RecordKind,
} from '../../log/record-kind';
import type { BlockchainStatus, RecordLog } from '../../log/record-log';
import type { ListRange } from '../../operations/list-range';
import { storeOnce, type Creating } from '../../operations/once';
import { lockRow, refuseCorrupted, revise, type RevisedRow, type StoredRow } from './revisions';

export interface EntityRow extends RevisedRow {
	readonly product_id: string;
	readonly owner_id: string;
	readonly created_at: string;
}

const ownColumns = [
	'entities.id',
	'entities.product_id',
	'entities.owner_id',
	'entities.created_at',
] as const;

export const entityColumns = [
	...ownColumns,
	'entities.name',
	'entities.revision',
	'entities.changed_by',
	'entities.changed_at',
	'entities.deleted_at',
] as const;

/** The same columns of earlier revisions. */
export const earlierEntityColumns = [
	...ownColumns,
	'tracker_revisions.name',
	'tracker_revisions.revision',
	'tracker_revisions.changed_by',
	'tracker_revisions.changed_at',
] as const;

export const entityRecord: RecordKind<EntityRow> = {
	kindOf: () => 'entity',
	subjectOf: ({ id }) => id,
	forms: [
		(row) => ({
			changedAt: row.changed_at,
			changedById: row.changed_by,
			createdAt: row.created_at,
			deletedAt: row.deleted_at,
			id: row.id,
			name: row.name,
			ownerId: row.owner_id,
			productId: row.product_id,
			revision: row.revision,
		}),
	],
};

export interface Entity {
	readonly id: string;
	readonly name: string;
	readonly ownerId: string;
	readonly ownerEmail: string;
	readonly createdAt: string;
	readonly logSequence: number;
	readonly status: BlockchainStatus;
}

export interface EntityPlace {
	readonly productId: string;
	readonly entityId: string;
}

interface Owner {
	readonly id: string;
	readonly name: string;
}

interface NewEntity {
	readonly productId: string;
	readonly name: string;
	readonly owner: Owner;
}

export class Entities {
	constructor(
		private readonly parts: {
			readonly database: Database;
			readonly clock: Clock;
			readonly recordLog: RecordLog;
		},
	) {}

	async create(context: Creating, { productId, name, owner }: NewEntity): Promise<Entity> {
		const { database, clock, recordLog } = this.parts;
		const row: EntityRow = {
			id: newId(clock),
			product_id: productId,
			owner_id: owner.id,
			name,
			revision: 1,
			created_at: isoTime(clock),
			changed_by: null,
			changed_at: null,
			deleted_at: null,
		};
		const entity = await storeOnce(database, context, async (transaction): Promise<Entity> => {
			const entry = await recordLog.append(transaction, newEntry(entityRecord, row));
			const values = { ...row, log_sequence: entry.sequence };
			await transaction.insertInto('entities').values(values).execute();
			return {
				id: row.id,
				name,
				ownerId: owner.id,
				ownerEmail: owner.name,
				createdAt: row.created_at,
				logSequence: entry.sequence,
				status: 'Unconfirmed',
			};
		});
		recordLog.wake();
		return entity;
	}

	/** The entities of a product in order of creation, all of them or one owner's. */
	async list(
		{ productId, ownerId }: { readonly productId: string; readonly ownerId?: string },
		range: ListRange,
	): Promise<readonly Entity[]> {
		let query = storedEntities(this.parts.database)
			.where('entities.product_id', '=', productId)
			.where('entities.deleted_at', 'is', null);
		if (ownerId !== undefined) query = query.where('entities.owner_id', '=', ownerId);
		return readList(query, { by: 'entities.sequence' }, range, (rows) => rows.map(entityOf));
	}

	async rename(place: EntityPlace, name: string, owner: Owner): Promise<void> {
		await this.change(place, { owner, missing: 'Identity_UpdateNotFound' }, (entity) =>
			Promise.resolve(entity.name === name ? undefined : { name }),
		);
	}

	/** Refuses to delete an entity that still holds something: nobody could move that any more. */
	async delete(place: EntityPlace, owner: Owner): Promise<void> {
		const change = { owner, missing: 'Identity_DeleteNotFound' } as const;
		await this.change(place, change, async (_entity, transaction) => {
			const held = await transaction
				.selectFrom('asset_balances')
				.select('asset_id')
				.where('account_id', '=', place.entityId)
				.where('amount', '<>', '0')
				.executeTakeFirst();
			if (held !== undefined) throw refuse('Tracker_EntityHolds', place.entityId, held.asset_id);
			return { deleted_at: isoTime(this.parts.clock) };
		});
	}

	private async change(
		place: EntityPlace,
		{ owner, missing }: { readonly owner: Owner; readonly missing: ErrorCode },
		decide: (
			entity: EntityRow,
			transaction: Transaction,
		) => Promise<Partial<Pick<EntityRow, 'name' | 'deleted_at'>> | undefined>,
	): Promise<void> {
		await this.parts.database.transaction().execute(async (transaction) => {
			await lockRow(transaction, 'entities', place.entityId);
			const before = await storedEntity(transaction, place);
			if (before === undefined) throw refuse(missing, place.entityId);
			requireOwner(before, owner);
			refuseCorrupted('entity', entityRecord, before);
			const changed = await decide(before, transaction);
			if (changed === undefined) return;
			const revision = { table: 'entities', kind: entityRecord, before, changed } as const;
			await revise(transaction, this.parts, { ...revision, changerId: owner.id });
		});
		this.parts.recordLog.wake();
	}
}

/**
 * An entity of that owner, locked until the transaction ends; refuses an unknown or foreign one.
 */
export async function ownedEntity(
	connection: Database | Transaction,
	place: EntityPlace,
	owner: Owner,
): Promise<Entity> {
	const locked = connection.selectFrom('entities').select('id').where('id', '=', place.entityId);
	await forShare(connection, locked).execute();
	const row = await storedEntity(connection, place);
	if (row === undefined) throw refuse('Identity_NotFound', place.entityId);
	requireOwner(row, owner);
	refuseCorrupted('entity', entityRecord, row);
	return entityOf(row);
}

/** The row of an entity, a deleted one too; refuses an unknown one, and one of another owner. */
export async function requireEntity(
	database: Database,
	{ productId, entityId }: EntityPlace,
	owner: Owner | undefined,
): Promise<EntityRow & EntryOfRecord> {
	const row = await storedEntities(database)
		.where('entities.product_id', '=', productId)
		.where('entities.id', '=', entityId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Identity_NotFound', entityId);
	if (owner !== undefined) requireOwner(row, owner);
	return row;
}

function requireOwner({ id, owner_id }: EntityRow, owner: Owner): void {
	if (owner_id !== owner.id) throw refuse('Identity_NotTheOwner', id, owner.name);
}

function storedEntities(connection: Database | Transaction) {
	return connection
		.selectFrom('entities')
		.innerJoin('log_entries', 'log_entries.sequence', 'entities.log_sequence')
		.innerJoin('users', 'users.id', 'entities.owner_id')
		.select(entityColumns)
		.select(entryColumns)
		.select(['entities.log_sequence', 'users.email as owner_email']);
}

function storedEntity(connection: Database | Transaction, { productId, entityId }: EntityPlace) {
	return storedEntities(connection)
		.where('entities.product_id', '=', productId)
		.where('entities.id', '=', entityId)
		.where('entities.deleted_at', 'is', null)
		.executeTakeFirst();
}

function entityOf(row: StoredRow<EntityRow> & { readonly owner_email: string }): Entity {
	return {
		id: row.id,
		name: row.name,
		ownerId: row.owner_id,
		ownerEmail: row.owner_email,
		createdAt: row.created_at,
		logSequence: row.log_sequence,
		status: statusOf(entityRecord, row),
	};
}
