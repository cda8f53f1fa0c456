/** The tracker's operations: wire values in, wire values out, rules in `assets.ts`. */
import type { Model } from '../../api/types';
import type { Accounts } from '../accounts/accounts';
import type { Clock } from '../../server/clock';
import type { Database, Transaction } from '../database/database';
import type { AreaHandlers, RequestContext } from '../operations/handler';
import type { RecordLog } from '../log/record-log';
import { listRange } from '../operations/list-range';
import { refuse, Refusal } from '../../server/refusal';
import { listBalances, type Balance } from './balances';
import { historyHandlers } from './history-handlers';
import { once } from './idempotency';
import { carryOut } from './ledger';
import { AssetRegister, type AssetPlace } from './register';
import { registerHandlers } from './register-handlers';
import { party, wireMoved } from './wire';

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
	const register = new AssetRegister(parts);
	const move = (kind: 'issue' | 'transfer') => (context: RequestContext, input: MoveInput) =>
		moveOnce({ ...parts, register }, { kind, context, input });
	return {
		...registerHandlers({ ...parts, register }),
		issueAsset: move('issue'),
		transferAsset: move('transfer'),
		async listBalances(context, input) {
			const place = { productId: input.productId, accountId: party(context).id };
			const held = await listBalances(parts.database, place, listRange(input));
			return held.map(wireBalance);
		},
		...historyHandlers(parts, register),
	};
}

async function moveOnce(
	parts: AssetParts & { readonly register: AssetRegister },
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
			const user = await parts.accounts.userByEmail(
				transaction,
				context.caller.organisationId,
				input.recipientEmail,
			);
			if (user === undefined) {
				throw refuse('User_NotFound', 'recipientEmail', input.recipientEmail);
			}
			const taker = { id: user.id, kind: 'user', name: user.email } as const;
			const giver = kind === 'transfer' ? caller : undefined;
			const amount = BigInt(input.amount);
			const order = { asset, productId: input.productId, kind, giver, taker, caller, amount };
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
	if (status !== 'Confirmed') throw refuse('Factory_FactoryNotConfirmed', asset.id);
	return asset;
}

function refusalAsValue(fault: unknown): Refusal {
	if (fault instanceof Refusal) return fault;
	throw fault;
}

function wireBalance({ asset, amount, isCorrupted }: Balance): Model<'AssetBalance'> {
	return {
		...{ id: asset.id, displayName: asset.name, amount, type: 'Asset' },
		...(isCorrupted && { blockchainStatus: 'Corrupted' }),
	};
}
