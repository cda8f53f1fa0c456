/** A million malformed requests on the port of each program: no 5xx, no leak, no hang. */
import { heapTelling } from '../../support/programs/process-use';
import { placeExchange, placeService } from '../../support/programs/program-places';
import { fuzzProgram } from './fuzz-program';

jest.setTimeout(3_600_000);

const seed = Number(process.env['SEED'] ?? 1_000_003);
const quiet = { LOG_LEVEL: 'error', NODE_OPTIONS: heapTelling };

test('the service bears a million malformed requests', async () => {
	await fuzzProgram(await placeService(quiet), '/products', { seed, count: 1_000_000 });
});

test('the exchange bears a million malformed requests', async () => {
	await fuzzProgram(await placeExchange(quiet), '/account', { seed, count: 1_000_000 });
});
