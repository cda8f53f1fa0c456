import type { Model } from '../../../api/types';
import { inParts } from '../../../server/http/routing/lists';
import { formatDecimal } from '../../trading/markets/decimal';
import * as acts from '../../operator/actions/account-actions';
import { readBalances } from '../../reading/accounts';
import { listAccounts, type ManagedAccount } from '../../reading/managed-accounts';
import { accountOf, auditContext } from './acting';
import { decimalField, decimalsOf } from '../../operations/amounts';
import type { Handlers, OperatorParts } from '../../operations/handler';
import { balanceWire } from '../../operations/wire';

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
	const { database, reader } = parts;
	const shown = async (accountId: string) => accountWire(await accountOf(parts, accountId));
	return {
		listAccounts: async (_by, asked) => inParts(await listAccounts(reader, asked), accountWire),
		getAccount: async (_by, { accountId }) => ({
			...(await shown(accountId)),
			balances: (await readBalances(database, accountId)).map(balanceWire),
		}),
		addAccount: async (by, { name, reason }) =>
			shown((await acts.addAccount(auditContext(parts, by, reason), name)).id),
		disableAccount: async (by, { accountId, reason }) => {
			await accountOf(parts, accountId);
			await acts.disableAccount(auditContext(parts, by, reason), accountId);
			parts.accounts.forgetKeys();
			return shown(accountId);
		},
		enableAccount: async (by, { accountId, reason }) => {
			await accountOf(parts, accountId);
			await acts.enableAccount(auditContext(parts, by, reason), accountId);
			return shown(accountId);
		},
		setAccountEmail: async (by, { accountId, email, reason }) => {
			await accountOf(parts, accountId);
			const settings = parts.settlementSettings();
			await acts.changeEmail(auditContext(parts, by, reason), { accountId, email, settings });
			return shown(accountId);
		},
		setAccountPayouts: async (by, { accountId, payouts, reason }) => {
			await accountOf(parts, accountId);
			await acts.changePayouts(auditContext(parts, by, reason), { accountId, payouts });
			return shown(accountId);
		},
		creditAccount: async (by, { accountId, asset, amount: text, reference, reason }) => {
			await accountOf(parts, accountId);
			const decimals = await decimalsOf(parts, asset);
			const amount = decimalField('amount', text, decimals);
			const credit = { accountId, asset, amount, reference, decimals };
			const isNew = await acts.fundAccount(auditContext(parts, by, reason), credit);
			const body = { accountId, asset, amount: formatDecimal(amount, decimals), reference };
			return { status: isNew ? 201 : 200, body };
		},
	};
}

function accountWire(account: ManagedAccount): Model<'ManagedAccount'> {
	const { id: accountId, name, status, payouts, createdAt } = account;
	const { email, frozenAt, frozenReason, disabledAt } = account;
	return {
		accountId,
		name,
		status,
		payouts,
		createdAt,
		...(email !== null && { email }),
		...(frozenAt !== null && { frozenAt }),
		...(frozenReason !== null && { frozenReason }),
		...(disabledAt !== null && { disabledAt }),
	};
}
