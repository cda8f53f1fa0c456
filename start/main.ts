/**
 * Entry point of `npm start` and `sealkeeper start`: reads arguments and environment, maps signals
 * to an orderly end, and prints in one sentence why a start failed. launcher.ts does the work.
 */
import path from 'node:path';
import { isInstalled } from '../server/release';
import { launch, StartRefused } from './launcher';
import { hasBrowser } from './machine/browser';
import { Presses } from './repeated-interrupts';
import { standardOutput } from './machine/progress';
import { projectRoot } from './machine/project-root';
import { helpText, readOptions } from './start-options';

const parentPollMs = 500;

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (options.kind === 'help') {
		process.stdout.write(helpText);
		return 0;
	}
	if (options.kind === 'unknown') {
		process.stderr.write(`There is no option ${options.word}.\n\n${helpText}`);
		return 2;
	}
	const end = new AbortController();
	const atOnce = new AbortController();
	endOnSignals(end, atOnce);
	try {
		await launch({
			dataFolder: path.resolve(
				isInstalled ? '' : projectRoot(),
				process.env.SEALKEEPER_DATA || '.data',
			),
			// A release holds neither the nodes nor the workflows.
			withN8n: options.withN8n && !isInstalled,
			withExchange: options.withExchange,
			opensBrowser:
				options.opensBrowser && process.stdout.isTTY && hasBrowser(process.env, process.platform),
			usualPorts: {
				service: portWish('PORT', 8080),
				n8n: portWish('N8N_PORT', 5678),
				exchange: portWish('EXCHANGE_PORT', 8090),
			},
			output: standardOutput,
			signal: end.signal,
			atOnce: atOnce.signal,
		});
	} catch (error) {
		if (end.signal.aborted && isCalledOff(error, end.signal)) return 0;
		process.stderr.write(`\n${explain(error)}\n`);
		return 1;
	}
	return 0;
}

function portWish(name: string, usual: number): number {
	const text = process.env[name];
	if (!text) return usual;
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new StartRefused(`${name} must be a port from 1 to 65535, not '${text}'.`);
}

function endOnSignals(end: AbortController, atOnce: AbortController): void {
	const reason = new Error('Ended on request.');
	const presses = new Presses();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			if (presses.isAnother(performance.now())) atOnce.abort(reason);
			end.abort(reason);
		});
	}
	// A signal can end npm and its shell without reaching this process.
	if (!['start', 'npx'].includes(process.env.npm_lifecycle_event ?? '')) return;
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) end.abort(reason);
	}, parentPollMs).unref();
}

/** Our own waits reject with the signal's reason, Node.js timers with an AbortError. */
function isCalledOff(error: unknown, signal: AbortSignal): boolean {
	return error === signal.reason || (error instanceof Error && error.name === 'AbortError');
}

const explain = (error: unknown) => (error instanceof Error ? error.message : String(error));

main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		process.stderr.write(`${explain(error)}\n`);
		process.exit(1);
	},
);
