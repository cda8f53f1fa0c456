import type { Scope } from '../../api/language/scopes';
import { payoutModes } from '../accounts/accounts';
import { newId, systemClock } from '../../server/clock';
import { command, found } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { lifetimeOf, lifetimeOption } from '../../server/commands/lifetime';
import { parseDecimal } from '../../server/decimal';
import {
	addAccount,
	changeEmail,
	changePayouts,
	disableAccount,
	enableAccount,
	fundAccount,
} from '../operator/actions/account-actions';
import { cancelAccountOrders, freezeAccount, unfreezeAccount } from '../operator/actions/freezing';
import { limitHeld, limitNotional, limitOpenOrders } from '../operator/actions/limiting';
import { addKey, addOwnKey, revokeKey } from '../operator/actions/key-actions';
import {
	accountOf,
	accountOption,
	amountOf,
	auditContext,
	idOption,
	labelOption,
	optionalReason,
	reasonOption,
	scopeOption,
	settlementSettings,
	withTools,
	type Tools,
} from './tools';

const assetLimitOptions = {
	...accountOption,
	asset: { value: 'CODE', meaning: 'the asset', isNeeded: true },
	max: { value: 'DECIMAL|none', meaning: 'how much', isNeeded: true },
	...reasonOption,
} as const;

interface AssetLimitValues {
	readonly account: string;
	readonly asset: string;
	readonly max: string;
}

async function assetLimit(tools: Tools, { account, asset, max }: AssetLimitValues) {
	const { id: accountId } = await accountOf(tools, account);
	const decimals = await tools.markets.decimalsOf(asset);
	const known = found(decimals, `--asset: there is no asset ${asset}`);
	const most = max === 'none' ? undefined : parseDecimal(max, known);
	if (most === null) throw new CommandFault('--max must be none or a decimal of the asset');
	return { accountId, asset, decimals: known, most };
}

export const accountCommands = [
	command('account add', {
		does: 'adds an account',
		options: {
			name: { value: 'NAME', meaning: 'how people call it', isNeeded: true },
			...optionalReason,
		},
		run: withTools((tools, { name, reason }) => addAccount(auditContext(tools, reason), name)),
	}),
	command('account list', {
		does: 'lists the accounts with where their payouts go',
		run: withTools(({ accounts }) => accounts.list()),
	}),
	command('account disable', {
		does: 'ends the keys of an account for good; its orders and money stay',
		options: { ...accountOption, ...reasonOption },
		run: withTools(async (tools, { account, reason }) => {
			const { id: accountId } = await accountOf(tools, account);
			await disableAccount(auditContext(tools, reason), accountId);
			return { accountId, isEnabled: false };
		}),
	}),
	command('account enable', {
		does: 'lets a disabled account have keys again',
		options: { ...accountOption, ...reasonOption },
		run: withTools(async (tools, { account, reason }) => {
			const { id: accountId } = await accountOf(tools, account);
			await enableAccount(auditContext(tools, reason), accountId);
			return { accountId, isEnabled: true };
		}),
	}),
	command('account freeze', {
		does: 'lets nothing new begin for an account; cancelling, reading and what is under way go on',
		options: {
			...accountOption,
			cancelOrders: { meaning: 'its open orders are cancelled, too' },
			publicReason: { value: 'TEXT', meaning: 'what its owner is told of why' },
			...reasonOption,
		},
		run: withTools(async (tools, { account, cancelOrders, publicReason, reason }) => {
			const { id: accountId } = await accountOf(tools, account);
			const freezing = { accountId, cancelOrders: cancelOrders === true, publicReason };
			const cancellations = await freezeAccount(auditContext(tools, reason), freezing);
			return { accountId, isFrozen: true, cancellations };
		}),
	}),
	command('account unfreeze', {
		does: 'lets a frozen account begin things again',
		options: { ...accountOption, ...reasonOption },
		run: withTools(async (tools, { account, reason }) => {
			const { id: accountId } = await accountOf(tools, account);
			await unfreezeAccount(auditContext(tools, reason), accountId);
			return { accountId, isFrozen: false };
		}),
	}),
	command('account cancel-orders', {
		does: 'cancels the open orders of an account',
		options: {
			...accountOption,
			symbol: { value: 'BASE-QUOTE', meaning: 'in this market alone' },
			...reasonOption,
		},
		run: withTools(async (tools, { account, symbol, reason }) => {
			const { id: accountId } = await accountOf(tools, account);
			if (symbol !== undefined) {
				found(await tools.markets.find(symbol), `--symbol: there is no market ${symbol}`);
			}
			const orders = { accountId, symbol };
			const cancellations = await cancelAccountOrders(auditContext(tools, reason), orders);
			return { accountId, cancellations };
		}),
	}),
	command('account limit-orders', {
		does: 'limits the open orders of an account in each market',
		options: {
			...accountOption,
			max: { value: 'N|none', meaning: 'how many; none leaves it to the market', isNeeded: true },
			...reasonOption,
		},
		run: withTools(async (tools, { account, max, reason }) => {
			const { id: accountId } = await accountOf(tools, account);
			if (max !== 'none' && !/^[1-9]\d{0,6}$/.test(max)) {
				throw new CommandFault('--max must be none or a whole number from 1');
			}
			const maxNumOrders = max === 'none' ? undefined : Number(max);
			await limitOpenOrders(auditContext(tools, reason), { accountId, maxNumOrders });
			return { accountId, maxNumOrders: maxNumOrders ?? null };
		}),
	}),
	command('account limit-held', {
		does: 'limits what the open orders of an account together hold of an asset',
		options: assetLimitOptions,
		run: withTools(async (tools, { account, asset, max, reason }) => {
			const { most: maxHeld, ...limit } = await assetLimit(tools, { account, asset, max });
			await limitHeld(auditContext(tools, reason), { ...limit, maxHeld });
			return { accountId: limit.accountId, asset, maxHeld: max === 'none' ? null : max };
		}),
	}),
	command('account limit-notional', {
		does: 'limits what one order of an account may be worth, by the quote asset of its market',
		options: assetLimitOptions,
		run: withTools(async (tools, { account, asset, max, reason }) => {
			const { most: maxNotional, ...limit } = await assetLimit(tools, { account, asset, max });
			await limitNotional(auditContext(tools, reason), { ...limit, maxNotional });
			return { accountId: limit.accountId, asset, maxNotional: max === 'none' ? null : max };
		}),
	}),
	command('account fund', {
		does: 'credits an account by hand; once for each reference',
		options: {
			...accountOption,
			asset: { value: 'CODE', meaning: 'an asset no tracker backs', isNeeded: true },
			amount: { value: 'DECIMAL', meaning: 'how much', isNeeded: true },
			reference: { value: 'TEXT', meaning: 'names this credit; one of its own when left out' },
			...reasonOption,
		},
		run: withTools(fund),
	}),
	command('account set-email', {
		does: 'says which user of the tracker a trader is',
		options: {
			...accountOption,
			email: { value: 'EMAIL', meaning: 'the address at the tracker', isNeeded: true },
			...reasonOption,
		},
		run: withTools(async (tools, { account, email, reason }) => {
			const { id: accountId } = await accountOf(tools, account);
			const address = { accountId, email, settings: settlementSettings(tools) };
			return { accountId, email: await changeEmail(auditContext(tools, reason), address) };
		}),
	}),
	command('account set-payouts', {
		does: 'says when proceeds are paid out',
		options: {
			...accountOption,
			mode: {
				value: 'MODE',
				meaning: 'by themselves or not',
				isNeeded: true,
				choices: payoutModes,
			},
			...reasonOption,
		},
		run: withTools(async (tools, { account, mode, reason }) => {
			const { id: accountId } = await accountOf(tools, account);
			await changePayouts(auditContext(tools, reason), { accountId, payouts: mode });
			return { accountId, payouts: mode };
		}),
	}),
];

