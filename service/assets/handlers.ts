import type { Clock } from '../../server/clock';
import type { Database } from '../database/database';
import type { AreaHandlers } from '../operations/handler';
import type { RecordProofs } from '../proofs/record-proofs';
import type { RecordLog } from '../log/record-log';
import { batchHandlers, holdingHandlers } from './batch-handlers';
import { MovementService } from './requests/movement-service';
import { Entities } from './register/entities';
import { entityHandlers } from './entity-handlers';
import { assetProofHandlers } from './asset-proofs';
import { historyHandlers } from './history-handlers';
import { holderHandlers } from './ledger/holders';
import type { IdempotencyRetention } from './requests/idempotency-retention';
import { movementHandlers } from './movement-handlers';
import { multiAssetHandlers } from './multi-asset-handlers';
import { AssetRegister } from './register/register';
import { registerHandlers } from './register-handlers';

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
		...assetProofHandlers(parts),
		...holderHandlers(parts.database, register),
	};
}
