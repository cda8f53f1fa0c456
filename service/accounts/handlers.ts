/** The platform's own operations: which products the caller can use, and what is stored. */
import type { AreaHandlers } from '../operations/handler';
import { listRange } from '../operations/list-range';
import type { Accounts } from './accounts';

/** What an organisation stores, as the store of files counts it. */
export interface Usage {
	readonly storedBytes: number;
	readonly quotaBytes?: number;
}

export function platformHandlers(
	accounts: Accounts,
	usageOf: (organisationId: string) => Promise<Usage>,
): AreaHandlers<'platform'> {
	return {
		async listProducts({ caller }, input) {
			const products = await accounts.products(caller.organisationId, listRange(input));
			return products.map(({ id, name, kind }) => ({ id, name, product: kind, available: true }));
		},
		async showUsage({ caller }) {
			const { storedBytes, quotaBytes } = await usageOf(caller.organisationId);
			return { storedBytes, ...(quotaBytes !== undefined && { storedBytesMax: quotaBytes }) };
		},
	};
}