export const keyCommands = [
	command('key add', {
		does: 'makes a key for an account, and shows it this once',
		options: {
			...accountOption,
			...scopeOption,
			...labelOption,
			...lifetimeOption,
			...optionalReason,
		},
		run: withTools(async (tools, { account, label, scope, reason, ...values }) => {
			const lifetimeDays = lifetimeOf(values.lifetimeDays, tools.config.keyLifetimeDays);
			const { id: accountId } = await accountOf(tools, account);
			return addKey(auditContext(tools, reason), { accountId, label, lifetimeDays, scope });
		}),
	}),
	command('key add-own', {
		does: "takes a trader's key of the tracker, read from standard input",
		options: {
			...accountOption,
			...scopeOption,
			...labelOption,
			...lifetimeOption,
			...optionalReason,
		},
		run: withTools(takeOwnKey),
	}),
	command('key add-administrator', {
		does: 'makes a key for an administrator, and shows it this once',
		options: { ...labelOption, ...lifetimeOption, ...optionalReason },
		run: withTools((tools, { label, reason, ...values }) => {
			const lifetimeDays = lifetimeOf(values.lifetimeDays, tools.config.keyLifetimeDays);
			return addKey(auditContext(tools, reason), { accountId: null, label, lifetimeDays });
		}),
	}),
	command('key list', {
		does: 'lists keys and when they end, without the keys themselves',
		options: { account: { value: 'ID|NAME', meaning: 'of this account alone' } },
		run: withTools(async (tools, { account }) =>
			tools.accounts.keys(account === undefined ? undefined : (await accountOf(tools, account)).id),
		),
	}),
	command('key revoke', {
		does: 'takes a key out of use',
		options: { ...idOption, ...reasonOption },
		run: withTools(async (tools, { id, reason }) => {
			if (await revokeKey(auditContext(tools, reason), id)) return { id, revoked: true };
			throw new CommandFault(`there is no key ${id} to revoke`);
		}),
	}),
];

interface Funding {
	readonly account: string;
	readonly asset: string;
	readonly amount: string;
	readonly reference: string | undefined;
	readonly reason: string;
}

async function fund(
	tools: Tools,
	{ account, asset, amount, reference = newId(systemClock), reason }: Funding,
): Promise<unknown> {
	const { markets } = tools;
	const { id: accountId } = await accountOf(tools, account);
	const decimals = found(await markets.decimalsOf(asset), `--asset: there is no asset ${asset}`);
	const units = amountOf('--amount', amount, decimals);
	const credit = { accountId, asset, amount: units, reference, decimals };
	const funded = await fundAccount(auditContext(tools, reason), credit);
	return { accountId, asset, amount, reference, funded };
}

/** Only the hash of the trader's own key is stored. */
async function takeOwnKey(
	tools: Tools,
	values: {
		readonly account: string;
		readonly label: string;
		readonly lifetimeDays: string | undefined;
		readonly scope: Scope;
		readonly reason: string | undefined;
	},
): Promise<unknown> {
	const { account, label, scope, reason } = values;
	const lifetimeDays = lifetimeOf(values.lifetimeDays, tools.config.keyLifetimeDays);
	const { id: accountId } = await accountOf(tools, account);
	const key = (await tools.terminal.read()).trim();
	const settings = settlementSettings(tools);
	const terms = { accountId, key, label, lifetimeDays, scope, settings };
	return { id: await addOwnKey(auditContext(tools, reason), terms), accountId };
}
