/**
 * Starts the service, and n8n and the exchange as requested, and ends them. It owns the processes and
 * the order of starting and ending; the modules it calls prepare each process. Messages for people go
 * to `output`.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
	describeEnd,
	freshLog,
	startChild,
	type Child,
	type ChildEnd,
} from './machine/child-process';
import { cleanEnvironment } from './machine/clean-environment';
import { openDemo, type DemoAnswer } from './programs/demo-keys';
import { startExchange, type ExchangeFacts, type MarketFacts } from './programs/exchange-process';
import { openInBrowser } from './machine/browser';
import { tryLockFolder, type FolderLock } from './machine/folder-lock';
import { loopback } from './machine/free-port';
import { untilReady } from './machine/http-probe';
import { keptPort } from './machine/kept-port';
import { credentialRecord, shippedWorkflows, traderCredentialRecord } from './n8n/contents';
import { importRecords, openHome } from './n8n/home';
import { installN8nHost, type N8nHost } from './n8n/host';
import { startN8nServer } from './n8n/server';
import { installPackage } from './n8n/package-install';
import { endRecordedProcesses } from './machine/process-record';
import { withProgress, type ProgressOutput } from './machine/progress';
import { openProgressFile, progressFilePath, type ProgressFile } from './machine/progress-file';
import { projectRoot } from './machine/project-root';
import { startScreen, type StartFacts } from './start-screen';

export interface Launch {
	readonly dataFolder: string;
	readonly withN8n: boolean;
	readonly withExchange: boolean;
	/** Whether the console is opened in the person's browser. */
	readonly opensBrowser: boolean;
	readonly usualPorts: {
		readonly service: number;
		readonly n8n: number;
		readonly exchange: number;
	};
	readonly output: ProgressOutput;
	/** Aborted to end all processes. */
	readonly signal: AbortSignal;
	/** Aborted to end all processes without waiting for requests in progress. */
	readonly atOnce: AbortSignal;
}

const serviceReadyDeadlineMs = 60_000;

/** The start is impossible; the message is for the user. */
export class StartRefused extends Error {}

/**
 * Runs until the signal aborts, then ends every process. If a process ends by itself or the start
 * fails, it ends the others and rejects.
 */
export async function launch(options: Launch): Promise<void> {
	const lock = takeDataFolder(options.dataFolder);
	const running = new RunningProcesses(options);
	try {
		await running.endOrphans();
		const facts = await startAll(options, running);
		options.output.write(startScreen(facts));
		await running.untilOver();
	} finally {
		await running.stop();
		lock.release();
	}
}

function takeDataFolder(dataFolder: string): FolderLock {
	const folder = path.join(dataFolder, 'start');
	fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
	const answer = tryLockFolder(folder);
	if (answer.held) return answer.lock;
	throw new StartRefused(
		`Sealkeeper is already running on ${dataFolder} (pid ${answer.holderPid ?? 'unknown'}). ` +
			'End that one first, or set SEALKEEPER_DATA to another folder.',
	);
}

/** The processes of one start: first the service, then n8n and the exchange as each is ready. */
class RunningProcesses {
	readonly logs: string;
	readonly records: string;
	private readonly children: Child[] = [];

	constructor(private readonly options: Launch) {
		this.logs = path.join(options.dataFolder, 'logs');
		this.records = path.join(options.dataFolder, 'start', 'processes');
	}

	async endOrphans(): Promise<void> {
		const ended = await endRecordedProcesses(this.records);
		if (ended.length === 0) return;
		this.options.output.write(`Ended what a killed start had left running: ${ended.join(', ')}.\n`);
	}

	add(child: Child): void {
		this.children.push(child);
	}

	/** Resolves when the signal aborts; rejects when a process ends by itself. */
	async untilOver(): Promise<void> {
		const { signal } = this.options;
		if (signal.aborted) return;
		const aborted = new Promise<undefined>((resolve) => {
			signal.addEventListener('abort', () => resolve(undefined), { once: true });
		});
		const ends = this.children.map(async (child) => ({ child, end: await child.ended }));
		const first = await Promise.race([aborted, ...ends]);
		if (first !== undefined && !signal.aborted) throw endedByItself(first);
	}

