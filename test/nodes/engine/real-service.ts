/**
 * The nodes against the real service: a running service and, for any of its users, the
 * credential a person would have entered for it.
 */
import type { IDataObject } from 'n8n-workflow';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';

export interface RealService {
	readonly service: RunningService;
	/** The credential of a user, of the all-round one when none is named. */
	credential(user?: TestUser): IDataObject;
}

export async function realService(): Promise<RealService> {
	const service = await startService();
	const { products, admin } = service.organisation;
	return {
		service,
		credential: (user = admin) => ({
			apiKey: user.key,
			baseUrl: service.url,
			storageUrl: service.storageUrl,
			sealerProductId: products.Sealer,
			trackerProductId: products.Tracker,
			keeperProductId: products.Keeper,
		}),
	};
}

/** The value of a selector in its mode By ID. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });
