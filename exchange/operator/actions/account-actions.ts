/**
 * What an administrator does to an account, each written into the audit log in the transaction that
 * does it.
 */
import { CommandFault } from '../../../server/commands/command-fault';
import { inTransaction } from '../../../server/database/transactions';
import { Accounts, type Account, type PayoutMode } from '../../accounts/accounts';
import { setEmail } from '../../accounts/trader-email';
import { audit, type AuditContext } from '../audit';
import { deposit, type Deposit } from '../../trading/ledger/deposits';
import { formatDecimal } from '../../trading/markets/decimal';
import { assetLink } from '../../settlement/assets/asset-links';
import type { SettlementSettings } from '../../settlement/setup/settings';

export function addAccount(acting: AuditContext, name: string): Promise<Account> {
	return inTransaction(acting.database, async (transaction) => {
		const account = await new Accounts(transaction, acting.clock).add(name);
		const { id: subject } = account;
		await audit(transaction, acting, { action: 'ACCOUNT_ADD', subject, details: { name } });
		return account;
	});
}

/** Ends every key of the account for good; see Accounts. */
export function disableAccount(acting: AuditContext, accountId: string): Promise<void> {
	return inTransaction(acting.database, async (transaction) => {
		await new Accounts(transaction, acting.clock).disable(accountId);
		await audit(transaction, acting, { action: 'ACCOUNT_DISABLE', subject: accountId });
	});
}

export function enableAccount(acting: AuditContext, accountId: string): Promise<void> {
	return inTransaction(acting.database, async (transaction) => {
		await new Accounts(transaction, acting.clock).enable(accountId);
		await audit(transaction, acting, { action: 'ACCOUNT_ENABLE', subject: accountId });
	});
}

/**
 * Credits an account by hand with what no tracker backs; answers false, and did nothing, where the
 * credit was made before.
 */
export function fundAccount(
	acting: AuditContext,
	credit: Deposit & { readonly decimals: number },
): Promise<boolean> {
	const { accountId, asset, amount, reference, decimals } = credit;
	return inTransaction(acting.database, async (transaction) => {
		if ((await assetLink(transaction, asset)) !== undefined) {
			throw new CommandFault(
				`${asset} is backed at the tracker, so it is not credited by hand; have the trader deposit it`,
			);
		}
		const parts = { database: transaction, clock: acting.clock };
		const isNew = await deposit(parts, { accountId, asset, amount, reference });
		if (!isNew) return false;
		const details = { asset, amount: formatDecimal(amount, decimals), reference };
		await audit(transaction, acting, { action: 'ACCOUNT_FUND', subject: accountId, details });
		return true;
	});
}

/** Answers the address in the form it is kept in. */
export function changeEmail(
	acting: AuditContext,
	{
		accountId,
		...address
	}: {
		readonly accountId: string;
		readonly email: string;
		readonly settings: SettlementSettings | undefined;
	},
): Promise<string> {
	return inTransaction(acting.database, async (transaction) => {
		const email = await setEmail(transaction, { accountId, ...address });
		const details = { email };
		await audit(transaction, acting, { action: 'ACCOUNT_SET_EMAIL', subject: accountId, details });
		return email;
	});
}

export function changePayouts(
	acting: AuditContext,
	{ accountId, payouts }: { readonly accountId: string; readonly payouts: PayoutMode },
): Promise<void> {
	return inTransaction(acting.database, async (transaction) => {
		await new Accounts(transaction, acting.clock).setPayouts(accountId, payouts);
		const details = { payouts };
		await audit(transaction, acting, {
			...{ action: 'ACCOUNT_SET_PAYOUTS', subject: accountId, details },
		});
	});
}
