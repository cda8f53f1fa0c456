/** Ten thousand malformed requests on the port of each program: no 5xx, no leak, no hang. */
import { heapTelling } from '../../support/programs/process-use';
import { placeExchange, placeService } from '../../support/programs/program-places';
import { fuzzProgram } from './fuzz-program';

const seed = Number(process.env['SEED'] ?? 11);
const quiet = { LOG_LEVEL: 'error', NODE_OPTIONS: heapTelling };

test('the service bears ten thousand malformed requests', async () => {
	await fuzzProgram(await placeService(quiet), '/products', { seed, count: 10_000 });
});

test('the exchange bears ten thousand malformed requests', async () => {
	await fuzzProgram(await placeExchange(quiet), '/account', { seed, count: 10_000 });
});
