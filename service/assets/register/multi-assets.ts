/**
 * Multi-assets name the assets they are made of. Their units are their own: issuing or moving a
 * multi-asset issues and moves nothing of its members.
 */
import { forShare, lockUntilCommit } from '../../../server/database/locks';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import { storeOnce, type Creating } from '../../operations/once';
import { assetsById, type Asset, type AssetRegister } from './register';

export interface MultiAsset extends Asset {
	readonly members: readonly { readonly id: string; readonly name: string }[];
}

export interface NewMultiAsset {
	readonly productId: string;
	readonly name: string;
	readonly assetIds: readonly string[];
	/** For each name, the oldest asset in use is taken, or a new one created. */
	readonly assetNames: readonly string[];
}

interface Parts {
	readonly database: Database;
	readonly recordLog: RecordLog;
	readonly register: AssetRegister;
}

export async function createMultiAsset(
	{ database, recordLog, register }: Parts,
	context: Creating,
	made: NewMultiAsset,
): Promise<MultiAsset> {
	const { productId, name } = made;
	const asset = await storeOnce(database, context, async (transaction) => {
		await lockUntilCommit(transaction, `assets of ${productId}`);
		const memberIds = await membersOf(transaction, register, made);
		return register.add(transaction, { productId, name, memberIds });
	});
	recordLog.wake();
	return withMembers(database, asset);
}

async function membersOf(
	transaction: Transaction,
	register: AssetRegister,
	{ productId, assetIds, assetNames }: NewMultiAsset,
): Promise<readonly string[]> {
	for (const id of assetIds) await requireMember(transaction, productId, id);
	const named: string[] = [];
	for (const name of assetNames)
		named.push(await memberNamed(transaction, register, { productId, name }));
	const ids = [...assetIds, ...named];
	if (ids.length === 0) throw refuse('Factory_StackedFactoryWithoutFactory');
	const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
	if (repeated === undefined) return ids;
	throw refuse('Factory_StackedFactoryDuplicateFactory', repeated);
}

function inUse(transaction: Transaction, productId: string) {
	return transaction
		.selectFrom('assets')
		.select(['id', 'deleted_at'])
		.where('product_id', '=', productId)
		.where('kind', '=', 'single');
}

/** Refuses an absent or deleted asset, and locks a valid one until the transaction ends. */
async function requireMember(
	transaction: Transaction,
	productId: string,
	id: string,
): Promise<void> {
	const found = inUse(transaction, productId).where('id', '=', id);
	const row = await forShare(transaction, found).executeTakeFirst();
	if (row === undefined) throw refuse('Factory_FactoryNotFound', id);
	if (row.deleted_at !== null) throw refuse('Tracker_AssetDeleted', id);
}

async function memberNamed(
	transaction: Transaction,
	register: AssetRegister,
	place: { readonly productId: string; readonly name: string },
): Promise<string> {
	const named = inUse(transaction, place.productId)
		.where('name', '=', place.name)
		.where('deleted_at', 'is', null)
		.orderBy('sequence')
		.limit(1);
	const found = await forShare(transaction, named).executeTakeFirst();
	return found?.id ?? (await register.add(transaction, place)).id;
}

/** Adds the names of the members. */
export async function allWithMembers(
	database: Database,
	assets: readonly Asset[],
): Promise<readonly MultiAsset[]> {
	const ids = new Set(assets.flatMap(({ memberIds }) => memberIds));
	const members = await assetsById(database, ids);
	return assets.map((asset) => ({
		...asset,
		members: asset.memberIds.map((id) => ({ id, name: members.get(id)?.name ?? '' })),
	}));
}

export async function withMembers(database: Database, asset: Asset): Promise<MultiAsset> {
	const [multi] = await allWithMembers(database, [asset]);
	if (multi === undefined) throw new Error('each asset is answered with its members');
	return multi;
}
