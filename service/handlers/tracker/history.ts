import type { Clock } from '../../../server/clock';
import { instantOf } from '../../../server/instant';
import type { Database } from '../../database/database';
import type { AreaHandlers, RequestContext } from '../../operations/handler';
import { listRange, type ListRange } from '../../operations/list-range';
import type { AssetKind } from '../../assets/register/entries';
import { listMovements } from '../../assets/ledger/movements';
import type { AssetRegister } from '../../assets/register/register';
import { statsOf } from '../../assets/ledger/stats';
import { isTrackerAdmin, party, wireMovement } from './wire';

type HistoryOperation =
	| 'listTransactions'
	| 'listMultiAssetTransactions'
	| 'listProductTransactions'
	| 'getStats';

interface AssetHistory extends Partial<ListRange> {
	readonly productId: string;
	readonly assetId: string;
	readonly reference?: string;
	readonly beforeDateTime?: string;
}

export function historyHandlers(
	{ database, clock }: { readonly database: Database; readonly clock: Clock },
	register: AssetRegister,
): Pick<AreaHandlers<'tracker'>, HistoryOperation> {
	const transactionsOf =
		(kind: AssetKind) => async (context: RequestContext, input: AssetHistory) => {
			const { productId, assetId, reference } = input;
			await register.find({ productId, assetId, kind });
			const own = isTrackerAdmin(context) ? {} : { partyId: party(context).id };
			const filter = { productId, assetId, reference, ...own, ...before(input.beforeDateTime) };
			return (await listMovements(database, filter, listRange(input))).map(wireMovement);
		};
	return {
		listTransactions: transactionsOf('single'),
		listMultiAssetTransactions: transactionsOf('multi'),
		async listProductTransactions(_context, input) {
			const { productId, reference } = input;
			const filter = { productId, reference, ...before(input.beforeDateTime) };
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
