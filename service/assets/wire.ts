/** Who calls the tracker, and its records as they are on the wire. */
import type { Model } from '../../api/types';
import type { RequestContext } from '../operations/handler';
import type { Account, Moved } from './ledger';
import type { Movement } from './movements';
import type { Asset } from './register';

/** The routes let only users with a role through, and a user has an id. */
export function party({ caller }: RequestContext): Account {
	if (caller.userId === undefined) throw new Error('the tracker is called by users only');
	return { id: caller.userId, kind: 'user', name: caller.email };
}

export function wireAsset(asset: Asset): Model<'TrackerAsset'> {
	const { id, name, blockchainStatus, creationDate, isDeleted } = asset;
	return { id, name, blockchainStatus, creationDate, isDeleted };
}

export function wireMovement(movement: Movement): Model<'AssetTransaction'> {
	const [first, second] = movement.lines;
	return {
		id: movement.id,
		assetId: movement.assetId,
		assetDisplayName: movement.assetName,
		...(first !== undefined && second === undefined && { batchId: first.batchId }),
		amount: movement.amount,
		senderDisplayName: movement.senderName,
		recipientDisplayName: movement.recipientName,
		timestamp: Date.parse(movement.createdAt) || 0,
		blockchainStatus: movement.blockchainStatus,
		isReverted: movement.isReverted,
	};
}

/** A movement that was carried out just now. */
export function wireMoved({ id, order, lines, createdAt }: Moved): Model<'AssetTransaction'> {
	const { asset, giver, caller, taker, amount } = order;
	return wireMovement({
		...{ id, assetId: asset.id, assetName: asset.name, lines, amount, createdAt },
		senderName: (giver ?? caller).name,
		recipientName: taker.name,
		blockchainStatus: 'Unconfirmed',
		isReverted: false,
	});
}
