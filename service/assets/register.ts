/**
 * The assets of a product: created, renamed, deleted and found. Each change is a revision with an
 * entry of its own in the log, and what an asset was before it stays beside it, so that its whole past
 * can be checked. What is held and moved of an asset is left to others.
 *
 *   an asset     entered by            left by
 *   in use       create                delete
 *   deleted      delete                never: its movements stay, and nothing more is moved
 */
import { newId, isoTime, type Clock } from '../../server/clock';
import { forUpdate } from '../../server/database/locks';
import { refuse } from '../../server/refusal';
import type { Database, Transaction } from '../database/database';
import { readList } from '../database/list-reading';
import { entryColumns, newEntry, statusOf, type EntryOfRecord } from '../log/record-kind';
import type { BlockchainStatus, RecordLog } from '../log/record-log';
import type { ListRange } from '../operations/list-range';
import { assetColumns, assetRecord, type AssetRow } from './asset-entries';

export interface Asset {
	readonly id: string;
	readonly name: string;
	readonly blockchainStatus: BlockchainStatus;
	readonly creationDate: string;
	readonly isDeleted: boolean;
}

export interface KnownAsset extends Asset {
	readonly logSequence: number;
}

export interface AssetPlace {
	readonly productId: string;
	readonly assetId: string;
}

export interface AssetFilter {
	readonly productId: string;
	/** Only assets of these names. */
	readonly names?: readonly string[];
	readonly isDeleted: boolean;
}

type StoredAsset = AssetRow & EntryOfRecord & { readonly log_sequence: number };

export class AssetRegister {
	constructor(
		private readonly parts: {
			readonly database: Database;
			readonly clock: Clock;
			readonly recordLog: RecordLog;
		},
	) {}

	async create(productId: string, name: string): Promise<Asset> {
		const row: AssetRow = {
			...{ id: newId(this.parts.clock), product_id: productId, name, kind: 'single', revision: 1 },
			...{ created_at: isoTime(this.parts.clock), changed_by: null, changed_at: null },
			deleted_at: null,
		};
		await this.parts.database.transaction().execute(async (transaction) => {
			const entry = await this.parts.recordLog.append(transaction, newEntry(assetRecord, row));
			await transaction
				.insertInto('assets')
				.values({ ...row, log_sequence: entry.sequence })
				.execute();
		});
		this.parts.recordLog.wake();
		return assetOf(row, 'Unconfirmed');
	}

	async list({ productId, names, isDeleted }: AssetFilter, range: ListRange) {
		let query = storedAssets(this.parts.database)
			.where('assets.product_id', '=', productId)
			.where('assets.deleted_at', isDeleted ? 'is not' : 'is', null);
		if (names !== undefined) query = query.where('assets.name', 'in', names);
		return readList(query, { by: 'assets.sequence' }, range, (rows) => rows.map(knownAsset));
	}

	/** The asset by its id in this product, a deleted one too; refuses when there is none. */
	find(place: AssetPlace): Promise<KnownAsset> {
		return requireAsset(this.parts.database, place).then(knownAsset);
	}

	/** Gives an asset another name; the same name again changes nothing. */
	async rename(place: AssetPlace, name: string, changerId: string): Promise<void> {
		await this.change(place, changerId, (asset) => {
			if (asset.deleted_at !== null) throw refuse('Tracker_AssetDeleted', asset.id);
			return asset.name === name ? undefined : { name };
		});
	}

	/** Ends the use of an asset; deleting a deleted one changes nothing. */
	async delete(place: AssetPlace, changerId: string): Promise<void> {
		await this.change(place, changerId, (asset) =>
			asset.deleted_at === null ? { deleted_at: isoTime(this.parts.clock) } : undefined,
		);
	}

	private async change(
		place: AssetPlace,
		changerId: string,
		decide: (asset: AssetRow) => Partial<Pick<AssetRow, 'name' | 'deleted_at'>> | undefined,
	): Promise<void> {
		await this.parts.database.transaction().execute(async (transaction) => {
			const row = await this.lock(transaction, place);
			const changed = decide(row);
			if (changed !== undefined) await this.revise(transaction, row, { ...changed, changerId });
		});
		this.parts.recordLog.wake();
	}

	/** The asset, which nobody else changes before the transaction has ended. */
	private async lock(transaction: Transaction, place: AssetPlace): Promise<StoredAsset> {
		const locked = transaction.selectFrom('assets').select('id').where('id', '=', place.assetId);
		await forUpdate(transaction, locked).execute();
		const row = await requireAsset(transaction, place);
		// A new revision would say of the log what the edit says.
		if (statusOf(assetRecord, row) !== 'Corrupted') return row;
		throw refuse('Core_RecordCorrupted', `asset '${row.id}'`);
	}

	private async revise(
		transaction: Transaction,
		before: StoredAsset,
		{ changerId, ...changed }: Partial<AssetRow> & { readonly changerId: string },
	): Promise<void> {
		const { id, revision, name, changed_by, changed_at, log_sequence } = before;
		await transaction
			.insertInto('asset_revisions')
			.values({ asset_id: id, revision, name, changed_by, changed_at, log_sequence })
			.execute();
		const now = isoTime(this.parts.clock);
		const values = {
			...{ ...changed, revision: revision + 1, changed_by: changerId, changed_at: now },
		};
		const record = newEntry(assetRecord, { ...before, ...values });
		const entry = await this.parts.recordLog.append(transaction, record);
		await transaction
			.updateTable('assets')
			.set({ ...values, log_sequence: entry.sequence })
			.where('id', '=', id)
			.execute();
	}
}

function storedAssets(connection: Database | Transaction) {
	return connection
		.selectFrom('assets')
		.innerJoin('log_entries', 'log_entries.sequence', 'assets.log_sequence')
		.select(assetColumns)
		.select(entryColumns)
		.select('assets.log_sequence');
}

async function requireAsset(
	connection: Database | Transaction,
	{ productId, assetId }: AssetPlace,
): Promise<StoredAsset> {
	const row = await storedAssets(connection)
		.where('assets.product_id', '=', productId)
		.where('assets.id', '=', assetId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Factory_FactoryNotFound', assetId);
	return row;
}

/** Assets by their ids, of whatever product. */
export async function assetsById(
	database: Database,
	ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, KnownAsset>> {
	if (ids.size === 0) return new Map();
	const rows = await storedAssets(database)
		.where('assets.id', 'in', [...ids])
		.execute();
	return new Map(rows.map((row) => [row.id, knownAsset(row)]));
}

function knownAsset(row: StoredAsset): KnownAsset {
	return { ...assetOf(row, statusOf(assetRecord, row)), logSequence: row.log_sequence };
}

function assetOf(row: AssetRow, blockchainStatus: BlockchainStatus): Asset {
	const { id, name, created_at: creationDate } = row;
	return { id, name, blockchainStatus, creationDate, isDeleted: row.deleted_at !== null };
}
