/** More seeds and longer stories of `ledger-simulation.test.ts`. */
import { startService } from '../../support/programs/service';
import { verified } from '../verification/filled-service';
import { SimulatedClients } from './simulated-clients';

test('100 stories of clients at the tracker make, lose and double nothing', async () => {
	const running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	for (let seed = 101; seed <= 200; seed += 1) {
		const simulated = await SimulatedClients.open(running, seed);
		await simulated.play(60).catch((fault: unknown) => {
			throw new Error(`seed ${seed}`, { cause: fault });
		});
	}
	expect((await verified(running)).findings).toEqual([]);
	await running.close();
}, 3_600_000);
