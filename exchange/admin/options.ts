/** The options of the administrator's commands, each read or refused by its name. */
import type { Account, Accounts } from '../accounts/accounts';
import { CommandFault } from '../markets/markets';

export type Options = Readonly<Record<string, string | boolean | undefined>>;

export function text(options: Options, name: string): string {
	const value = optional(options, name);
	if (value === undefined || value.trim() === '') throw new CommandFault(`--${name} is missing`);
	return value;
}

export function optional(options: Options, name: string): string | undefined {
	const value = options[name];
	return typeof value === 'string' ? value : undefined;
}

export function choice<Choice extends string>(
	options: Options,
	name: string,
	choices: readonly Choice[],
): Choice {
	const wanted = text(options, name);
	const found = choices.find((candidate) => candidate === wanted);
	if (found === undefined) throw new CommandFault(`--${name} must be one of ${choices.join(', ')}`);
	return found;
}

export function label(options: Options): string {
	return optional(options, 'label') ?? '';
}

export async function account(accounts: Accounts, options: Options): Promise<Account> {
	const idOrName = text(options, 'account');
	const found = await accounts.find(idOrName);
	if (found === undefined) throw new CommandFault(`--account: there is no account ${idOrName}`);
	return found;
}
