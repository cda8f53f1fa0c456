import { Carrier } from '../../../exchange/settlement/carrying/carrier';
import { findIntent } from '../../../exchange/settlement/store/intents';
import { createKeyVault } from '../../../exchange/settlement/setup/key-vault';
import { startService, type RunningService } from '../../support/programs/service';
import { TestDatabases } from '../../support/servers/databases';
import { openStage } from './stage';

const databases = new TestDatabases();
let running: RunningService;

beforeAll(async () => {
	running = await startService();
});
afterAll(async () => {
	await running.close();
	await databases.close();
});

test('a deposit whose key cannot be opened keeps no other transfer from being made', async () => {
	const stage = await openStage(running, await databases.place(), { parallelCalls: 1 });
	const { anna, ben, database } = stage;
	await stage.deposit(anna, 'EUR', 1_000_000n);
	await stage.carry();
	const sealed = await stage.deposit(ben, 'EUR', 1_000_000n);
	const payout = await stage.payout(anna, 'EUR', 500_000n);
	expect(payout.slot).toBe(sealed.slot);
	const otherVault = { ...stage.treasury, vault: createKeyVault(new Uint8Array(32)) };
	await new Carrier(otherVault, () => undefined).carry(sealed.slot);
	expect(await findIntent(database, payout.id)).toMatchObject({ state: 'SETTLED' });
	expect(await findIntent(database, sealed.id)).toMatchObject({
		state: 'PLANNED',
		reason: "the trader's key was sealed under another secret",
	});
	await stage.close();
});
