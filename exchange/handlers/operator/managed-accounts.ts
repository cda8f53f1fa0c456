import type { Model } from '../../../api/types';
import { CommandFault } from '../../../server/commands/command-fault';
import { inParts } from '../../../server/http/routing/lists';
import { known } from '../../../server/known';
import { Accounts } from '../../accounts/accounts';
import { setEmail } from '../../settlement/setup/trader-email';
import type { Database } from '../../database/database';
import { decimalField, decimalsOf } from '../../operations/amounts';
import type { Handlers, InputOf, OperatorParts } from '../../operations/handler';
import { balanceWire } from '../../operations/wire';
import type { Act, ActionName } from '../../guard/audit';
import { readBalances } from '../../reading/accounts';
import { listAccounts, type ManagedAccount } from '../../reading/managed-accounts';
import { assetLink } from '../../settlement/assets/asset-links';
import { deposit } from '../../trading/ledger/deposits';
import { formatDecimal } from '../../../server/decimal';
import { accountOf, perform, type By } from './acting';

interface Change {
	readonly transaction: Database;
	readonly accounts: Accounts;
	readonly record: (action: ActionName, details?: Act['details']) => Promise<void>;
}

export function managedAccountHandlers(
	parts: OperatorParts,
): Handlers<
	| 'listAccounts'
	| 'getAccount'
	| 'addAccount'
	| 'disableAccount'
	| 'enableAccount'
	| 'setAccountEmail'
	| 'setAccountPayouts'
	| 'creditAccount'
> {
	const { database, reader, clock } = parts;
	return {
		listAccounts: async (_by, asked) => inParts(await listAccounts(reader, asked), accountWire),
		getAccount: async (_by, { accountId }) => ({
			...(await shown(parts, accountId)),
			balances: (await readBalances(database, accountId)).map(balanceWire),
		}),
		addAccount: async (by, { name, reason }) => {
			const added = await perform(parts, { by, reason }, async (transaction, record) => {
				const account = await new Accounts(transaction, clock).add(name);
				await record('ACCOUNT_ADD', account.id, { name });
				return account;
			});
			return shown(parts, added.id);
		},
		disableAccount: async (by, input) => {
			const disabled = await change(parts, by, input, async ({ accounts, record }) => {
				await accounts.disable(input.accountId);
				await record('ACCOUNT_DISABLE');
			});
			parts.accounts.forgetKeys();
			return disabled;
		},
		enableAccount: (by, input) =>
			change(parts, by, input, async ({ accounts, record }) => {
				await accounts.enable(input.accountId);
				await record('ACCOUNT_ENABLE');
			}),
		setAccountEmail: (by, input) =>
			change(parts, by, input, async ({ transaction, record }) => {
				const { accountId, email } = input;
				const settings = parts.settlementSettings();
				const stored = await setEmail(transaction, { accountId, email, settings });
				await record('ACCOUNT_SET_EMAIL', { email: stored });
			}),
		setAccountPayouts: (by, input) =>
			change(parts, by, input, async ({ accounts, record }) => {
				const { accountId, payouts } = input;
				await accounts.setPayouts(accountId, payouts);
				await record('ACCOUNT_SET_PAYOUTS', { payouts });
			}),
		creditAccount: (by, input) => credit(parts, by, input),
	};
}

async function shown(parts: OperatorParts, accountId: string) {
	return accountWire(await accountOf(parts, accountId));
}

async function change(
	parts: OperatorParts,
	by: By,
	{ accountId, reason }: { readonly accountId: string; readonly reason: string },
	act: (change: Change) => Promise<void>,
) {
	await accountOf(parts, accountId);
	await perform(parts, { by, reason }, (transaction, record) =>
		act({
			transaction,
			accounts: new Accounts(transaction, parts.clock),
			record: (action, details) => record(action, accountId, details),
		}),
	);
	return shown(parts, accountId);
}

/** Once under its reference. */
async function credit(parts: OperatorParts, by: By, input: InputOf<'creditAccount'>) {
	const { accountId, asset, reference, reason } = input;
	await accountOf(parts, accountId);
	const decimals = await decimalsOf(parts, asset);
	const units = decimalField('amount', input.amount, decimals);
	const amount = formatDecimal(units, decimals);
	const isNew = await perform(parts, { by, reason }, async (transaction, record) => {
		await refuseBacked(transaction, asset);
		const credited = { accountId, asset, amount: units, reference };
		const made = await deposit({ database: transaction, clock: parts.clock }, credited);
		if (made) await record('ACCOUNT_FUND', accountId, { asset, amount, reference });
		return made;
	});
	const status = isNew ? 201 : 200;
	return { status, body: { accountId, asset, amount, reference } } as const;
}

async function refuseBacked(transaction: Database, asset: string): Promise<void> {
	if ((await assetLink(transaction, asset)) === undefined) return;
	throw new CommandFault(
		`${asset} is backed at the tracker, so it is not credited by hand; have the trader deposit it`,
	);
}

function accountWire({ id: accountId, ...account }: ManagedAccount): Model<'ManagedAccount'> {
	return known({ accountId, ...account });
}
