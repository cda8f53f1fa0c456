/** How an administrator's act is carried out: with its entry in the audit log, or not at all. */
import type { Model } from '../../../api/types';
import { inTransaction } from '../../../server/database/transactions';
import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import { audit, type Act, type ActionName, type Actor } from '../../guard/audit';
import { tellAccount } from '../../telling/telling';
import { findAccount, type ManagedAccount } from '../../reading/managed-accounts';
import type { Administrator, HandlerParts, Operator } from '../../operations/handler';

export type ActingParts = Pick<HandlerParts, 'database' | 'clock'>;

/** By key, or by command. */
export type By = Administrator | Operator;

/** Must come last, because it locks the audit log until the transaction ends. */
export type Recorder = (
	action: ActionName,
	subject: string,
	details?: Act['details'],
) => Promise<void>;

/** Runs an act in one transaction with what it records of itself. */
export function perform<Result>(
	{ database, clock }: ActingParts,
	{ by, reason }: { readonly by: By; readonly reason: string | undefined },
	act: (transaction: Database, record: Recorder) => Promise<Result>,
): Promise<Result> {
	const context = { clock, actor: actorOf(by), reason };
	return inTransaction(database, (transaction) =>
		act(transaction, async (action, subject, details) => {
			const change = changes[action];
			if (change !== undefined)
				await tellAccount(transaction, clock, { accountId: subject, change });
			await audit(transaction, context, { action, subject, ...(details && { details }) });
		}),
	);
}

/** Acts of which the owner of the account is told. */
const changes: Partial<Record<ActionName, Model<'AccountEvent'>['change']>> = {
	ACCOUNT_FREEZE: 'FROZEN',
	ACCOUNT_UNFREEZE: 'UNFROZEN',
	ACCOUNT_LIMIT: 'LIMITS',
	ACCOUNT_SET_PAYOUT_LIMITS: 'LIMITS',
	ACCOUNT_SET_PAYOUTS: 'PAYOUTS',
};

function actorOf(by: By): Actor {
	if (by.kind === 'OPERATOR') return { kind: 'COMMAND', name: by.user };
	return { kind: 'KEY', id: by.keyId, name: by.label };
}

/** Refuses an unknown account. */
export async function accountOf(
	{ database }: Pick<HandlerParts, 'database'>,
	accountId: string,
): Promise<ManagedAccount> {
	const account = await findAccount(database, accountId);
	if (account === undefined) throw refuse('Exchange_AccountNotFound', accountId.slice(0, 100));
	return account;
}
