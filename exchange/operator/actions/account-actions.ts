/** Administrators' acts on accounts, each recorded in the audit log in its own transaction. */
import { CommandFault } from '../../../server/commands/command-fault';
import { inTransaction } from '../../../server/database/transactions';
import { Accounts, type Account, type PayoutMode } from '../../accounts/accounts';
import { setEmail } from '../../settlement/setup/trader-email';
import { audit, type AuditContext } from '../audit';
import { deposit, type Deposit } from '../../trading/ledger/deposits';
import { formatDecimal } from '../../../server/decimal';
import { assetLink } from '../../settlement/assets/asset-links';
import type { SettlementSettings } from '../../settlement/setup/settings';

export function addAccount(context: AuditContext, name: string): Promise<Account> {
	return inTransaction(context.database, async (transaction) => {
		const account = await new Accounts(transaction, context.clock).add(name);
		const { id: subject } = account;
		await audit(transaction, context, { action: 'ACCOUNT_ADD', subject, details: { name } });
		return account;
	});
}

/** Revokes every key of the account; see Accounts. */
export function disableAccount(context: AuditContext, accountId: string): Promise<void> {
	return inTransaction(context.database, async (transaction) => {
		await new Accounts(transaction, context.clock).disable(accountId);
		await audit(transaction, context, { action: 'ACCOUNT_DISABLE', subject: accountId });
	});
}

export function enableAccount(context: AuditContext, accountId: string): Promise<void> {
	return inTransaction(context.database, async (transaction) => {
		await new Accounts(transaction, context.clock).enable(accountId);
		await audit(transaction, context, { action: 'ACCOUNT_ENABLE', subject: accountId });
	});
}

/**
 * Credits an account with an asset that no tracker backs; returns false if the credit was made
 * before.
 */
export function fundAccount(
	context: AuditContext,
	credit: Deposit & { readonly decimals: number },
): Promise<boolean> {
	const { accountId, asset, amount, reference, decimals } = credit;
	return inTransaction(context.database, async (transaction) => {
		if ((await assetLink(transaction, asset)) !== undefined) {
			throw new CommandFault(
				`${asset} is backed at the tracker, so it is not credited by hand; have the trader deposit it`,
			);
		}
		const parts = { database: transaction, clock: context.clock };
		const isNew = await deposit(parts, { accountId, asset, amount, reference });
		if (!isNew) return false;
		const details = { asset, amount: formatDecimal(amount, decimals), reference };
		await audit(transaction, context, { action: 'ACCOUNT_FUND', subject: accountId, details });
		return true;
	});
}

/** Returns the address in its stored form. */
export function changeEmail(
	context: AuditContext,
	{
		accountId,
		...address
	}: {
		readonly accountId: string;
		readonly email: string;
		readonly settings: SettlementSettings | undefined;
	},
): Promise<string> {
	return inTransaction(context.database, async (transaction) => {
		const email = await setEmail(transaction, { accountId, ...address });
		const details = { email };
		await audit(transaction, context, { action: 'ACCOUNT_SET_EMAIL', subject: accountId, details });
		return email;
	});
}

export function changePayouts(
	context: AuditContext,
	{ accountId, payouts }: { readonly accountId: string; readonly payouts: PayoutMode },
): Promise<void> {
	return inTransaction(context.database, async (transaction) => {
		await new Accounts(transaction, context.clock).setPayouts(accountId, payouts);
		const details = { payouts };
		await audit(transaction, context, {
			action: 'ACCOUNT_SET_PAYOUTS',
			subject: accountId,
			details,
		});
	});
}
