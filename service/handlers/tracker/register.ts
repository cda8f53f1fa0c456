import type { AreaHandlers } from '../../operations/handler';
import { listRange } from '../../operations/list-range';
import type { AssetRegister } from '../../assets/register/register';
import { party, separated, wireAsset } from './wire';

type RegisterOperation = 'createAsset' | 'listAssets' | 'getAsset' | 'updateAsset' | 'deleteAsset';

export function registerHandlers({
	register,
}: {
	readonly register: AssetRegister;
}): Pick<AreaHandlers<'tracker'>, RegisterOperation> {
	return {
		async createAsset(context, { productId, name }) {
			return wireAsset(await register.create(context, { productId, name }));
		},
		async listAssets(_context, input) {
			const { productId, assetDisplayNames, search, isDeleted = false } = input;
			const filter = {
				productId,
				kind: 'single',
				isDeleted,
				search,
				...namesOf(assetDisplayNames),
			} as const;
			return (await register.list(filter, listRange(input))).map(wireAsset);
		},
		async getAsset(_context, place) {
			return wireAsset(await register.find(place));
		},
		async updateAsset(context, { name, ...place }) {
			await register.rename(place, name, party(context).id);
		},
		async deleteAsset(context, place) {
			await register.delete(place, party(context).id);
		},
	};
}

function namesOf(text: string | undefined): { readonly names?: readonly string[] } {
	return text === undefined ? {} : { names: separated(text) };
}
