/**
 * Links our assets to those of the tracker, with the number of our smallest units per tracker unit.
 * Only linked assets are pulled in and paid out, and administrators can credit only unlinked ones,
 * so a linked asset is fully backed at the tracker.
 */
import { inTransaction } from '../../../server/database/transactions';
import type { Database } from '../../database/database';
import { OUTSIDE } from '../../trading/ledger/posting';
import { CommandFault, FieldFault } from '../../../server/commands/command-fault';

export interface AssetLink {
	readonly asset: string;
	readonly trackerAssetId: string;
	/** Our smallest units in one unit of the tracker. */
	readonly unit: bigint;
	readonly decimals: number;
}

/** Links an asset permanently; repeating the same link changes nothing. */
export async function linkAsset(
	database: Database,
	{ asset, trackerAssetId, unit }: Omit<AssetLink, 'decimals'>,
): Promise<void> {
	if (unit <= 0n) throw new FieldFault('unit', 'must be above 0');
	await inTransaction(database, async (transaction) => {
		const earlier = await assetLink(transaction, asset);
		if (earlier !== undefined) {
			if (earlier.trackerAssetId === trackerAssetId && earlier.unit === unit) return;
			throw new CommandFault(`${asset} is linked to another asset or unit already`);
		}
		const other = await linkRows(transaction)
			.where('tracker_asset_id', '=', trackerAssetId)
			.executeTakeFirst();
		if (other !== undefined) {
			const fault = `${trackerAssetId} stands for ${other.asset} already`;
			throw new FieldFault('trackerAssetId', fault);
		}
		if (await isUnbacked(transaction, asset)) {
			throw new CommandFault(`accounts hold ${asset} that no tracker backs; link an unused asset`);
		}
		await transaction
			.insertInto('asset_links')
			.values({ asset, tracker_asset_id: trackerAssetId, unit })
			.execute();
	});
}

/** True if accounts hold some of an asset that did not come from a tracker. */
export async function isUnbacked(database: Database, asset: string): Promise<boolean> {
	if ((await assetLink(database, asset)) !== undefined) return false;
	const outside = await database
		.selectFrom('balances')
		.select('available')
		.where('account_id', '=', OUTSIDE)
		.where('asset', '=', asset)
		.executeTakeFirst();
	return outside !== undefined && outside.available !== 0n;
}

export async function assetLinks(database: Database): Promise<readonly AssetLink[]> {
	const rows = await linkRows(database).orderBy('asset').execute();
	return rows.map(readLink);
}

export async function assetLink(database: Database, asset: string): Promise<AssetLink | undefined> {
	const row = await linkRows(database).where('asset', '=', asset).executeTakeFirst();
	return row === undefined ? undefined : readLink(row);
}

/** Throws for an unlinked asset. */
export async function trackerAssetId(database: Database, asset: string): Promise<string> {
	const link = await assetLink(database, asset);
	if (link === undefined) throw new Error(`the asset ${asset} is not linked to the tracker`);
	return link.trackerAssetId;
}

function linkRows(database: Database) {
	return database
		.selectFrom('asset_links')
		.innerJoin('assets', 'assets.code', 'asset_links.asset')
		.select(['asset', 'tracker_asset_id', 'unit', 'decimals']);
}

function readLink(row: {
	readonly asset: string;
	readonly tracker_asset_id: string;
	readonly unit: bigint;
	readonly decimals: bigint;
}): AssetLink {
	return {
		asset: row.asset,
		trackerAssetId: row.tracker_asset_id,
		unit: row.unit,
		decimals: Number(row.decimals),
	};
}
