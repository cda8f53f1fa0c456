/** What an administrator does to keys, each written into the audit log in the transaction that does it. */
import type { Scope } from '../../../api/language/scopes';
import { CommandFault } from '../../../server/commands/command-fault';
import { inTransaction } from '../../../server/database/transactions';
import { Accounts, type NewKey } from '../../accounts/accounts';
import { audit, type AuditContext } from '../audit';
import { ownAccounts, type SettlementSettings } from '../../settlement/setup/settings';

export interface KeyTerms {
	/** Null for an administrator's. */
	readonly accountId: string | null;
	readonly label: string;
	/** Absent for a key that ends by hand alone. */
	readonly lifetimeDays: number | undefined;
	/** FULL when left out. */
	readonly scope?: Scope;
}

export function addKey(acting: AuditContext, terms: KeyTerms): Promise<NewKey> {
	return inTransaction(acting.database, async (transaction) => {
		const { accountId, label, lifetimeDays, scope } = terms;
		const accounts = new Accounts(transaction, acting.clock);
		const key = await accounts.addKey(accountId, label, lifetimeDays, { ...(scope && { scope }) });
		await noteKey(transaction, acting, { ...terms, id: key.id });
		return key;
	});
}

/** Lets a key the trader has at the tracker speak for their account here, too; answers its id. */
export function addOwnKey(
	acting: AuditContext,
	terms: KeyTerms & {
		readonly accountId: string;
		readonly key: string;
		/** Where known: the exchange's own keys speak for no trader. */
		readonly settings: SettlementSettings | undefined;
	},
): Promise<string> {
	const own = terms.settings === undefined ? [] : ownAccounts(terms.settings);
	if (own.some(({ key }) => key === terms.key)) {
		throw new CommandFault('this is a key of the exchange itself');
	}
	return inTransaction(acting.database, async (transaction) => {
		const { accountId, key, label, lifetimeDays, scope } = terms;
		const accounts = new Accounts(transaction, acting.clock);
		const { id } = await accounts.addOwnKey(accountId, key, label, lifetimeDays, scope);
		await noteKey(transaction, acting, { ...terms, id });
		return id;
	});
}

function noteKey(
	transaction: AuditContext['database'],
	acting: AuditContext,
	{ id, accountId, label, lifetimeDays, scope }: KeyTerms & { readonly id: string },
): Promise<void> {
	const owner = accountId === null ? { administrator: true } : { accountId };
	const details = { keyId: id, label, scope, lifetimeDays, ...owner };
	return audit(transaction, acting, { action: 'KEY_ADD', subject: accountId ?? id, details });
}

/** Answers whether there was such a key in use. */
export function revokeKey(acting: AuditContext, id: string): Promise<boolean> {
	return inTransaction(acting.database, async (transaction) => {
		const key = await new Accounts(transaction, acting.clock).revokeKey(id);
		if (key === undefined) return false;
		const { accountId, label } = key;
		const details = { keyId: id, label, ...(accountId === null && { administrator: true }) };
		await audit(transaction, acting, { action: 'KEY_REVOKE', subject: accountId ?? id, details });
		return true;
	});
}