	/**
	 * Processes end in reverse order: n8n and the exchange, whichever was ready last first, then the
	 * service that both call. Prints which one it waits for, because requests in progress may take
	 * minutes.
	 */
	async stop(): Promise<void> {
		const { output, atOnce } = this.options;
		if (this.children.length > 0) {
			output.write('\nEnding: what is under way is finished. Ctrl-C again ends it at once.\n');
		}
		for (const child of this.children.splice(0).reverse()) {
			if (!atOnce.aborted) output.write(`  Waiting for ${child.name.replace(/^The/, 'the')}\n`);
			await child.stop(atOnce);
		}
	}
}

function endedByItself({ child, end }: { child: Child; end: ChildEnd }): Error {
	return new Error(`${describeEnd(child, end)}\nEverything else was ended, too.`);
}

async function startAll(options: Launch, running: RunningProcesses): Promise<StartFacts> {
	const startedAt = performance.now();
	const demo = await openDemo({
		dataFolder: options.dataFolder,
		logFile: freshLog(running.logs, 'demo'),
		recordFolder: running.records,
		signal: options.signal,
	});
	// If the service or n8n fails, the others are cancelled, so that nothing stays half started. An
	// exchange that fails does not reject: it is left out.
	const failed = new AbortController();
	const signal = AbortSignal.any([options.signal, failed.signal]);
	const { dataFolder, usualPorts } = options;
	const port = await keptPort({ dataFolder, name: 'service', usual: usualPorts.service });
	const address = `http://localhost:${port}`;
	// The service knows the exchange before it starts: people sign in to it through the console.
	const exchangePort = await keptPort({ dataFolder, name: 'exchange', usual: usualPorts.exchange });
	const progress = openProgressFile(progressFilePath(dataFolder), options.output);
	const ready = startService({ ...options, signal }, running, { port, exchangePort });
	ready.then(
		() => showConsole(options, `${address}/console/sign-in#${demo.signInToken}`),
		() => undefined,
	);
	const market = Promise.withResolvers<MarketFacts | undefined>();
	const n8nInputs = { demo, address, market: market.promise };
	const onMarket = (facts: MarketFacts) => market.resolve(facts);
	const tracker = { demo, port, exchangePort, ready, onMarket };
	const exchanging = options.withExchange
		? tryExchange({ ...options, signal }, running, tracker)
		: Promise.resolve(undefined);
	const parts = [
		ready,
		options.withN8n
			? startN8n({ ...options, signal }, running, { ...n8nInputs, progress })
			: undefined,
		exchanging.finally(() => market.resolve(undefined)),
	] as const;
	const [, n8n, exchange] = await allOrNone(parts, failed);
	const mail = await mailState(`http://${loopback}:${port}/health/ready`);
	return {
		service: { address, usualPort: usualPorts.service, mail },
		n8n,
		exchange,
		users: demo.keys.users,
		products: demo.allProducts,
		keysAreNew: demo.isNew,
		keyFile: demo.file,
		dataFolder,
		seconds: (performance.now() - startedAt) / 1000,
	};
}

/** As soon as the service is ready: the rest may take minutes to arrive. */
function showConsole({ output, opensBrowser, dataFolder }: Launch, link: string): void {
	output.write(`\nOpen the console, signed in (works once, for ten minutes):\n  ${link}\n\n`);
	if (opensBrowser) openInBrowser(link, path.join(dataFolder, 'start'));
}

/** Where mails go, and whether they get there, as the service says when it is ready. */
async function mailState(url: string): Promise<string> {
	const state: unknown = await (await fetch(url)).json();
	const isTold = typeof state === 'object' && state !== null && 'mail' in state;
	return isTold ? String(state.mail) : 'folder';
}

/** Waits for all. If one fails, cancels the others, waits for them, and rejects with the failure. */
async function allOrNone<Parts extends readonly unknown[]>(parts: Parts, failed: AbortController) {
	const watched = Promise.all(parts);
	watched.catch((error: unknown) => failed.abort(error));
	await Promise.allSettled(parts);
	return watched;
}

