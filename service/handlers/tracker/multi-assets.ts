import { instantOf } from '../../../server/instant';
import type { Database } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import type { AreaHandlers } from '../../operations/handler';
import { listRange } from '../../operations/list-range';
import { allWithMembers, createMultiAsset, withMembers } from '../../assets/register/multi-assets';
import type { AssetRegister } from '../../assets/register/register';
import { party, separated, wireMultiAsset } from './wire';

interface Parts {
	readonly database: Database;
	readonly recordLog: RecordLog;
	readonly register: AssetRegister;
}

type MultiAssetOperation =
	| 'createMultiAsset'
	| 'listMultiAssets'
	| 'getMultiAsset'
	| 'updateMultiAsset'
	| 'deleteMultiAsset';

const kind = 'multi';

export function multiAssetHandlers(
	parts: Parts,
): Pick<AreaHandlers<'tracker'>, MultiAssetOperation> {
	const { database, register } = parts;
	return {
		async createMultiAsset(context, { productId, name, ...members }) {
			const { assetIds = [], assetDisplayNames: assetNames = [] } = members;
			const made = { productId, name, assetIds, assetNames };
			return wireMultiAsset(await createMultiAsset(parts, context, made));
		},
		async listMultiAssets(_context, input) {
			const { productId, assetIds, beforeDateTime, isDeleted = false } = input;
			const filter = {
				...({ productId, kind, isDeleted } as const),
				...(assetIds !== undefined && { memberIds: separated(assetIds) }),
				...(beforeDateTime !== undefined && { before: instantOf(beforeDateTime) }),
			};
			const assets = await register.list(filter, listRange(input));
			return (await allWithMembers(database, assets)).map(wireMultiAsset);
		},
		async getMultiAsset(_context, place) {
			const asset = await register.find({ ...place, kind });
			return wireMultiAsset(await withMembers(database, asset));
		},
		async updateMultiAsset(context, { name, ...place }) {
			await register.rename({ ...place, kind }, name, party(context).id);
		},
		async deleteMultiAsset(context, place) {
			await register.delete({ ...place, kind }, party(context).id);
		},
	};
}
