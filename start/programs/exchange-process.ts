/**
 * Starts the exchange, which settles at the service's tracker. Its administrator command creates
 * the demo market and traders; their keys are stored in a private file of the data folder. If the
 * exchange cannot run, such as without Redis, everything else still starts, and the screen and the
 * log show why.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
	freshLog,
	runCommand,
	startChild,
	type Child,
	type ChildPlan,
} from '../machine/child-process';
import { cleanEnvironment } from '../machine/clean-environment';
import type { DemoKeys } from './demo-keys';
import { settlementFile, writeSettlement, type TrackerPlace } from './exchange-settlement';
import { loopback } from '../machine/free-port';
import { answersOk, untilReady } from '../machine/http-probe';
import { projectRoot } from '../machine/project-root';
import { needsRedis, programFolder } from './redis-package';

export interface Trader {
	readonly name: string;
	readonly key: string;
}

/** Known after it has started. */
export interface ExchangeFacts extends MarketFacts {
	/** Address of the administrator's page. */
	readonly administration: string;
}

export interface MarketFacts {
	readonly address: string;
	readonly usualPort: number;
	readonly symbol: string;
	readonly traders: readonly Trader[];
	readonly keysAreNew: boolean;
	readonly keyFile: string;
	readonly administrator: AdministratorKey;
}

export interface AdministratorKey {
	readonly key: string;
	/** True if this start made the key. */
	readonly isNew: boolean;
	readonly keyFile: string;
}

export interface ExchangeStart {
	readonly dataFolder: string;
	readonly port: number;
	readonly usualPort: number;
	readonly logs: string;
	readonly records: string;
	readonly signal: AbortSignal;
	readonly demo: DemoKeys;
	/** The service as people open it, whose console signs them in. */
	readonly console: string;
	/** Address of the service, which may not be ready yet. */
	readonly serviceAddress: string;
	readonly serviceReady: Promise<unknown>;
	/** Called when the traders have their keys; the exchange accepts orders later. */
	readonly onMarket: (facts: MarketFacts) => void;
}

interface DemoMarket {
	readonly symbol: string;
	readonly traders: readonly Trader[];
	/** True if the traders have the same keys at the tracker, which backs the assets. */
	readonly settles?: boolean;
}

const readyDeadlineMs = 120_000;

/**
 * As in package.json: a 16 MiB young generation; otherwise a book of 100,000 orders takes 50 MB
 * more.
 */
const memoryFlags = ['--max-semi-space-size=16'];

/**
 * Starts the exchange and waits until it accepts orders. If the start fails, nothing is left
 * running.
 */
export async function startExchange(
	start: ExchangeStart,
): Promise<{ readonly facts: ExchangeFacts; readonly child: Child }> {
	const { port, usualPort } = start;
	const logFile = freshLog(start.logs, 'exchange');
	const folder = path.join(start.dataFolder, 'exchange');
	const environment = {
		...cleanEnvironment(),
		EXCHANGE_DATA: folder,
		EXCHANGE_SETTLEMENT: path.join(folder, settlementFile),
		EXCHANGE_HOST: loopback,
		EXCHANGE_PORT: String(port),
		EXCHANGE_SIGN_IN_URL: process.env.EXCHANGE_SIGN_IN_URL || start.console,
		EXCHANGE_ADMINISTRATORS:
			process.env.EXCHANGE_ADMINISTRATORS || userOf(start.demo, 'admin').email,
	};
	const plan = (program: string, ...args: readonly string[]): ChildPlan => ({
		name: 'The exchange',
		command: process.execPath,
		args: [path.join(projectRoot(), 'dist', program), ...args],
		folder: projectRoot(),
		environment,
		logFile,
		recordFolder: start.records,
	});
	if (needsRedis(folder, environment)) {
		await runCommand(plan('start/programs/redis-package.js', programFolder(folder)), start.signal);
	}
	const tracker = trackerOf(start);
	const settles = writeSettlement(folder, tracker);
	const admin = (...args: readonly string[]) => plan('exchange/admin/admin.js', ...args);
	const demo = await openMarket(start, admin, settles ? tracker : undefined);
	const administrator = await openAdministrator(start, admin);
	const address = `http://localhost:${port}`;
	const facts = { address, usualPort, ...demo, administrator };
	start.onMarket(facts);
	const program = plan('exchange/main.js', 'both');
	const child = await startChild({
		...program,
		args: [...memoryFlags, ...program.args],
		hasOwnDeadline: true,
	});
	const place = `http://${loopback}:${port}`;
	const url = `${place}/health/ready`;
	try {
		await untilReady({ child, url, signal: start.signal, deadlineMs: readyDeadlineMs });
		return { facts: { ...facts, administration: address + (await administration(place)) }, child };
	} catch (fault) {
		await child.stop();
		throw fault;
	}
}

