/** The tracker's operations: wire values in, wire values out, rules in `assets.ts`. */
import type { Model } from '../../api/types';
import type { Accounts } from '../accounts/accounts';
import type { Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { AreaHandlers, RequestContext } from '../operations/handler';
import type { RecordLog } from '../log/record-log';
import { listRange } from '../operations/list-range';
import { refuse, Refusal } from '../../server/refusal';
import { Assets, type Asset, type Balance, type Movement, type Party } from './assets';
import { once } from './idempotency';

/** How long an issue or a transfer waits for a fresh asset to be confirmed. */
const confirmationTimeoutMs = 5_000;

export interface AssetParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly accounts: Accounts;
}

interface MoveInput {
	readonly productId: string;
	readonly assetId: string;
	readonly recipientEmail: string;
	readonly amount: number;
	readonly 'idempotency-key'?: string;
}

export function assetHandlers(parts: AssetParts): AreaHandlers<'tracker'> {
	const assets = new Assets(parts);
	const move = (kind: 'issue' | 'transfer') => (context: RequestContext, input: MoveInput) =>
		moveOnce({ ...parts, assets }, { kind, context, input });
	return {
		async createAsset(_context, { productId, name }) {
			return wireAsset(await assets.create(productId, name));
		},
		async listAssets(_context, input) {
			return (await assets.list(input.productId, listRange(input))).map(wireAsset);
		},
		issueAsset: move('issue'),
		transferAsset: move('transfer'),
		async listBalances(context, input) {
			const held = await assets.balances(input.productId, party(context).id, listRange(input));
			return held.map(wireBalance);
		},
		async listTransactions(context, input) {
			const asset = await assets.find(input.productId, input.assetId);
			const own = context.caller.roles.includes('TrackerAdmin') ? undefined : party(context).id;
			return (await assets.movements(asset, listRange(input), own)).map(wireMovement);
		},
	};
}

async function moveOnce(
	parts: AssetParts & { readonly assets: Assets },
	request: {
		readonly kind: 'issue' | 'transfer';
		readonly context: RequestContext;
		readonly input: MoveInput;
	},
): Promise<readonly Model<'AssetTransaction'>[]> {
	const { kind, context, input } = request;
	const caller = party(context);
	// Waited for outside of the transaction, refused inside of it: a repetition has its own answer.
	const asset = await confirmedAsset(parts, input).catch(refusalAsValue);
	const answer = await once(
		parts,
		{
			userId: caller.id,
			key: input['idempotency-key'],
			request: [kind, input.productId, input.assetId, input.recipientEmail, input.amount],
		},
		async (transaction: Transaction) => {
			if (asset instanceof Refusal) throw asset;
			const recipient = await parts.accounts.userByEmail(
				transaction,
				context.caller.organisationId,
				input.recipientEmail,
			);
			if (recipient === undefined) {
				throw refuse('User_NotFound', 'recipientEmail', input.recipientEmail);
			}
			const amount = BigInt(input.amount);
			const moved = await parts.assets.move(transaction, {
				asset,
				kind,
				caller,
				recipient,
				amount,
			});
			return [{ ...wireMovement(moved), amount: input.amount }];
		},
	);
	parts.recordLog.wake();
	return answer;
}

/** The asset once it is confirmed; refuses one that is not, or not there. */
async function confirmedAsset(
	{ assets, recordLog }: Pick<AssetParts, 'recordLog'> & { readonly assets: Assets },
	{ productId, assetId }: MoveInput,
) {
	const asset = await assets.find(productId, assetId);
	if (asset.blockchainStatus === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `asset '${asset.id}'`);
	}
	const status = await recordLog.settled(asset.logSequence, confirmationTimeoutMs);
	if (status !== 'Confirmed') throw refuse('Factory_FactoryNotConfirmed', asset.id);
	return asset;
}

function refusalAsValue(fault: unknown): Refusal {
	if (fault instanceof Refusal) return fault;
	throw fault;
}

/** The routes let only users with a role through, and a user has an id. */
function party({ caller }: RequestContext): Party {
	if (caller.userId === undefined) throw new Error('the tracker is called by users only');
	return { id: caller.userId, email: caller.email };
}

function wireAsset(asset: Asset): Model<'TrackerAsset'> {
	return { ...asset, isDeleted: false };
}

function wireBalance({ asset, amount, isCorrupted }: Balance): Model<'AssetBalance'> {
	return {
		...{ id: asset.id, displayName: asset.name, amount, type: 'Asset' },
		...(isCorrupted && { blockchainStatus: 'Corrupted' }),
	};
}

function wireMovement(movement: Movement): Model<'AssetTransaction'> {
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
