/** Plays every golden request of the exchange over real HTTP, beside the real service. */
import { TestDatabases } from '../support/servers/databases';
import { ExchangeStage, exchangeSteps, stageExchange, type StagedExchange } from './exchange-stage';
import { goldens, programOf } from './golden';
import { playAlone, playShared, stepOf } from './played-goldens';
import { SharedStages, type MadeStage } from './shared-stages';

const ofExchange = goldens.filter(([, golden]) => programOf(golden) === 'exchange');

describe('over real HTTP at the exchange', () => {
	const databases = new TestDatabases();
	let shared: StagedExchange;
	beforeAll(async () => {
		shared = await stageExchange(await databases.place());
	});
	const stages = new SharedStages((needs) => exchangeStage(needs, shared));
	afterAll(async () => {
		await stages.close();
		await shared.close();
		await databases.close();
	});

	test.each(ofExchange)('%s is answered as written', async (_file, golden) => {
		if (golden.exchange === undefined) return playShared(golden, stages);
		const own = await stageExchange(await databases.place(), golden.exchange);
		try {
			await playAlone(golden, await exchangeStage(golden.needs ?? [], own));
		} finally {
			await own.close();
		}
	});
});

async function exchangeStage(needs: readonly string[], staged: StagedExchange): Promise<MadeStage> {
	const stage = await ExchangeStage.open(staged);
	for (const need of needs) await stepOf(exchangeSteps, need)(stage);
	return stage;
}