/** Without built pages only the queue dashboard exists. */
async function administration(place: string): Promise<string> {
	return (await answersOk(`${place}/admin`)) ? '/admin' : '/admin/queues';
}

/** Users of the demo organisation that are traders, in the order of the exchange's traders. */
const traderNames = ['alice', 'bob'] as const;

function userOf({ users }: DemoKeys, name: string): DemoKeys['users'][number] {
	const found = users.find(({ email }) => email.startsWith(`${name}@`));
	if (found === undefined) throw new Error(`The demo has no user ${name}.`);
	return found;
}

function trackerOf({ demo, serviceAddress }: ExchangeStart): TrackerPlace {
	const user = (name: string) => userOf(demo, name);
	return {
		trackerUrl: serviceAddress,
		productId: demo.products.Tracker,
		administratorKey: user('admin').key,
		escrow: user('escrow'),
		traders: traderNames.map(user),
	};
}

async function openMarket(
	start: ExchangeStart,
	admin: (...args: readonly string[]) => ChildPlan,
	tracker: TrackerPlace | undefined,
): Promise<DemoMarket & { readonly keysAreNew: boolean; readonly keyFile: string }> {
	const { dataFolder, signal } = start;
	const keyFile = path.join(dataFolder, 'exchange-demo.json');
	const kept = readMarket(keyFile);
	if (kept !== undefined && (tracker === undefined || isSettled(kept, tracker))) {
		return { ...kept, keysAreNew: false, keyFile };
	}
	const outputFile = `${keyFile}.partial`;
	fs.writeFileSync(outputFile, '', { mode: 0o600 });
	const plan = { ...admin('demo', ...(kept === undefined ? ['--new-keys'] : [])), outputFile };
	if (tracker === undefined) await runCommand(plan, signal);
	else await makeAtTracker(start, plan, tracker);
	const made: unknown = JSON.parse(fs.readFileSync(outputFile, 'utf8'));
	// A market created earlier without the tracker keeps its keys.
	if (kept !== undefined && !isMarket(made)) {
		fs.rmSync(outputFile);
		return { ...kept, keysAreNew: false, keyFile };
	}
	if (!isMarket(made)) throw new Error(`${outputFile} is no demo market.`);
	fs.renameSync(outputFile, keyFile);
	return { ...made, keysAreNew: true, keyFile };
}

/** The key that `/admin` opens with, made at the first start. */
async function openAdministrator(
	{ dataFolder, signal }: ExchangeStart,
	admin: (...args: readonly string[]) => ChildPlan,
): Promise<AdministratorKey> {
	const keyFile = path.join(dataFolder, 'exchange-administrator.json');
	const isNew = !fs.existsSync(keyFile);
	if (isNew) {
		const outputFile = `${keyFile}.partial`;
		fs.writeFileSync(outputFile, '', { mode: 0o600 });
		await runCommand(
			{ ...admin('add-administrator-key', '--label', 'demo', '--json'), outputFile },
			signal,
		);
		fs.renameSync(outputFile, keyFile);
	}
	const made: unknown = JSON.parse(fs.readFileSync(keyFile, 'utf8'));
	if (typeof made === 'object' && made !== null && 'key' in made) {
		return { key: String(made.key), isNew, keyFile };
	}
	throw new Error(`${keyFile} is damaged. Remove it; a new key is made.`);
}

/** Keys are passed in a private file, because others could read a command line. */
async function makeAtTracker(
	{ dataFolder, signal, serviceReady }: ExchangeStart,
	plan: ChildPlan,
	tracker: TrackerPlace,
): Promise<void> {
	await serviceReady;
	const file = path.join(dataFolder, 'exchange-demo-tracker.json');
	fs.writeFileSync(file, JSON.stringify(tracker), { mode: 0o600 });
	try {
		await runCommand({ ...plan, args: [...plan.args, '--tracker', file] }, signal);
	} finally {
		fs.rmSync(file);
	}
}

/**
 * True if the market was completely created at this tracker, with the keys the traders still have.
 */
function isSettled({ settles, traders }: DemoMarket, tracker: TrackerPlace): boolean {
	const isOwn = ({ key }: Trader) => tracker.traders.some((user) => user.key === key);
	return settles === true && traders.every(isOwn);
}

function readMarket(file: string): DemoMarket | undefined {
	if (!fs.existsSync(file)) return undefined;
	const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	if (isMarket(value)) return value;
	throw new Error(`${file} is damaged. Remove it; the demo traders then get new keys.`);
}

type Unchecked = Partial<Record<'name' | 'key', unknown>>;

function isMarket(value: unknown): value is DemoMarket {
	if (typeof value !== 'object' || value === null) return false;
	const { symbol, traders } = value as Partial<Record<keyof DemoMarket, unknown>>;
	return (
		typeof symbol === 'string' &&
		Array.isArray(traders) &&
		traders.every(
			(trader: Unchecked | null) =>
				typeof trader?.name === 'string' && typeof trader.key === 'string',
		)
	);
}
