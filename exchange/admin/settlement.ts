/**
 * The administrator's commands about settlement: reconciliation, statements, transfers held for
 * review, alarms, links to the tracker, and proof of reserves. What they do is done in their rooms;
 * here options become calls and results become answers.
 */
import { payoutModes, type Accounts } from '../accounts/accounts';
import { account, choice, label, optional, text, type Options } from './options';
import { systemClock } from '../../server/clock';
import type { Config } from '../config';
import type { Database } from '../database/database';
import { formatDecimal, parseDecimal } from '../markets/decimal';
import { CommandFault, type Markets } from '../markets/markets';
import { intentStates } from '../settlement/intent';
import { exitCodes, reportJson, reportText } from '../reconciliation/comparison';
import { readReservesProof, verifyReserves, type ReservesProof } from '../reserves/sum-tree';
import { ownAccounts, type SettlementSettings } from '../settlement/settings';
import { decisions } from '../settlement/decision';
import { readTime, statementFormats, statementText, type Period } from '../statements/statement';
import { clearAlarm, openAlarms } from '../settlement/alarms';
import { linkAsset } from '../settlement/asset-links';
import { describeIntents, describeMoved, describeWithSteps } from '../settlement/intent-report';
import { probeKeys, reconcile, resumePayouts } from '../reconciliation/reconcile';
import { publishReserves, reservesProof } from '../reserves/reserves';
import { reviewIntent } from '../settlement/review';
import { jsonOfFile, settingsOfFile } from '../settlement/settings-file';
import { withStatement } from '../statements/statements';
import { setEmail } from '../settlement/trader-email';
import { openTreasury, type Treasury } from '../settlement/treasury';

export const settlementUsage = `  asset link --code CODE --tracker-asset ID --unit DECIMAL
  account set-email --account ID|NAME --email ADDRESS
  account set-payouts --account ID|NAME --mode ${payoutModes.join('|')}
  key add-own --account ID|NAME [--label TEXT]   (the key is read from standard input)
  settlement reconcile [--format text|json]      (ends with 0: agrees, 3: differs, 4: not known)
  settlement statement --account ID|NAME [--from TIME] [--to TIME] [--format csv|json|text]
  settlement intents [--state STATE] [--account ID|NAME] [--limit N]
  settlement intent --id ID
  settlement review --id ID --decision ${decisions.join('|')}
  settlement alarms
  settlement clear-alarm --id ID
  settlement resume-payouts
  reserves publish
  reserves proof --account ID|NAME
  reserves verify --file FILE                    (offline)
`;

/** Where a command reads and writes besides the database. */
export interface Terminal {
	/** Resolves when more may be written. */
	write(piece: string): Promise<void>;
	/** All of standard input. */
	read(): Promise<string>;
	/** A sentence beside the answer. */
	warn(sentence: string): void;
	/** The process ends with this code instead of 0. */
	endWith(exitCode: number): void;
}

export interface SettlementTools {
	readonly database: Database;
	readonly accounts: Accounts;
	readonly markets: Markets;
	readonly config: Config;
	readonly terminal: Terminal;
}

/** A command answers a value to be printed as JSON, or undefined when it has written itself. */
type Command = (tools: SettlementTools, options: Options) => Promise<unknown>;

export const settlementCommands: Readonly<Record<string, Command>> = {
	'settlement reconcile': (tools, options) =>
		withTreasury(tools, (treasury) => reconcileNow(tools, treasury, options)),
	'reserves publish': (tools) => withTreasury(tools, publish),
	'reserves proof': proof,
	'settlement statement': statement,
	'settlement intents': intents,
	'settlement intent': ({ database }, options) => describeWithSteps(database, text(options, 'id')),
	'settlement review': review,
	'settlement alarms': async ({ database }) =>
		(await openAlarms(database)).map(({ raisedAt, ...alarm }) => ({
			...alarm,
			raisedAt: new Date(raisedAt).toISOString(),
		})),
	'settlement clear-alarm': async ({ database }, options) => {
		const id = text(options, 'id');
		if (await clearAlarm({ clock: systemClock }, database, id)) return { id, cleared: true };
		throw new CommandFault(`there is no open alarm ${id}`);
	},
	'settlement resume-payouts': async ({ database }) => {
		await resumePayouts({ clock: systemClock }, database);
		return { payoutsStopped: null };
	},
	'asset link': link,
	'account set-email': async (tools, options) => {
		const { id } = await account(tools.accounts, options);
		const email = text(options, 'email');
		await setEmail(tools.database, { accountId: id, email, settings: foundSettings(tools) });
		return { accountId: id, email };
	},
	'account set-payouts': async ({ accounts }, options) => {
		const { id } = await account(accounts, options);
		const mode = choice(options, 'mode', payoutModes);
		await accounts.setPayouts(id, mode);
		return { accountId: id, payouts: mode };
	},
	'key add-own': addOwnKey,
};

/** Commands that need no database. */
export const offlineCommands: Readonly<Record<string, (options: Options) => unknown>> = {
	'reserves verify': (options) => {
		const value = fileOf(options);
		const verification = verifyReserves(value);
		const given = readReservesProof(value);
		if (!verification.valid || typeof given === 'string') {
			throw new Error(
				`the proof does not hold: ${verification.valid ? given : verification.reason}`,
			);
		}
		return describeProof(given);
	},
};

