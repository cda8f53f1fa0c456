/**
 * The assets and multi-assets of a product: creates, renames, deletes and finds them. Each change is a
 * revision with its own log entry; earlier revisions are kept, so that the whole history can be checked.
 *
 *   an asset     entered by            left by
 *   in use       create                delete, unless a multi-asset in use contains it
 *   deleted      delete                never: its movements stay, and nothing more is moved
 */
import { newId, isoTime, type Clock } from '../../../server/clock';
import { textList, textsValue } from '../../../server/database/bulk';
import { Prepared } from '../../../server/database/prepared';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import { readList } from '../../database/list-reading';
import { hasText } from '../../database/text-search';
import type { Schema } from '../../database/schema';
import { addProductEvent } from '../../events/product-event';
import { entryColumns, newEntry, statusOf } from '../../log/record-kind';
import type { BlockchainStatus, RecordLog } from '../../log/record-log';
import type { ListRange } from '../../operations/list-range';
import { storeOnce, type Creating } from '../../operations/once';
import { assetColumns, assetRecord, membersOf, type AssetKind, type AssetRow } from './entries';
import { lockRow, refuseCorrupted, revise, type StoredRow } from './revisions';

export interface Asset {
	readonly id: string;
	readonly name: string;
	readonly kind: AssetKind;
	readonly blockchainStatus: BlockchainStatus;
	readonly creationDate: string;
	readonly isDeleted: boolean;
	/** Member ids of a multi-asset; empty for a single asset. */
	readonly memberIds: readonly string[];
}

export interface KnownAsset extends Asset {
	readonly productId: string;
	readonly logSequence: number;
}

export interface AssetPlace {
	readonly productId: string;
	readonly assetId: string;
	/** Default: single. */
	readonly kind?: AssetKind | 'any';
}

export interface AssetFilter {
	readonly productId: string;
	readonly kind: AssetKind;
	readonly isDeleted: boolean;
	/** Only assets of these names. */
	readonly names?: readonly string[];
	/** Only assets with this text in their name. */
	readonly search?: string | undefined;
	/** Only multi-assets with one of these members. */
	readonly memberIds?: readonly string[];
	/** Only assets created before this moment, ISO 8601 in UTC. */
	readonly before?: string;
}

export interface NewAsset {
	readonly productId: string;
	readonly name: string;
	/** Given for a multi-asset. */
	readonly memberIds?: readonly string[];
}

type StoredAsset = StoredRow<AssetRow>;

/** Decides inside the transaction which columns change; undefined changes nothing. */
type Decision = (
	asset: AssetRow,
	transaction: Transaction,
) => Promise<Partial<Pick<AssetRow, 'name' | 'deleted_at'>> | undefined>;

export class AssetRegister {
	constructor(
		private readonly parts: {
			readonly database: Database;
			readonly clock: Clock;
			readonly recordLog: RecordLog;
		},
	) {}

	async create(context: Creating, asset: NewAsset): Promise<Asset> {
		const made = await storeOnce(this.parts.database, context, (transaction) =>
			this.add(transaction, asset),
		);
		this.parts.recordLog.wake();
		return made;
	}

	/** Adds an asset in the caller's transaction; the caller must wake the log afterwards. */
	async add(
		transaction: Transaction,
		{ productId, name, memberIds = [] }: NewAsset,
	): Promise<Asset> {
		const { clock, recordLog } = this.parts;
		const made = {
			id: newId(clock),
			product_id: productId,
			name,
			created_at: isoTime(clock),
			kind: memberIds.length === 0 ? 'single' : 'multi',
			revision: 1,
			changed_by: null,
			changed_at: null,
			deleted_at: null,
		};
		const row = { ...made, member_ids: memberIds.length === 0 ? null : memberIds.join() };
		const entry = await recordLog.append(transaction, newEntry(assetRecord, row));
		const values = { ...made, log_sequence: entry.sequence };
		await transaction.insertInto('assets').values(values).execute();
		const members = memberIds.map((asset_id, position) => ({
			multi_id: made.id,
			position,
			asset_id,
		}));
		if (members.length > 0) await transaction.insertInto('asset_members').values(members).execute();
		await addProductEvent(transaction, clock, {
			type: 'asset.created',
			productId,
			subject: made.id,
			data: { assetId: made.id, assetName: name, isMultiAsset: members.length > 0 },
		});
		return assetOf(row, 'Unconfirmed');
	}

