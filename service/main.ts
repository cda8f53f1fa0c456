/**
 * The service as a process: reads the environment, listens, and ends cleanly on SIGTERM and
 * SIGINT, finishing the requests under way. It prints where it listens and no secret but
 * the link to begin with.
 */
import './heap-flags';
import { reportUnknownVariables } from '../server/config/environment';
import { listeningUrl } from '../server/http/listening-url';
import { whenDatabaseAnswers } from '../server/database/waiting';
import { runProgram, tellOperator, type Running } from '../server/running';
import { withTraces } from '../server/traces/tracing';
import { systemClock } from '../server/clock';
import {
	hasOrganisation,
	issueSignInLink,
	linkLifetimeMinutes,
	signInLink,
} from './accounts/sign-in-links';
import { openService } from './app';
import { ownNames, readConfig } from './config';
import type { Database } from './database/database';

async function open(): Promise<Running> {
	reportUnknownVariables(ownNames);
	const config = readConfig(process.env);
	const service = await whenDatabaseAnswers(() => openService(config), tellOperator);
	await service.app.listen({ host: config.host, port: config.port });
	const address = config.publicUrl ?? listeningUrl(service.app);
	const beginning = await beginningOf(service.database, address);
	const sentence = `Sealkeeper listens on ${listeningUrl(service.app)}${beginning}`;
	return { ...service, sentence, drainSeconds: config.drainSeconds };
}

/** Where nobody has begun yet: the link to begin with. It works once, for ten minutes, and only until somebody has. */
async function beginningOf(database: Database, address: string): Promise<string> {
	if (await hasOrganisation(database)) return '';
	const { token } = await database
		.transaction()
		.execute((transaction) => issueSignInLink(transaction, systemClock, null));
	return `\nBegin here within ${linkLifetimeMinutes} minutes: ${signInLink(address, token)}`;
}

runProgram(withTraces('sealkeeper-service', open));
