import type { Model } from '../../../api/types';
import type { RequestContext } from '../../operations/handler';
import type { Balance } from '../../assets/ledger/balances';
import type { HeldBatch } from '../../assets/ledger/batches';
import type { Account, PostedMovement } from '../../assets/ledger/ledger';
import type { Movement } from '../../assets/ledger/movements';
import { purposeColumns, purposeOf } from '../../assets/register/entries';
import type { MultiAsset } from '../../assets/register/multi-assets';
import type { Asset } from '../../assets/register/register';

/** The calling user's account; the routes let only users with a role through. */
export function party({ caller }: RequestContext): Account {
	if (caller.userId === undefined) throw new Error('the tracker is called by users only');
	return { id: caller.userId, kind: 'user', name: caller.email };
}

export function isTrackerAdmin({ caller }: RequestContext): boolean {
	return caller.roles.includes('TrackerAdmin');
}

export function wireAsset(asset: Asset): Model<'TrackerAsset'> {
	const { id, name, blockchainStatus, creationDate, isDeleted } = asset;
	return { id, name, blockchainStatus, creationDate, isDeleted };
}

/** A row that somebody edited may have another kind; its status says so. */
const movementTypes: Readonly<Record<string, Model<'AssetTransaction'>['type']>> = {
	issue: 'Issue',
	transfer: 'Transfer',
	reversal: 'Reversal',
	burn: 'Burn',
};

export function wireMovement(movement: Movement): Model<'AssetTransaction'> {
	const { reason, reference, metadata } = movement;
	const [first, second] = movement.lines;
	const type = movementTypes[movement.kind];
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
		...(type !== undefined && { type }),
		...(reason !== undefined && { reason }),
		...(reference !== undefined && { reference }),
		...(metadata !== undefined && { metadata }),
	};
}

/** A movement that was just carried out. */
export function wireMoved({
	id,
	plan,
	lines,
	createdAt,
}: PostedMovement): Model<'AssetTransaction'> {
	const { asset, sender, caller, recipient, amount, reason } = plan;
	return wireMovement({
		id,
		assetId: asset.id,
		assetName: asset.name,
		lines,
		createdAt,
		// Requests cannot name larger amounts than a JSON number holds exactly; the answer is stored
		// as JSON.
		amount: Number(amount),
		senderName: (sender ?? caller).name,
		recipientName: recipient?.name ?? '',
		blockchainStatus: 'Unconfirmed',
		isReverted: false,
		kind: plan.kind,
		...(reason !== undefined && { reason }),
		...purposeOf(purposeColumns(plan)),
	});
}

export function wireMultiAsset(multi: MultiAsset): Model<'TrackerMultiAsset'> {
	const assets = multi.members.map(({ id, name: displayName }) => ({ id, displayName }));
	return { ...wireAsset(multi), assets };
}

export function wireBalance({ asset, amount, isCorrupted }: Balance): Model<'AssetBalance'> {
	const type = asset.kind === 'multi' ? 'MultiAsset' : 'Asset';
	return {
		id: asset.id,
		displayName: asset.name,
		amount,
		type,
		...(isCorrupted && { blockchainStatus: 'Corrupted' }),
	};
}

export function wireBatch(held: HeldBatch): Model<'Batch'> {
	return {
		batchId: held.batchId,
		amount: held.amount,
		timestamp: Date.parse(held.issuedAt) || 0,
		...(held.isCorrupted && { blockchainStatus: 'Corrupted' }),
	};
}

/** Splits a list separated by commas. */
export function separated(text: string): readonly string[] {
	return text.split(',').map((each) => each.trim());
}
