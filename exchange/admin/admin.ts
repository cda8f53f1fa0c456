/**
 * The administrator's command: assets, markets, accounts, keys and deposits, straight in the
 * database, also while the exchange runs. It prints one JSON value, or a report in the format asked
 * for, so that people read it and programs use it; a key is printed when it is made and never again.
 */
import fs from 'node:fs';
import { text as streamText } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Accounts } from '../accounts/accounts';
import { account, choice, label, text, type Options } from './options';
import {
	offlineCommands,
	settlementCommands,
	settlementUsage,
	type SettlementTools,
	type Terminal,
} from './settlement';
import { newId, systemClock } from '../../server/clock';
import { readConfig } from '../config';
import { openDatabase } from '../database/database';
import { ensureDemo } from '../demo/demo';
import { ensureTrackedDemo, readPlace } from '../demo/tracker-demo';
import { MARKET_STATUSES } from '../engine/command';
import { Intake } from '../intake/intake';
import { auditLedger } from '../reconciliation/audit';
import { deposit } from '../ledger/deposits';
import { parseDecimal } from '../markets/decimal';
import { MarketFault, type MarketDescription } from '../markets/market';
import { CommandFault, Markets } from '../markets/markets';
import { readJson } from '../tracker/exact-json';
import { assetLink } from '../settlement/asset-links';

const usage = `npm run --silent exchange:admin -- COMMAND

  asset add --code CODE --decimals N
  market add --symbol BASE-QUOTE --base CODE --quote CODE --tick T --step S
             --max-price P --min-qty Q --max-qty Q [--min-notional N]
             [--maker-fee-bps N] [--taker-fee-bps N]
  market list
  market status --symbol BASE-QUOTE --status ${MARKET_STATUSES.join('|')}
  account add --name NAME
  account list
  account fund --account ID|NAME --asset CODE --amount A [--reference TEXT]
  key add --account ID|NAME [--label TEXT]
  key add-administrator [--label TEXT]
  key revoke --id ID
  ledger audit
  demo [--new-keys] [--tracker FILE]
${settlementUsage}
The database is DATABASE_URL, or SQLite in EXCHANGE_DATA, or else in the folder exchange of
SEALKEEPER_DATA (.data below the current folder).
`;

type Tools = SettlementTools;

const edges = { clock: systemClock };

const commands: Readonly<Record<string, (tools: Tools, options: Options) => Promise<unknown>>> = {
	'asset add': async ({ markets }, options) => {
		const code = text(options, 'code');
		const decimals = Number(text(options, 'decimals'));
		await markets.addAsset(code, decimals);
		return { code, decimals };
	},
	'market add': async ({ markets }, options) => (await markets.add(market(options))).description,
	'market list': async ({ markets }) =>
		(await markets.list()).map(({ market: { description }, status }) => ({
			...description,
			status,
		})),
	'market status': setStatus,
	'account add': ({ accounts }, options) => accounts.add(text(options, 'name')),
	'account list': ({ accounts }) => accounts.list(),
	'account fund': fund,
	'key add': async ({ accounts }, options) =>
		accounts.addKey((await account(accounts, options)).id, label(options)),
	'key add-administrator': ({ accounts }, options) => accounts.addKey(null, label(options)),
	'key revoke': async ({ accounts }, options) => {
		const id = text(options, 'id');
		if (!(await accounts.revokeKey(id))) throw new CommandFault(`there is no key ${id} to revoke`);
		return { id, revoked: true };
	},
	'ledger audit': async ({ database }) => {
		const faults = await auditLedger(database);
		if (faults.length > 0) throw new CommandFault(faults.join('\n'));
		return { agrees: true };
	},
	...settlementCommands,
	demo: makeDemo,
};

/** With a tracker its place and keys come in a private file, never on the command line. */
async function makeDemo({ database }: SettlementTools, options: Options): Promise<unknown> {
	const parts = { database, ...edges };
	const withNewKeys = options['new-keys'] === true;
	const file = options['tracker'];
	if (typeof file !== 'string') return ensureDemo(parts, { withNewKeys });
	const place = readPlace(readJson(fs.readFileSync(file)));
	const demo = await ensureTrackedDemo(parts, place, { withNewKeys });
	if (!demo.settles) {
		process.stderr.write(
			'The demo assets were funded without the tracker, so they stay unlinked; a new data folder settles at it.\n',
		);
	}
	return demo;
}

function market(options: Options): MarketDescription {
	const fee = (name: string) => Number(options[name] ?? '0');
	return {
		symbol: text(options, 'symbol'),
		baseAsset: text(options, 'base'),
		quoteAsset: text(options, 'quote'),
		tickSize: text(options, 'tick'),
		stepSize: text(options, 'step'),
		maxPrice: text(options, 'max-price'),
		minQty: text(options, 'min-qty'),
		maxQty: text(options, 'max-qty'),
		minNotional: typeof options['min-notional'] === 'string' ? options['min-notional'] : '0',
		makerFeeBps: fee('maker-fee-bps'),
		takerFeeBps: fee('taker-fee-bps'),
	};
}

