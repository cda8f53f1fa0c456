/**
 * The service as a process: reads the environment, listens, and ends cleanly on SIGTERM and
 * SIGINT, finishing the requests under way. It prints where it listens and no secret.
 */
import './heap-flags';
import { reportUnknownVariables } from '../server/config/environment';
import { listeningUrl } from '../server/http/listening-url';
import { whenDatabaseAnswers } from '../server/database/waiting';
import { runProgram, tellOperator, type Running } from '../server/running';
import { withTraces } from '../server/traces/tracing';
import { openService } from './app';
import { ownNames, readConfig } from './config';

async function open(): Promise<Running> {
	reportUnknownVariables(ownNames);
	const config = readConfig(process.env);
	const service = await whenDatabaseAnswers(() => openService(config), tellOperator);
	await service.app.listen({ host: config.host, port: config.port });
	const sentence = `Sealkeeper listens on ${listeningUrl(service.app)}`;
	return { ...service, sentence, drainSeconds: config.drainSeconds };
}

runProgram(withTraces('sealkeeper-service', open));
