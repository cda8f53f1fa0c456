/**
 * What the administrator's commands work with: the database of the exchange, and its tracker where
 * it settles at one. The options that several commands share are here, too.
 */
import { Accounts, type Account } from '../accounts/accounts';
import { systemClock } from '../../server/clock';
import { found, opening, type Surroundings } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import type { Terminal } from '../../server/commands/terminal';
import { readConfig, type Config } from '../config';
import { openDatabase, type Database } from '../database/database';
import { Markets } from '../markets/markets';
import type { SettlementSettings } from '../settlement/setup/settings';
import { settingsOfFile } from '../settlement/setup/settings-file';
import { openTreasury, type Treasury } from '../settlement/treasury';

export interface Tools {
	readonly database: Database;
	readonly accounts: Accounts;
	readonly markets: Markets;
	readonly config: Config;
	readonly terminal: Terminal;
	readonly endWith: Surroundings['endWith'];
}

export const edges = { clock: systemClock };

export const withTools = opening<Tools>(async ({ environment, terminal, endWith }) => {
	const config = readConfig(environment);
	const database = await openDatabase(config);
	const accounts = new Accounts(database, systemClock);
	const markets = new Markets(database, systemClock);
	const tools = { database, accounts, markets, config, terminal, endWith };
	return { tools, close: () => database.destroy() };
});

export async function withTreasury<Result>(
	{ config, database, terminal }: Tools,
	use: (treasury: Treasury) => Promise<Result>,
): Promise<Result> {
	const onAlarm = (message: string) => terminal.warn(message);
	const treasury = await openTreasury(config, { database, clock: systemClock, onAlarm });
	if (treasury === undefined) {
		const file = config.settlementFile;
		throw new CommandFault(`this exchange is not connected to a tracker: there is no ${file}`);
	}
	try {
		return await use(treasury);
	} finally {
		await treasury.tracker.close();
	}
}

export function settlementSettings({ config }: Tools): SettlementSettings | undefined {
	return settingsOfFile(config.settlementFile);
}

export const accountOption = {
	account: { value: 'ID|NAME', meaning: 'the account', isNeeded: true },
} as const;

export const labelOption = {
	label: { value: 'TEXT', meaning: 'what the key is for', default: '' },
} as const;

/** For ids that a list shows. */
export const idOption = {
	id: { value: 'ID', meaning: 'the id in the list', isNeeded: true },
} as const;

export async function accountOf({ accounts }: Tools, idOrName: string): Promise<Account> {
	return found(await accounts.find(idOrName), `--account: there is no account ${idOrName}`);
}
