/** The tracker's operations: wire values in, wire values out, rules in `assets.ts`. */
import type { Model } from '../../api/types';
import type { Accounts } from '../accounts/accounts';
import type { Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { AreaHandlers, RequestContext } from '../operations/handler';
import type { RecordLog } from '../log/record-log';
import { refuse, Refusal } from '../../server/refusal';
import type { AssetKind } from './asset-entries';
import { batchHandlers, holdingHandlers } from './batch-handlers';
import { Entities } from './entities';
import { entityHandlers } from './entity-handlers';
import { historyHandlers } from './history-handlers';
import { holderHandlers } from './holders';
import { once } from './idempotency';
import { carryOut } from './ledger';
import { multiAssetHandlers } from './multi-asset-handlers';
import {
	confirmationTimeoutMs,
	confirmedEntities,
	mover,
	receiver,
	recipientOf,
	type Addressed,
} from './parties';
import { AssetRegister, type AssetPlace } from './register';
import { registerHandlers } from './register-handlers';
import { party, wireMoved } from './wire';

export interface AssetParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly accounts: Accounts;
}

interface MoveInput extends Addressed {
	readonly productId: string;
	readonly assetId: string;
	readonly amount: number;
	readonly 'idempotency-key'?: string;
	/** The entity that receives: a field of an issue, a header of a transfer. */
	readonly ownedId?: string;
	readonly ownedid?: string;
	/** The entity that gives. */
	readonly senderownedid?: string;
}

/** What is moved, of assets of which kind. */
interface Move {
	readonly kind: 'issue' | 'transfer';
	readonly of: AssetKind;
}

export function assetHandlers(parts: AssetParts): AreaHandlers<'tracker'> {
	const register = new AssetRegister(parts);
	const known = { ...parts, register };
	const move = (kind: Move['kind'], of: AssetKind) => (context: RequestContext, input: MoveInput) =>
		moveOnce(known, { kind, of, context, input });
	const multiBatches = batchHandlers(known, 'multi');
	return {
		...registerHandlers(known),
		...multiAssetHandlers(known),
		...entityHandlers(new Entities(parts)),
		issueAsset: move('issue', 'single'),
		transferAsset: move('transfer', 'single'),
		issueMultiAsset: move('issue', 'multi'),
		transferMultiAsset: move('transfer', 'multi'),
		...holdingHandlers(known),
		...batchHandlers(known, 'single'),
		listMultiAssetBatches: multiBatches.listBatches,
		listMultiAssetBatchTransactions: multiBatches.listBatchTransactions,
		...historyHandlers(parts, register),
		...holderHandlers(parts.database, register),
	};
}

async function moveOnce(
	parts: AssetParts & { readonly register: AssetRegister },
	request: Move & { readonly context: RequestContext; readonly input: MoveInput },
): Promise<readonly Model<'AssetTransaction'>[]> {
	const { kind, of, context, input } = request;
	const { productId, assetId } = input;
	const caller = party(context);
	const email = recipientOf(input);
	const entities = [input.ownedId ?? input.ownedid, input.senderownedid] as const;
	// Waited for outside of the transaction, refused inside of it: a repetition has its own answer.
	const place = { productId, assetId, kind: of };
	const asset = await confirmedAsset(parts, place).catch(refusalAsValue);
	await confirmedEntities(parts, entities);
	const answer = await once(
		parts,
		{
			userId: caller.id,
			key: input['idempotency-key'],
			request: [kind, productId, assetId, email, input.amount, ...named(entities)],
		},
		async (transaction: Transaction) => {
			if (asset instanceof Refusal) throw asset;
			const { organisationId } = context.caller;
			const to = { productId, entityId: entities[0], email };
			const from = { productId, entityId: entities[1] };
			const taker = await receiver(transaction, { ...parts, organisationId }, to);
			const giver = kind === 'transfer' ? await mover(transaction, from, caller) : undefined;
			const amount = BigInt(input.amount);
			const order = { asset, productId, kind, giver, taker, caller, amount };
			const [outcome] = await carryOut(transaction, parts, [order]);
			if (outcome instanceof Refusal) throw outcome;
			if (outcome === undefined) throw new Error('a movement has no outcome');
			return [{ ...wireMoved(outcome), amount: input.amount }];
		},
	);
	parts.recordLog.wake();
	return answer;
}

/** The asset once it is confirmed; refuses one that is not, or not there. */
async function confirmedAsset(
	{ register, recordLog }: Pick<AssetParts, 'recordLog'> & { readonly register: AssetRegister },
	place: AssetPlace,
) {
	const asset = await register.find(place);
	if (asset.isDeleted) throw refuse('Tracker_AssetDeleted', asset.id);
	if (asset.blockchainStatus === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `asset '${asset.id}'`);
	}
	const status = await recordLog.settled(asset.logSequence, confirmationTimeoutMs);
	if (status === 'Confirmed') return asset;
	throw refuse(
		asset.kind === 'multi' ? 'Factory_StackedFactoryNotConfirmed' : 'Factory_FactoryNotConfirmed',
		asset.id,
	);
}

/** Nothing where no entity is named: the requests of earlier versions stay what they were. */
function named(entities: readonly (string | undefined)[]): readonly unknown[] {
	return entities.some((id) => id !== undefined) ? [entities] : [];
}

function refusalAsValue(fault: unknown): Refusal {
	if (fault instanceof Refusal) return fault;
	throw fault;
}
