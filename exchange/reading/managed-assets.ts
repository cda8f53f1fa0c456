import { present } from '../../server/at';
import type { Database } from '../database/database';
import type { Page } from '../database/page';

export interface ManagedAsset {
	readonly asset: string;
	readonly decimals: number;
	/** Absent: no tracker backs it. */
	readonly link?: {
		readonly trackerAssetId: string;
		/** Smallest units in one unit of the tracker. */
		readonly unit: bigint;
	};
}

/** Lists assets by code. */
export async function listAssets(
	database: Database,
	{ fromId, limit, offset }: Page,
): Promise<readonly ManagedAsset[]> {
	return (
		await database
			.selectFrom('assets')
			.leftJoin('asset_links', 'asset_links.asset', 'assets.code')
			.select(['code', 'decimals', 'tracker_asset_id', 'unit'])
			.$if(fromId !== undefined, (query) =>
				query.where('code', '>=', present(fromId, 'the first id')),
			)
			.orderBy('code')
			.limit(limit)
			.offset(offset)
			.execute()
	).map(({ code: asset, decimals, tracker_asset_id: trackerAssetId, unit }) => ({
		asset,
		decimals: Number(decimals),
		...(trackerAssetId !== null && unit !== null && { link: { trackerAssetId, unit } }),
	}));
}
