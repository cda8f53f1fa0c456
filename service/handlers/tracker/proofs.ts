import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import type { AreaHandlers } from '../../operations/handler';
import type { RecordProofs } from '../../proofs/record-proofs';
import { assetRecord, movementRecord } from '../../assets/register/entries';
import { findMovement } from '../../assets/ledger/movements';
import { requireAsset } from '../../assets/register/register';
import { party } from './wire';

interface ProofParts {
	readonly database: Database;
	readonly proofs: RecordProofs;
}

export function assetProofHandlers({
	database,
	proofs,
}: ProofParts): Pick<AreaHandlers<'tracker'>, 'getAssetProof' | 'getTransactionProof'> {
	return {
		async getAssetProof(_context, place) {
			const row = await requireAsset(database, place);
			return proofs.of(assetRecord, row, `asset '${row.id}'`);
		},
		async getTransactionProof(context, { transactionId, ...place }) {
			await requireAsset(database, place);
			const own = context.caller.roles.includes('TrackerAdmin')
				? {}
				: { partyId: party(context).id };
			const row = await findMovement(database, { ...place, ...own }, transactionId);
			if (row === undefined) throw refuse('Factory_TransactionNotFound', transactionId);
			return proofs.of(movementRecord, row, `transaction '${row.id}'`);
		},
	};
}
