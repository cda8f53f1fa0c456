/** Who calls the tracker, and its records as they are on the wire. */
import type { Model } from '../../api/types';
import type { RequestContext } from '../operations/handler';
import type { Movement, Party } from './assets';
import type { Asset } from './register';

/** The routes let only users with a role through, and a user has an id. */
export function party({ caller }: RequestContext): Party {
	if (caller.userId === undefined) throw new Error('the tracker is called by users only');
	return { id: caller.userId, email: caller.email };
}

export function wireAsset(asset: Asset): Model<'TrackerAsset'> {
	const { id, name, blockchainStatus, creationDate, isDeleted } = asset;
	return { id, name, blockchainStatus, creationDate, isDeleted };
}

export function wireMovement(movement: Movement): Model<'AssetTransaction'> {
	return {
		id: movement.id,
		assetId: movement.assetId,
		assetDisplayName: movement.assetName,
		...(movement.batchId !== null && { batchId: movement.batchId }),
		amount: movement.amount,
		senderDisplayName: movement.senderEmail,
		recipientDisplayName: movement.recipientEmail,
		timestamp: Date.parse(movement.createdAt) || 0,
		blockchainStatus: movement.blockchainStatus,
		isReverted: false,
	};
}
