/**
 * The service as a process: reads the environment, listens, and ends cleanly on SIGTERM and
 * SIGINT, finishing the requests under way. It prints where it listens and no secret.
 */
import './young-heap';
import { reportUnknownVariables } from '../server/config/environment';
import { listeningUrl } from '../server/http/listening-url';
import { openService } from './app';
import { ownNames, readConfig } from './config';

async function main(): Promise<void> {
	reportUnknownVariables(ownNames);
	const config = readConfig(process.env);
	const service = await openService(config);
	await service.app.listen({ host: config.host, port: config.port });
	process.stdout.write(`Sealkeeper listens on ${listeningUrl(service.app)}\n`);
	let ending = false;
	const end = (signal: NodeJS.Signals) => {
		if (ending) return;
		ending = true;
		service.app.log.info({ signal }, 'ending');
		service.close().then(
			() => process.exit(0),
			(fault: unknown) => fail(fault),
		);
	};
	process.on('SIGTERM', end);
	process.on('SIGINT', end);
}

function fail(fault: unknown): void {
	process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
	process.exit(1);
}

main().catch(fail);
