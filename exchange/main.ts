/**
 * The exchange as a process: `api`, `worker` or `both`. It reads the environment, listens, and
 * ends cleanly on SIGTERM and SIGINT, finishing the requests and jobs under way.
 */
import { reportUnknownVariables } from '../server/config/environment';
import { listeningUrl } from '../server/http/listening-url';
import { runProgram } from '../server/running';
import { ownNames, readConfig } from './config';
import { openExchange, parts, type Part } from './exchange';

function readPart(args: readonly string[]): Part {
	const [name = 'both', ...rest] = args;
	const part = parts.find((candidate) => candidate === name);
	if (part === undefined || rest.length > 0) {
		throw new Error(`say which part to run: ${parts.join(', ')}; both when left out`);
	}
	return part;
}

runProgram(async () => {
	const part = readPart(process.argv.slice(2));
	reportUnknownVariables(ownNames);
	const config = readConfig(process.env);
	const exchange = await openExchange(config, part);
	if (exchange.app !== undefined) {
		await exchange.app.listen({ host: config.host, port: config.port });
		process.stdout.write(`Exchange listens on ${listeningUrl(exchange.app)}\n`);
	} else process.stdout.write('Exchange worker runs\n');
	return {
		end(signal) {
			exchange.app?.log.info({ signal }, 'ending');
			return exchange.close();
		},
	};
});
