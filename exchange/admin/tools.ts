/** The database and settings that the administrator's commands work with. */
import { Accounts, type Account } from '../accounts/accounts';
import { systemClock } from '../../server/clock';
import { found, opening, type Surroundings } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import type { Terminal } from '../../server/commands/terminal';
import { readConfig, type Config } from '../config';
import { openDatabase, type Database } from '../database/database';
import { openTreasury, type Treasury } from '../settlement/treasury';
import { Markets } from '../trading/markets/markets';

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

export const accountOption = {
	accountId: { value: 'ID|NAME', meaning: 'the account', isNeeded: true },
} as const;

/** For commands that affect somebody's money or trading. */
export const reasonOption = {
	reason: { value: 'TEXT', meaning: 'why; it stands in the audit log', isNeeded: true },
} as const;

export async function accountOf({ accounts }: Tools, idOrName: string): Promise<Account> {
	return found(await accounts.find(idOrName), `--account-id: there is no account ${idOrName}`);
}
