/** The context of the audit log for an administrator's request, and the account it is about. */
import { refuse } from '../../../server/refusal';
import type { Actor, AuditContext } from '../../operator/audit';
import { findAccount, type ManagedAccount } from '../../reading/managed-accounts';
import type { Administrator, HandlerParts, Operator } from '../../operations/handler';

export function auditContext<Reason extends string | undefined>(
	{ database, clock }: Pick<HandlerParts, 'database' | 'clock'>,
	by: Administrator | Operator,
	reason: Reason,
): AuditContext & { readonly reason: Reason } {
	return { database, clock, actor: actorOf(by), reason };
}

function actorOf(by: Administrator | Operator): Actor {
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