/** Appended to the log like any command; the workers find it there within a second. */
async function setStatus({ database, markets }: Tools, options: Options): Promise<unknown> {
	const symbol = text(options, 'symbol');
	const found = await markets.find(symbol);
	if (found === undefined) throw new CommandFault(`--symbol: there is no market ${symbol}`);
	const status = choice(options, 'status', MARKET_STATUSES);
	const intake = new Intake({ database, ...edges, onAccepted: () => undefined });
	const { sequence } = await intake.submit(found, { kind: 'STATUS', status });
	return { symbol, status, sequence };
}

async function fund({ database, accounts, markets }: Tools, options: Options): Promise<unknown> {
	const { id: accountId } = await account(accounts, options);
	const asset = text(options, 'asset');
	const decimals = await markets.decimalsOf(asset);
	if (decimals === undefined) throw new CommandFault(`--asset: there is no asset ${asset}`);
	if ((await assetLink(database, asset)) !== undefined) {
		throw new CommandFault(
			`${asset} is backed at the tracker, so it is not credited by hand; have the trader deposit it`,
		);
	}
	const amount = parseDecimal(text(options, 'amount'), decimals);
	if (amount === null) {
		throw new CommandFault(
			`--amount must be a decimal with at most ${decimals} digits behind the point`,
		);
	}
	const given = options['reference'];
	const reference = typeof given === 'string' ? given : newId(systemClock);
	const funded = await deposit({ database, ...edges }, { accountId, asset, amount, reference });
	return { accountId, asset, amount: text(options, 'amount'), reference, funded };
}

/** Who reads the answer has read enough, as `| head -1` has: no fault of the command. */
class ReaderGone extends Error {}

// Each write is told of its own fault; without a listener the event would end the process.
process.stdout.on('error', () => undefined);

const terminal: Terminal = {
	write: (piece) =>
		new Promise((resolve, reject) => {
			process.stdout.write(piece, (fault) => {
				if (!fault) return resolve();
				const { code } = fault as NodeJS.ErrnoException;
				if (code === 'EPIPE') return reject(new ReaderGone());
				reject(new Error(`the answer could not be written: ${fault.message}`));
			});
		}),
	read: () => streamText(process.stdin),
	warn: (sentence) => void process.stderr.write(`${sentence}\n`),
	endWith: (exitCode) => {
		process.exitCode = exitCode;
	},
};

async function print(answer: unknown): Promise<void> {
	if (answer !== undefined) await terminal.write(`${JSON.stringify(answer, null, '\t')}\n`);
}

/** The options of every command, as the usage tells them. */
const optionsOf: ReadonlyMap<string, readonly string[]> = new Map(
	usage
		.split(/\n {2}(?=[a-z])/)
		.slice(1)
		.map((entry) => {
			const [name = ''] = /^[a-z][a-z-]*(?: [a-z][a-z-]*)*/.exec(entry) ?? [];
			return [name, [...entry.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option)];
		}),
);

function readCommandLine(args: readonly string[]): {
	readonly name: string;
	readonly values: Options;
} {
	const names = [...optionsOf.values()].flat();
	const { values, positionals, tokens } = parseArgs({
		args: [...args],
		tokens: true,
		allowPositionals: true,
		options: {
			...Object.fromEntries(names.map((option) => [option, { type: 'string' as const }])),
			'new-keys': { type: 'boolean' },
		},
	});
	const name = positionals.join(' ');
	const own = optionsOf.get(name);
	if (own === undefined) throw new CommandFault(`unknown command '${name}'\n\n${usage}`);
	const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
	// Which of the two is meant nobody can know, and one may decide about money.
	const twice = given.find((option, at) => given.indexOf(option) !== at);
	if (twice !== undefined) throw new CommandFault(`--${twice} is given twice`);
	const alien = given.find((option) => !own.includes(option));
	if (alien !== undefined) throw new CommandFault(`--${alien} is no option of ${name}`);
	return { name, values };
}

async function main(args: readonly string[]): Promise<void> {
	if (args.length === 0 || args.includes('--help')) return terminal.write(usage);
	const { name, values } = readCommandLine(args);
	const offline = offlineCommands[name];
	if (offline !== undefined) return print(offline(values));
	const command = commands[name];
	if (command === undefined) throw new Error(`the usage names ${name}, and nothing carries it out`);
	const config = readConfig(process.env);
	const database = await openDatabase(config);
	try {
		const tools = {
			database,
			accounts: new Accounts(database, systemClock),
			markets: new Markets(database, systemClock),
			config,
			terminal,
		};
		await print(await command(tools, values));
	} finally {
		await database.destroy();
	}
}

/** A mistake of the person at the command line ends with 2, anything else with 1. */
function isUsageFault(fault: unknown): boolean {
	const code = (fault as { readonly code?: unknown }).code;
	const usageFault = fault instanceof CommandFault || fault instanceof MarketFault;
	return usageFault || String(code).startsWith('ERR_PARSE_ARGS');
}

main(process.argv.slice(2)).catch((fault: unknown) => {
	if (fault instanceof ReaderGone) return;
	process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
	process.exitCode = isUsageFault(fault) ? 2 : 1;
});
