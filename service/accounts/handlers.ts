/** The platform's own operations: which products the caller can use. */
import type { AreaHandlers } from '../operations/handler';
import { listRange } from '../operations/list-range';
import type { Accounts } from './accounts';

export function platformHandlers(accounts: Accounts): AreaHandlers<'platform'> {
	return {
		async listProducts({ caller }, input) {
			const products = await accounts.products(caller.organisationId, listRange(input));
			return products.map(({ id, name, kind }) => ({ id, name, product: kind, available: true }));
		},
	};
}
