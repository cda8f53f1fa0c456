/** The administrator's commands about traders: accounts, what they are funded with, and keys. */
import { payoutModes } from '../accounts/accounts';
import { newId, systemClock } from '../../server/clock';
import { command, found } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { lifetimeOf, lifetimeOption } from '../../server/commands/lifetime';
import { deposit } from '../ledger/deposits';
import { parseDecimal } from '../markets/decimal';
import { assetLink } from '../settlement/assets/asset-links';
import { ownAccounts } from '../settlement/setup/settings';
import { setEmail } from '../accounts/trader-email';
import {
	accountOf,
	accountOption,
	edges,
	idOption,
	labelOption,
	settlementSettings,
	withTools,
	type Tools,
} from './tools';

export const accountCommands = [
	command('account add', {
		does: 'adds an account',
		options: { name: { value: 'NAME', meaning: 'how people call it', isNeeded: true } },
		run: withTools(({ accounts }, { name }) => accounts.add(name)),
	}),
	command('account list', {
		does: 'lists the accounts with where their payouts go',
		run: withTools(({ accounts }) => accounts.list()),
	}),
	command('account disable', {
		does: 'ends the keys of an account for good; its orders and money stay',
		options: accountOption,
		run: withTools(async (tools, { account }) => {
			const { id: accountId } = await accountOf(tools, account);
			await tools.accounts.disable(accountId);
			return { accountId, isEnabled: false };
		}),
	}),
	command('account enable', {
		does: 'lets a disabled account have keys again',
		options: accountOption,
		run: withTools(async (tools, { account }) => {
			const { id: accountId } = await accountOf(tools, account);
			await tools.accounts.enable(accountId);
			return { accountId, isEnabled: true };
		}),
	}),
	command('account fund', {
		does: 'credits an account by hand; once for each reference',
		options: {
			...accountOption,
			asset: { value: 'CODE', meaning: 'an asset no tracker backs', isNeeded: true },
			amount: { value: 'DECIMAL', meaning: 'how much', isNeeded: true },
			reference: { value: 'TEXT', meaning: 'names this credit; one of its own when left out' },
		},
		run: withTools(fund),
	}),
	command('account set-email', {
		does: 'says which user of the tracker a trader is',
		options: {
			...accountOption,
			email: { value: 'EMAIL', meaning: 'the address at the tracker', isNeeded: true },
		},
		run: withTools(async (tools, { account, email }) => {
			const { id: accountId } = await accountOf(tools, account);
			const settings = settlementSettings(tools);
			return { accountId, email: await setEmail(tools.database, { accountId, email, settings }) };
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
		},
		run: withTools(async (tools, { account, mode }) => {
			const { id: accountId } = await accountOf(tools, account);
			await tools.accounts.setPayouts(accountId, mode);
			return { accountId, payouts: mode };
		}),
	}),
];

export const keyCommands = [
	command('key add', {
		does: 'makes a key for an account, and shows it this once',
		options: { ...accountOption, ...labelOption, ...lifetimeOption },
		run: withTools(async (tools, { account, label, lifetimeDays }) => {
			const days = lifetimeOf(lifetimeDays, tools.config.keyLifetimeDays);
			return tools.accounts.addKey((await accountOf(tools, account)).id, label, days);
		}),
	}),
	command('key add-own', {
		does: "takes a trader's key of the tracker, read from standard input",
		options: { ...accountOption, ...labelOption, ...lifetimeOption },
		run: withTools(addOwnKey),
	}),
	command('key add-administrator', {
		does: 'makes a key for an administrator, and shows it this once',
		options: { ...labelOption, ...lifetimeOption },
		run: withTools(async ({ accounts, config }, { label, lifetimeDays }) =>
			accounts.addKey(null, label, lifetimeOf(lifetimeDays, config.keyLifetimeDays)),
		),
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
		options: idOption,
		run: withTools(async ({ accounts }, { id }) => {
			if (await accounts.revokeKey(id)) return { id, revoked: true };
			throw new CommandFault(`there is no key ${id} to revoke`);
		}),
	}),
];

interface Funding {
	readonly account: string;
	readonly asset: string;
	readonly amount: string;
	readonly reference: string | undefined;
}

async function fund(
	tools: Tools,
	{ account, asset, amount, reference = newId(systemClock) }: Funding,
): Promise<unknown> {
	const { database, markets } = tools;
	const { id: accountId } = await accountOf(tools, account);
	const decimals = found(await markets.decimalsOf(asset), `--asset: there is no asset ${asset}`);
	if ((await assetLink(database, asset)) !== undefined) {
		throw new CommandFault(
			`${asset} is backed at the tracker, so it is not credited by hand; have the trader deposit it`,
		);
	}
	const units = parseDecimal(amount, decimals);
	if (units === null) {
		throw new CommandFault(
			`--amount must be a decimal with at most ${decimals} digits behind the point`,
		);
	}
	const credit = { accountId, asset, amount: units, reference };
	const funded = await deposit({ database, ...edges }, credit);
	return { accountId, asset, amount, reference, funded };
}

/** Only the hash of the trader's own key is kept, so that one key serves here and at the tracker. */
async function addOwnKey(
	tools: Tools,
	values: {
		readonly account: string;
		readonly label: string;
		readonly lifetimeDays: string | undefined;
	},
): Promise<unknown> {
	const { account, label } = values;
	const days = lifetimeOf(values.lifetimeDays, tools.config.keyLifetimeDays);
	const { id: accountId } = await accountOf(tools, account);
	const key = (await tools.terminal.read()).trim();
	const settings = settlementSettings(tools);
	const own = settings === undefined ? [] : ownAccounts(settings);
	if (own.some((one) => one.key === key)) {
		throw new CommandFault('this is a key of the exchange itself');
	}
	const { id } = await tools.accounts.addOwnKey(accountId, key, label, days);
	return { id, accountId };
}
