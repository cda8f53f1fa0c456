/** Clients at the tracker, alone and sixteen at once, judged by an auditor of their own; every seed is another story. */
import { startService, type RunningService } from '../../support/programs/service';
import { verified } from '../verification/filled-service';
import { SimulatedClients } from './simulated-clients';

let running: RunningService;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
});

afterAll(() => running.close());

test('nothing is made, lost, overdrawn or moved twice, whoever asks at once for what', async () => {
	const tally = { done: 0, refused: 0 };
	for (let seed = 1; seed <= 3; seed += 1) {
		const simulated = await SimulatedClients.open(running, seed);
		await simulated.play(16).catch((fault: unknown) => {
			throw new Error(`seed ${seed}`, { cause: fault });
		});
		tally.done += simulated.tally.done;
		tally.refused += simulated.tally.refused;
	}
	expect(tally.done).toBeGreaterThan(100);
	expect(tally.refused).toBeGreaterThan(20);
	expect((await verified(running)).findings).toEqual([]);
});
