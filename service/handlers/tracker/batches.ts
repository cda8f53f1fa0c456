import { setImmediate as othersServed } from 'node:timers/promises';
import type { Database } from '../../database/database';
import type { AreaHandlers, RequestContext } from '../../operations/handler';
import { listRange, type ListRange } from '../../operations/list-range';
import type { AssetKind } from '../../assets/register/entries';
import { listBalances } from '../../assets/ledger/balances';
import { batchMovements, heldBatches } from '../../assets/ledger/batches';
import { listMovements } from '../../assets/ledger/movements';
import { holderId } from '../../assets/ledger/parties';
import type { AssetRegister } from '../../assets/register/register';
import { party, wireBalance, wireBatch, wireMovement } from './wire';

interface BatchParts {
	readonly database: Database;
	readonly register: AssetRegister;
}

interface BatchListInput extends Partial<ListRange> {
	readonly productId: string;
	readonly assetId: string;
}

type HoldingOperation = 'listBalances' | 'listHeldBatches';

export function holdingHandlers({
	database,
	register,
}: BatchParts): Pick<AreaHandlers<'tracker'>, HoldingOperation> {
	return {
		async listBalances(context, input) {
			const { productId, ownedid: entityId } = input;
			const accountId = await holderId(database, { productId, entityId }, party(context));
			const held = await listBalances(database, { productId, accountId }, listRange(input));
			return held.map(wireBalance);
		},
		async listHeldBatches(context, input) {
			const { productId, assetId, ownedid: entityId } = input;
			await register.find({ productId, assetId, kind: 'any' });
			const accountId = await holderId(database, { productId, entityId }, party(context));
			return (await heldBatches(database, { assetId, accountId }, listRange(input))).map(wireBatch);
		},
	};
}

/** Operations on the batches of single assets or of multi-assets. */
export function batchHandlers({ database, register }: BatchParts, kind: AssetKind) {
	return {
		async listBatches(_context: RequestContext, input: BatchListInput) {
			const { productId, assetId } = input;
			const asset = await register.find({ productId, assetId, kind });
			const filter = { productId, assetId, kind: 'issue' } as const;
			const issues = await listMovements(database, filter, listRange(input));
			return { assetDisplayName: asset.name, batches: issues.map(wireMovement) };
		},
		async listBatchTransactions(
			_context: RequestContext,
			input: BatchListInput & { readonly batchId: string },
		) {
			const { productId, assetId, batchId } = input;
			const asset = await register.find({ productId, assetId, kind });
			const place = { productId, assetId, batchId };
			const { issuedAt, movements } = await batchMovements(database, place, listRange(input));
			await othersServed();
			const transactions = movements.map(wireMovement);
			await othersServed();
			return {
				batchTimestamp: Date.parse(issuedAt) || 0,
				assetDisplayName: asset.name,
				transactions,
			};
		},
	};
}
