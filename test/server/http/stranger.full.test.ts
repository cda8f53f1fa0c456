/**
 * A stranger without any key sends everything they can, from the address of a client with a key, to a
 * program whose limits are the usual ones, but for its patience with slow requests, which is shorter so
 * that its end is seen. The client is served all the while as if nobody were there; how fast is
 * measured by `npm run bench -- stranger`.
 */
import { readConfig as readExchangeConfig } from '../../../exchange/config';
import { readConfig as readServiceConfig } from '../../../service/config';
import { startExchange } from '../../exchange/support/exchange';
import { TestDatabases } from '../../support/servers/databases';
import {
	exchangeCalls,
	serviceCalls,
	type KeyedProgram,
} from '../../support/programs/keyed-programs';
import { startService } from '../../support/programs/service';
import { KeyedClient, letIn } from '../../support/hostile/strange-visit';

const strangerSeconds = 5;
const callCount = 300;

const usual = {
	service: readServiceConfig({}),
	exchange: readExchangeConfig({}),
};
type Limits = Pick<typeof usual.exchange, 'requestsPerMinuteMax' | 'wrongKeysPerMinuteMax'>;
const settingsOf = ({ requestsPerMinuteMax, wrongKeysPerMinuteMax }: Limits) => ({
	...{ requestsPerMinuteMax, wrongKeysPerMinuteMax },
	...({ requestStallMs: 2_000, logLevel: 'error' } as const),
});

/** No minute of the limits ends, however long all this takes. */
const nowMs = () => 0;

async function service(): Promise<KeyedProgram> {
	const config = settingsOf(usual.service);
	const { url, organisation, close } = await startService({ config, nowMs });
	const { admin, products } = organisation;
	return { url, key: admin.key, calls: serviceCalls(products), close };
}

async function exchange(): Promise<KeyedProgram> {
	const databases = new TestDatabases();
	const settings = { ...settingsOf(usual.exchange), nowMs };
	const running = await startExchange(await databases.place('SQLite'), settings);
	return {
		url: running.url,
		key: running.harbour.key,
		calls: exchangeCalls,
		async close() {
			await running.close();
			await databases.close();
		},
	};
}

test.each([
	['the service', service, usual.service],
	['the exchange', exchange, usual.exchange],
] as const)(
	'%s serves a client with a key while a stranger at their address is refused',
	async (_name, start, { wrongKeysPerMinuteMax }) => {
		const program = await start();
		const client = new KeyedClient(program);
		const { here, gone } = letIn(program.url, strangerSeconds);
		await here;
		const statuses: number[] = [];
		while (statuses.length < callCount) statuses.push(await client.callNext());
		const answers = await gone;
		await client.leave();
		await program.close();
		expect(statuses.filter((status) => status >= 300)).toEqual([]);
		const answered = Object.values(answers).flatMap((counts) => Object.keys(counts));
		expect(answered.filter((status) => status.startsWith('5'))).toEqual([]);
		const { '429': refused = 0, cut: _, ...others } = answers['wrongKey'] ?? {};
		const lookedAt = Object.values(others).reduce((sum, times) => sum + times, 0);
		expect(refused).toBeGreaterThan(0);
		expect(lookedAt).toBeLessThanOrEqual(wrongKeysPerMinuteMax);
	},
);
