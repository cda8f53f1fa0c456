/**
 * Runs the exchange as a process: `api`, `worker` or `both`. On SIGTERM and SIGINT it finishes the
 * requests and jobs in flight before it ends.
 */
import type { FastifyInstance } from 'fastify';
import { reportUnknownVariables } from '../server/config/environment';
import { listeningUrl } from '../server/http/listening-url';
import { whenDatabaseAnswers } from '../server/database/waiting';
import { runProgram, tellOperator, type Running } from '../server/running';
import { withTraces } from '../server/traces/tracing';
import { ownNames, readConfig, type Config } from './config';
import { openExchange, parts, type Part } from './exchange';

function readPart(args: readonly string[]): Part {
	const [name = 'both', ...rest] = args;
	const part = parts.find((candidate) => candidate === name);
	if (part === undefined || rest.length > 0) {
		throw new Error(`say which part to run: ${parts.join(', ')}; both when left out`);
	}
	return part;
}

/** Returns a sentence for the operator: what runs and where it listens. */
async function listen(app: FastifyInstance, part: Part, config: Config): Promise<string> {
	const { host, port, workerPort } = config;
	if (part !== 'worker') {
		await app.listen({ host, port });
		return `Exchange listens on ${listeningUrl(app)}`;
	}
	if (workerPort === undefined) return 'Exchange worker runs';
	await app.listen({ host, port: workerPort });
	return `Exchange worker runs, with health and metrics on ${listeningUrl(app)}`;
}

async function open(): Promise<Running> {
	const part = readPart(process.argv.slice(2));
	reportUnknownVariables(ownNames);
	const config = readConfig(process.env);
	const opening = () => openExchange(config, part);
	const exchange = await whenDatabaseAnswers(opening, tellOperator);
	const sentence = await listen(exchange.app, part, config);
	// Nobody sends requests to a worker.
	return { ...exchange, sentence, drainSeconds: part === 'worker' ? 0 : config.drainSeconds };
}

runProgram(withTraces('sealkeeper-exchange', open));
