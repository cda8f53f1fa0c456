/**
 * The database and settings that the administrator's commands work with, and options that several
 * commands share.
 */
import os from 'node:os';
import { scopes } from '../../api/language/scopes';
import { Accounts, type Account } from '../accounts/accounts';
import { reasonLengthMax, type AuditContext } from '../operator/audit';
import { systemClock } from '../../server/clock';
import { found, opening, type Surroundings } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import type { Terminal } from '../../server/commands/terminal';
import { readConfig, type Config } from '../config';
import { openDatabase, type Database } from '../database/database';
import { parseDecimal } from '../../server/decimal';
import { Markets } from '../trading/markets/markets';
import type { SettlementSettings } from '../settlement/setup/settings';
import { settingsOfFile } from '../settlement/setup/settings-file';
import { readTime, type Period } from '../history/statements/statement';
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

export const scopeOption = {
	scope: {
		value: 'SCOPE',
		meaning: 'reading alone, orders and deposits besides, or payouts and keys besides',
		choices: scopes,
		default: 'FULL',
	},
} as const;

/** For ids that a list command shows. */
export const idOption = {
	id: { value: 'ID', meaning: 'the id in the list', isNeeded: true },
} as const;

const reason = { value: 'TEXT', meaning: 'why; it stands in the audit log' } as const;

/** For commands that change somebody's money or trading. */
export const reasonOption = { reason: { ...reason, isNeeded: true } } as const;

/** For commands that only set something up. */
export const optionalReason = { reason } as const;

/** Context of the audit log: the system user who runs the command. */
export function auditContext({ database }: Tools, given: string | undefined): AuditContext {
	if (given !== undefined && given.length > reasonLengthMax) {
		throw new CommandFault(`--reason has at most ${reasonLengthMax} characters`);
	}
	return { database, ...edges, actor: { kind: 'COMMAND', name: systemUser() }, reason: given };
}

/** A container may run as a user without a name. */
function systemUser(): string {
	try {
		return os.userInfo().username;
	} catch {
		return `uid ${process.getuid?.() ?? 'unknown'}`;
	}
}

/** The most entries a command lists. */
export const listMax = 10_000;

export const limitOption = {
	limit: { value: 'N', meaning: `how many at most, 1 to ${listMax}`, default: '100' },
} as const;

/** Parses an amount in smallest units; refuses malformed or finer ones. */
export function amountOf(option: string, text: string, decimals: number): bigint {
	const amount = parseDecimal(text, decimals);
	if (amount !== null) return amount;
	const fault = `must be a decimal with at most ${decimals} digits behind the point`;
	throw new CommandFault(`${option} ${fault}`);
}

export function limitOf(text: string): number {
	const limit = Number(text);
	if (Number.isInteger(limit) && limit >= 1 && limit <= listMax) return limit;
	throw new CommandFault(`--limit must be a whole number from 1 to ${listMax}`);
}

/** Returns milliseconds since 1970; null if the period has no such end. */
export function timeOf(
	values: { readonly from: string | undefined; readonly to: string | undefined },
	name: keyof Period,
): number | null {
	const given = values[name];
	if (given === undefined) return null;
	return found(
		readTime(given, name) ?? undefined,
		`--${name} must be a date such as 2026-11-20 or a time such as 2026-11-20T08:00:00Z`,
	);
}

export async function accountOf({ accounts }: Tools, idOrName: string): Promise<Account> {
	return found(await accounts.find(idOrName), `--account: there is no account ${idOrName}`);
}
