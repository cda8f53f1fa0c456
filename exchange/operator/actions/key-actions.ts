/** Administrators' acts on keys, each recorded in the audit log in its own transaction. */
import type { Scope } from '../../../api/language/scopes';
import { CommandFault } from '../../../server/commands/command-fault';
import { inTransaction } from '../../../server/database/transactions';
import { Accounts, type NewKey } from '../../accounts/accounts';
import { audit, type AuditContext } from '../audit';
import { ownAccounts, type SettlementSettings } from '../../settlement/setup/settings';

export interface KeyTerms {
	/** Null: an administrator's key. */
	readonly accountId: string | null;
	readonly label: string;
	/** Undefined: the key ends only when it is revoked. */
	readonly lifetimeDays: number | undefined;
	/** Default FULL. */
	readonly scope?: Scope;
}

export function addKey(context: AuditContext, terms: KeyTerms): Promise<NewKey> {
	return inTransaction(context.database, async (transaction) => {
		const { accountId, label, lifetimeDays, scope } = terms;
		const accounts = new Accounts(transaction, context.clock);
		const key = await accounts.addKey(accountId, label, lifetimeDays, { ...(scope && { scope }) });
		await auditKey(transaction, context, { ...terms, id: key.id });
		return key;
	});
}

/** Accepts a trader's tracker key for their account here; returns its id. */
export function addOwnKey(
	context: AuditContext,
	terms: KeyTerms & {
		readonly accountId: string;
		readonly key: string;
		/** If known, the exchange's own keys are refused. */
		readonly settings: SettlementSettings | undefined;
	},
): Promise<string> {
	const own = terms.settings === undefined ? [] : ownAccounts(terms.settings);
	if (own.some(({ key }) => key === terms.key)) {
		throw new CommandFault('this is a key of the exchange itself');
	}
	return inTransaction(context.database, async (transaction) => {
		const { accountId, key, label, lifetimeDays, scope } = terms;
		const accounts = new Accounts(transaction, context.clock);
		const { id } = await accounts.addOwnKey(accountId, key, label, lifetimeDays, scope);
		await auditKey(transaction, context, { ...terms, id });
		return id;
	});
}

function auditKey(
	transaction: AuditContext['database'],
	context: AuditContext,
	{ id, accountId, label, lifetimeDays, scope }: KeyTerms & { readonly id: string },
): Promise<void> {
	const owner = accountId === null ? { administrator: true } : { accountId };
	const details = { keyId: id, label, scope, lifetimeDays, ...owner };
	return audit(transaction, context, { action: 'KEY_ADD', subject: accountId ?? id, details });
}

/** Returns false if there is no such key in use. */
export function revokeKey(context: AuditContext, id: string): Promise<boolean> {
	return inTransaction(context.database, async (transaction) => {
		const key = await new Accounts(transaction, context.clock).revokeKey(id);
		if (key === undefined) return false;
		const { accountId, label } = key;
		const details = { keyId: id, label, ...(accountId === null && { administrator: true }) };
		await audit(transaction, context, { action: 'KEY_REVOKE', subject: accountId ?? id, details });
		return true;
	});
}