	async list(filter: AssetFilter, range: ListRange): Promise<readonly KnownAsset[]> {
		const { productId, kind, isDeleted, names, search, memberIds, before } = filter;
		let query = storedAssets(this.parts.database)
			.where('assets.product_id', '=', productId)
			.where('assets.kind', '=', kind)
			.where('assets.deleted_at', isDeleted ? 'is not' : 'is', null);
		if (names !== undefined) query = query.where('assets.name', 'in', names);
		if (search !== undefined) query = query.where(hasText(['assets.name'], search));
		if (before !== undefined) query = query.where('assets.created_at', '<', before);
		if (memberIds !== undefined) {
			const made = this.parts.database.selectFrom('asset_members').select('multi_id');
			query = query.where('assets.id', 'in', made.where('asset_id', 'in', memberIds));
		}
		return readList(query, { by: 'assets.sequence' }, range, (rows) => rows.map(knownAsset));
	}

	/** Finds an asset of a product by id, including deleted ones; refuses an unknown id. */
	find(place: AssetPlace): Promise<KnownAsset> {
		return requireAsset(this.parts.database, place).then(knownAsset);
	}

	/** Renames an asset; the same name changes nothing. */
	async rename(place: AssetPlace, name: string, changerId: string): Promise<void> {
		await this.change(place, changerId, (asset) => {
			if (asset.deleted_at !== null) throw refuse('Tracker_AssetDeleted', asset.id);
			return Promise.resolve(asset.name === name ? undefined : { name });
		});
	}

	/** Ends the use of an asset; deleting a deleted one changes nothing. */
	async delete(place: AssetPlace, changerId: string): Promise<void> {
		await this.change(place, changerId, async (asset, transaction) => {
			if (asset.deleted_at !== null) return undefined;
			await refuseMember(transaction, asset.id);
			return { deleted_at: isoTime(this.parts.clock) };
		});
	}

	private async change(place: AssetPlace, changerId: string, decide: Decision): Promise<void> {
		await this.parts.database.transaction().execute(async (transaction) => {
			await lockRow(transaction, 'assets', place.assetId);
			const before = await requireAsset(transaction, place);
			refuseCorrupted('asset', assetRecord, before);
			const changed = await decide(before, transaction);
			if (changed === undefined) return;
			const revision = { table: 'assets', kind: assetRecord, before, changed, changerId } as const;
			await revise(transaction, this.parts, revision);
		});
		this.parts.recordLog.wake();
	}
}

/** Refuses to delete a member of a multi-asset in use. */
async function refuseMember(transaction: Transaction, assetId: string): Promise<void> {
	const made = await transaction
		.selectFrom('asset_members')
		.innerJoin('assets', 'assets.id', 'asset_members.multi_id')
		.select('assets.id')
		.where('asset_members.asset_id', '=', assetId)
		.where('assets.deleted_at', 'is', null)
		.executeTakeFirst();
	if (made !== undefined) throw refuse('Factory_CannotDeleteInheritedFactory', assetId, made.id);
}

export function storedAssets(connection: Database | Transaction) {
	return connection
		.selectFrom('assets')
		.innerJoin('log_entries', 'log_entries.sequence', 'assets.log_sequence')
		.select(assetColumns)
		.select(entryColumns)
		.select('assets.log_sequence');
}

/** The row of an asset; refuses an unknown id. */
export async function requireAsset(
	connection: Database | Transaction,
	{ productId, assetId, kind = 'single' }: AssetPlace,
): Promise<StoredAsset> {
	const query = storedAssets(connection)
		.where('assets.product_id', '=', productId)
		.where('assets.id', '=', assetId);
	const ofKind = kind === 'any' ? query : query.where('assets.kind', '=', kind);
	const row = await ofKind.executeTakeFirst();
	if (row !== undefined) return row;
	throw refuse(
		kind === 'multi' ? 'Factory_StackedFactoryNotFound' : 'Factory_FactoryNotFound',
		assetId,
	);
}

const assetsByIds = new Prepared<Schema, StoredAsset>((database) =>
	storedAssets(database).where('assets.id', 'in', textList<Schema>(database, [])),
);

/** Assets by id, of any product. */
export async function assetsById(
	database: Database,
	ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, KnownAsset>> {
	if (ids.size === 0) return new Map();
	const rows = await assetsByIds.rows(database, [textsValue([...ids])]);
	return new Map(rows.map((row) => [row.id, knownAsset(row)]));
}

export function knownAsset(row: StoredAsset): KnownAsset {
	const { product_id: productId, log_sequence: logSequence } = row;
	return { ...assetOf(row, statusOf(assetRecord, row)), productId, logSequence };
}

function assetOf(row: AssetRow, blockchainStatus: BlockchainStatus): Asset {
	return {
		id: row.id,
		name: row.name,
		kind: row.kind === 'multi' ? 'multi' : 'single',
		blockchainStatus,
		creationDate: row.created_at,
		isDeleted: row.deleted_at !== null,
		memberIds: membersOf(row),
	};
}
