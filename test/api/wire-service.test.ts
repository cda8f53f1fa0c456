/** Plays every golden request of the service over real HTTP. */
import { startService, type RunningService } from '../support/programs/service';
import { goldens, programOf } from './golden';
import { playAlone, playShared, stepOf } from './played-goldens';
import { SharedStages, type MadeStage } from './shared-stages';
import { serviceKinds, Stage, steps } from './stage';

const ofService = goldens.filter(([, golden]) => programOf(golden) === 'service');

describe('over real HTTP at the service', () => {
	let shared: RunningService;
	beforeAll(async () => {
		shared = await startService();
	});
	const stages = new SharedStages((needs) => serviceStage(needs, shared));
	afterAll(async () => {
		await stages.close();
		await shared.close();
	});

	test.each(ofService)('%s is answered as written', async (_file, golden) => {
		if (golden.service === undefined) return playShared(golden, stages);
		const own = await startService({ config: serviceKinds[golden.service] });
		try {
			await playAlone(golden, await serviceStage(golden.needs ?? [], own));
		} finally {
			await own.close();
		}
	});
});

async function serviceStage(needs: readonly string[], running: RunningService): Promise<MadeStage> {
	const stage = await Stage.open(running);
	for (const need of needs) await stepOf(steps, need)(stage);
	return { values: stage.values, close: async () => stage[Symbol.dispose]() };
}
