import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import type { AreaHandlers } from '../../operations/handler';
import type { RecordProofs } from '../../proofs/record-proofs';
import type { RecordLog } from '../../log/record-log';
import { batchHandlers, holdingHandlers } from './batches';
import { MovementService } from '../../assets/requests/movement-service';
import { Entities } from '../../assets/register/entities';
import { entityHandlers } from './entities';
import { trackerProofHandlers } from './proofs';
import { historyHandlers } from './history';
import { holderHandlers } from '../../assets/ledger/holders';
import type { IdempotencyRetention } from '../../operations/idempotency-retention';
import { movementHandlers } from './movements';
import { multiAssetHandlers } from './multi-assets';
import { AssetRegister } from '../../assets/register/register';
import { registerHandlers } from './register';

export interface AssetParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly proofs: RecordProofs;
	readonly idempotencyRetention: IdempotencyRetention;
}

export function assetHandlers(parts: AssetParts): AreaHandlers<'tracker'> {
	const register = new AssetRegister(parts);
	const known = { ...parts, register };
	const multiBatches = batchHandlers(known, 'multi');
	return {
		...registerHandlers(known),
		...multiAssetHandlers(known),
		...entityHandlers(new Entities(parts)),
		...movementHandlers(parts, new MovementService(parts)),
		...holdingHandlers(known),
		...batchHandlers(known, 'single'),
		listMultiAssetBatches: multiBatches.listBatches,
		listMultiAssetBatchTransactions: multiBatches.listBatchTransactions,
		...historyHandlers(parts, register),
		...trackerProofHandlers(parts),
		...holderHandlers(parts.database, register),
	};
}
