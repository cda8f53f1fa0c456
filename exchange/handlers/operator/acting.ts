/** An administrator's request: as the audit log is told of it, and the account it is about. */
import { refuse } from '../../../server/refusal';
import type { AuditContext } from '../../operator/audit';
import { findAccount, type ManagedAccount } from '../../reading/managed-accounts';
import type { Administrator, HandlerParts } from '../../operations/handler';

export function auditContext<Reason extends string | undefined>(
	{ database, clock }: HandlerParts,
	{ keyId: id, label: name }: Administrator,
	reason: Reason,
): AuditContext & { readonly reason: Reason } {
	return { database, clock, actor: { kind: 'KEY', id, name }, reason };
}

/** The account of a trader; refused where there is none. */
export async function accountOf(
	{ database }: Pick<HandlerParts, 'database'>,
	accountId: string,
): Promise<ManagedAccount> {
	const account = await findAccount(database, accountId);
	if (account === undefined) throw refuse('Exchange_AccountNotFound', accountId.slice(0, 100));
	return account;
}