/** What a proof shows, in decimals; that the root is the published one only its reader can see. */
function describeProof({ published, proof: { accountId, amounts } }: ReservesProof) {
	const { time, root } = published;
	const assets = published.assets.map(({ asset, decimals, liabilities, reserves }, at) => {
		const decimal = (amount = '0') => formatDecimal(BigInt(amount), decimals);
		return {
			asset,
			owedToAccount: decimal(amounts[at]),
			owedToAll: decimal(liabilities),
			reserves: decimal(reserves),
			isCovered: BigInt(reserves) >= BigInt(liabilities),
		};
	});
	const compareWith = 'root must be the one that GET /reserves shows to everybody';
	return { valid: true, accountId, time, root, compareWith, assets };
}

function fileOf(options: Options): unknown {
	try {
		return jsonOfFile(text(options, 'file'));
	} catch (fault) {
		throw new CommandFault(fault instanceof Error ? fault.message : String(fault));
	}
}

async function withTreasury<Result>(
	{ config, database, terminal }: SettlementTools,
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

function foundSettings({ config, terminal }: SettlementTools): SettlementSettings | undefined {
	return settingsOfFile(config.settlementFile, (sentence) => terminal.warn(sentence));
}

async function publish(treasury: Treasury): Promise<unknown> {
	const outcome = await publishReserves(treasury);
	if (outcome.kind === 'PUBLISHED') return outcome.published;
	throw new Error(`nothing was published: ${outcome.reason}`);
}

async function reconcileNow(
	{ terminal }: SettlementTools,
	treasury: Treasury,
	options: Options,
): Promise<unknown> {
	const format = choice({ format: 'text', ...options }, 'format', ['text', 'json']);
	await probeKeys(treasury);
	const report = await reconcile(treasury);
	terminal.endWith(exitCodes[report.verdict]);
	if (format === 'json') return reportJson(report);
	await terminal.write(reportText(report));
	return undefined;
}

async function statement(tools: SettlementTools, options: Options): Promise<unknown> {
	const { accounts, database, terminal } = tools;
	const found = await account(accounts, options);
	const period: Period = { from: time(options, 'from'), to: time(options, 'to') };
	if (period.from !== null && period.to !== null && period.from >= period.to) {
		throw new CommandFault('--from must be before --to');
	}
	const format = choice({ format: 'csv', ...options }, 'format', statementFormats);
	const head = { account: found, period };
	await withStatement(database, { accountId: found.id, period }, async (items) => {
		for await (const piece of statementText(items, { head, format })) await terminal.write(piece);
	});
	return undefined;
}

function time(options: Options, name: keyof Period): number | null {
	const given = optional(options, name);
	if (given === undefined) return null;
	const read = readTime(given, name);
	if (read !== null) return read;
	throw new CommandFault(
		`--${name} must be a date such as 2026-11-20 or a time such as 2026-11-20T08:00:00Z`,
	);
}

async function intents(
	{ database, accounts }: SettlementTools,
	options: Options,
): Promise<unknown> {
	const limit = Number(optional(options, 'limit') ?? '100');
	if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
		throw new CommandFault('--limit must be a whole number from 1 to 10000');
	}
	const accountId =
		optional(options, 'account') === undefined ? undefined : (await account(accounts, options)).id;
	const state =
		optional(options, 'state') === undefined ? undefined : choice(options, 'state', intentStates);
	return describeIntents(database, { limit, accountId, state });
}

async function review(tools: SettlementTools, options: Options): Promise<unknown> {
	const id = text(options, 'id');
	const decision = choice(options, 'decision', decisions);
	const intent = await withTreasury(tools, (treasury) => reviewIntent(treasury, id, decision));
	return describeMoved(tools.database, intent);
}

async function link({ database, markets }: SettlementTools, options: Options): Promise<unknown> {
	const asset = text(options, 'code');
	const decimals = await markets.decimalsOf(asset);
	if (decimals === undefined) throw new CommandFault(`--code: there is no asset ${asset}`);
	const unit = parseDecimal(text(options, 'unit'), decimals);
	if (unit === null) {
		throw new CommandFault(
			`--unit must be a decimal with at most ${decimals} digits behind the point`,
		);
	}
	const trackerAssetId = text(options, 'tracker-asset');
	await linkAsset(database, { asset, trackerAssetId, unit });
	return { asset, trackerAssetId, unit: text(options, 'unit') };
}

async function proof({ accounts, database }: SettlementTools, options: Options): Promise<unknown> {
	const found = await account(accounts, options);
	const proved = await reservesProof(database, found.id);
	if (proved !== undefined) return proved;
	throw new CommandFault(
		`${found.name} is in no publication: there is none, or nothing was owed then`,
	);
}

/** Only the hash of the trader's own key is kept, so that one key serves here and at the tracker. */
async function addOwnKey(tools: SettlementTools, options: Options): Promise<unknown> {
	const { accounts, terminal } = tools;
	const { id: accountId } = await account(accounts, options);
	const key = (await terminal.read()).trim();
	const settings = foundSettings(tools);
	const own = settings === undefined ? [] : ownAccounts(settings);
	if (own.some((one) => one.key === key))
		throw new CommandFault('this is a key of the exchange itself');
	const { id } = await accounts.addOwnKey(accountId, key, label(options));
	return { id, accountId };
}
