import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import type { AreaHandlers, RequestContext } from '../../operations/handler';
import type { RecordProofs } from '../../proofs/record-proofs';
import { entityRecord, requireEntity } from '../../assets/register/entities';
import { assetRecord, movementRecord, type AssetKind } from '../../assets/register/entries';
import { findMovement } from '../../assets/ledger/movements';
import { requireAsset, type AssetPlace } from '../../assets/register/register';
import { isTrackerAdmin, party } from './wire';

interface ProofParts {
	readonly database: Database;
	readonly proofs: RecordProofs;
}

type Place = Pick<AssetPlace, 'productId' | 'assetId'>;

type ProofOperation =
	| 'getAssetProof'
	| 'getMultiAssetProof'
	| 'getTransactionProof'
	| 'getMultiAssetTransactionProof'
	| 'getEntityProof';

export function trackerProofHandlers({
	database,
	proofs,
}: ProofParts): Pick<AreaHandlers<'tracker'>, ProofOperation> {
	const assetProof = (kind: AssetKind) => async (_context: RequestContext, place: Place) => {
		const row = await requireAsset(database, { ...place, kind });
		return proofs.of(assetRecord, row, `asset '${row.id}'`);
	};
	const transactionProof =
		(kind: AssetKind) =>
		async (
			context: RequestContext,
			{ transactionId, ...place }: Place & { readonly transactionId: string },
		) => {
			await requireAsset(database, { ...place, kind });
			const own = isTrackerAdmin(context) ? {} : { partyId: party(context).id };
			const row = await findMovement(database, { ...place, ...own }, transactionId);
			if (row === undefined) throw refuse('Factory_TransactionNotFound', transactionId);
			return proofs.of(movementRecord, row, `transaction '${row.id}'`);
		};
	return {
		getAssetProof: assetProof('single'),
		getMultiAssetProof: assetProof('multi'),
		getTransactionProof: transactionProof('single'),
		getMultiAssetTransactionProof: transactionProof('multi'),
		async getEntityProof(context, place) {
			const owner = isTrackerAdmin(context) ? undefined : party(context);
			const row = await requireEntity(database, place, owner);
			return proofs.of(entityRecord, row, `entity '${row.id}'`);
		},
	};
}
