/**
 * The exchange beside the service: its demo market and traders made by its own administrator's
 * command, their keys kept in one private file of the data folder, and its process started. A
 * machine on which it cannot run, having no Redis for it, still gets everything else; why it was
 * left out stands on the screen and in its log.
 */
import fs from 'node:fs';
import path from 'node:path';
import { freshLog, runCommand, startChild, type Child, type ChildPlan } from './child-process';
import { cleanEnvironment } from './clean-environment';
import { loopback, usualOrFreePort } from './free-port';
import { untilReady } from './http-probe';
import { projectRoot } from './project-root';

export type Trader = { readonly name: string; readonly key: string };

export type ExchangeFacts = {
	readonly address: string;
	readonly usualPort: number;
	readonly symbol: string;
	readonly traders: readonly Trader[];
	readonly keysAreNew: boolean;
	readonly keyFile: string;
};

export type ExchangeStart = {
	readonly dataFolder: string;
	readonly usualPort: number;
	readonly logs: string;
	readonly records: string;
	readonly signal: AbortSignal;
};

type DemoMarket = { readonly symbol: string; readonly traders: readonly Trader[] };

const readyDeadlineMs = 120_000;

/** Starts the exchange and waits until it takes orders; a failed start leaves nothing running. */
export async function startExchange(
	start: ExchangeStart,
): Promise<{ readonly facts: ExchangeFacts; readonly child: Child }> {
	const port = await usualOrFreePort(start.usualPort);
	const logFile = freshLog(start.logs, 'exchange');
	const environment = {
		...cleanEnvironment(),
		EXCHANGE_DATA: path.join(start.dataFolder, 'exchange'),
		EXCHANGE_HOST: loopback,
		EXCHANGE_PORT: String(port),
	};
	const plan = (program: string, ...args: readonly string[]): ChildPlan => ({
		name: 'The exchange',
		command: process.execPath,
		args: [path.join(projectRoot(), 'dist', 'exchange', program), ...args],
		folder: projectRoot(),
		environment,
		logFile,
		recordFolder: start.records,
	});
	const demo = await openMarket(start, (...args) => plan('admin.js', ...args));
	const child = await startChild(plan('main.js', 'both'));
	const url = `http://${loopback}:${port}/health/ready`;
	try {
		await untilReady({ child, url, signal: start.signal, deadlineMs: readyDeadlineMs });
	} catch (fault) {
		await child.stop();
		throw fault;
	}
	const address = `http://localhost:${port}`;
	return { facts: { address, usualPort: start.usualPort, ...demo }, child };
}

async function openMarket(
	{ dataFolder, signal }: ExchangeStart,
	admin: (...args: readonly string[]) => ChildPlan,
): Promise<DemoMarket & { readonly keysAreNew: boolean; readonly keyFile: string }> {
	const keyFile = path.join(dataFolder, 'exchange-demo.json');
	const kept = readMarket(keyFile);
	if (kept !== undefined) return { ...kept, keysAreNew: false, keyFile };
	const outputFile = `${keyFile}.partial`;
	fs.writeFileSync(outputFile, '', { mode: 0o600 });
	await runCommand({ ...admin('demo', '--new-keys'), outputFile }, signal);
	const made = readMarket(outputFile);
	if (made === undefined) throw new Error(`${outputFile} is missing`);
	fs.renameSync(outputFile, keyFile);
	return { ...made, keysAreNew: true, keyFile };
}

function readMarket(file: string): DemoMarket | undefined {
	if (!fs.existsSync(file)) return undefined;
	const value: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
	if (isMarket(value)) return value;
	throw new Error(`${file} is damaged. Remove it; the demo traders then get new keys.`);
}

function isMarket(value: unknown): value is DemoMarket {
	if (typeof value !== 'object' || value === null) return false;
	const { symbol, traders } = value as Partial<Record<keyof DemoMarket, unknown>>;
	return (
		typeof symbol === 'string' &&
		Array.isArray(traders) &&
		traders.every((trader) => typeof trader?.name === 'string' && typeof trader.key === 'string')
	);
}