async function startService(
	{ dataFolder, signal }: Launch,
	running: RunningProcesses,
	{ port, exchangePort }: { readonly port: number; readonly exchangePort: number },
): Promise<void> {
	const child = await startChild({
		name: 'The service',
		command: process.execPath,
		args: [path.join(projectRoot(), 'dist', 'service', 'main.js')],
		folder: projectRoot(),
		environment: {
			...cleanEnvironment(),
			SEALKEEPER_DATA: dataFolder,
			HOST: loopback,
			PORT: String(port),
			START_PROGRESS_FILE: progressFilePath(dataFolder),
			SIGN_IN_FOR: process.env.SIGN_IN_FOR || `http://localhost:${exchangePort}`,
		},
		logFile: freshLog(running.logs, 'service'),
		recordFolder: running.records,
		hasOwnDeadline: true,
	});
	running.add(child);
	const url = `http://${loopback}:${port}/health/ready`;
	await untilReady({ child, url, signal, deadlineMs: serviceReadyDeadlineMs });
}

/** The exchange, or the reason why it was left out. */
async function tryExchange(
	{ dataFolder, signal, usualPorts }: Launch,
	running: RunningProcesses,
	{ demo: { keys }, port, exchangePort, ready, onMarket }: TrackerInputs,
): Promise<ExchangeFacts | { readonly leftOut: string }> {
	const { logs, records } = running;
	try {
		const { facts, child } = await startExchange({
			dataFolder,
			usualPort: usualPorts.exchange,
			logs,
			records,
			signal,
			demo: keys,
			port: exchangePort,
			serviceAddress: `http://${loopback}:${port}`,
			console: `http://localhost:${port}`,
			serviceReady: ready,
			onMarket,
		});
		running.add(child);
		return facts;
	} catch (fault) {
		signal.throwIfAborted();
		const why = fault instanceof Error ? fault.message.trimEnd().split('\n').at(-1) : undefined;
		return { leftOut: why ?? String(fault) };
	}
}

interface ServiceInputs {
	readonly demo: DemoAnswer;
	readonly address: string;
}

interface TrackerInputs {
	readonly demo: DemoAnswer;
	/** Of the service. */
	readonly port: number;
	readonly exchangePort: number;
	readonly ready: Promise<void>;
	readonly onMarket: (facts: MarketFacts) => void;
}

interface N8nInputs extends ServiceInputs {
	/** Undefined without an exchange. */
	readonly market: Promise<MarketFacts | undefined>;
}

async function startN8n(
	options: Launch,
	running: RunningProcesses,
	{ progress, ...n8nInputs }: N8nInputs & { readonly progress: ProgressFile },
): Promise<NonNullable<StartFacts['n8n']>> {
	const { signal, usualPorts, dataFolder } = options;
	const { output } = progress;
	const host = await installN8nHost({ signal, output });
	const home = await withProgress(output, { label: 'Preparing n8n' }, () =>
		prepareHome(options, running, { ...n8nInputs, host }),
	);
	const port = await keptPort({ dataFolder, name: 'n8n', usual: usualPorts.n8n });
	const { child, owner } = await withProgress(output, { label: 'Starting n8n' }, () =>
		startN8nServer({ home, port, signal }),
	);
	running.add(child);
	const address = `http://localhost:${port}`;
	progress.end(address);
	const addressOf = (id: string) => `${address}/workflow/${id}`;
	const first = {
		sign: addressOf('SKcontractMail01'),
		watch: addressOf('SKcomparison0001'),
		trade: addressOf('SKfirstTrade0001'),
	};
	return { address, usualPort: usualPorts.n8n, ...owner, first };
}

async function prepareHome(
	{ dataFolder, signal }: Launch,
	{ logs, records: recordFolder }: RunningProcesses,
	{ demo: { keys }, address, market, host }: N8nInputs & { readonly host: N8nHost },
) {
	const logFile = freshLog(logs, 'n8n');
	const folder = path.join(dataFolder, 'n8n');
	const home = openHome({ host, folder, logFile, recordFolder });
	await installPackage({ home: folder, logFile, recordFolder, signal });
	const [user] = keys.users;
	if (user === undefined) throw new Error('The demo has no user.');
	const { products } = keys;
	const service = { baseUrl: address, storageUrl: `${address}/storage`, products };
	const { address: exchangeUrl = '', traders = [] } = (await market) ?? {};
	const credentials = [
		credentialRecord({ apiKey: user.key, ...service }),
		...traders.map(({ name, key }) =>
			traderCredentialRecord({ trader: name, apiKey: key, exchangeUrl, ...service }),
		),
	];
	await importRecords(home, 'credentials', credentials, signal);
	const workflows = shippedWorkflows(path.join(projectRoot(), 'workflows'), address);
	await importRecords(home, 'workflow', workflows, signal);
	return home;
}
