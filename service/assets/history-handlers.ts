/** The operations that tell what was moved: wire values in, wire values out. */
import type { Clock } from '../../server/clock';
import { instantOf } from '../../server/instant';
import type { Database } from '../database/database';
import type { AreaHandlers } from '../operations/handler';
import { listRange } from '../operations/list-range';
import { listMovements } from './movements';
import type { AssetRegister } from './register';
import { statsOf } from './stats';
import { party, wireMovement } from './wire';

type HistoryOperation = 'listTransactions' | 'listProductTransactions' | 'getStats';

export function historyHandlers(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	register: AssetRegister,
): Pick<AreaHandlers<'tracker'>, HistoryOperation> {
	return {
		async listTransactions(context, input) {
			const { productId, assetId } = input;
			await register.find({ productId, assetId });
			const own = context.caller.roles.includes('TrackerAdmin')
				? {}
				: { partyId: party(context).id };
			const filter = { productId, assetId, ...own, ...before(input.beforeDateTime) };
			return (await listMovements(database, filter, listRange(input))).map(wireMovement);
		},
		async listProductTransactions(_context, input) {
			const filter = { productId: input.productId, ...before(input.beforeDateTime) };
			return (await listMovements(database, filter, listRange(input))).map(wireMovement);
		},
		async getStats(_context, { productId }) {
			return statsOf(database, productId, clock.now());
		},
	};
}

function before(moment: string | undefined): { readonly before?: string } {
	return moment === undefined ? {} : { before: instantOf(moment) };
}
