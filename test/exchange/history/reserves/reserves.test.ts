import { openDatabase } from '../../../../exchange/database/database';
import { verifyReserves } from '../../../../proof/reserves';
import {
	publishedReserves,
	publishReserves,
	reservesProof,
	type ReservesParts,
} from '../../../../exchange/history/reserves/reserves';
import { startService, type RunningService } from '../../../support/programs/service';
import { bothDatabaseKinds, TestDatabases } from '../../../support/servers/databases';
import { openStage, type Stage } from '../../settlement/stage';

const databases = new TestDatabases();
let running: RunningService;

beforeAll(async () => {
	running = await startService();
});

afterAll(async () => {
	await running.close();
	await databases.close();
});

const parts = ({ treasury }: Stage): ReservesParts => treasury;

test.each(bothDatabaseKinds)('each trader finds what is owed to them on %s', async (kind) => {
	const stage = await openStage(running, await databases.place(kind));
	const { anna, ben, database } = stage;
	expect(await publishedReserves(database)).toBeUndefined();
	expect(await reservesProof(database, anna.id)).toBeUndefined();
	await stage.deposit(anna, 'EUR', 1_000_000n);
	await stage.deposit(anna, 'GOLD', 1_500n);
	await stage.carry();
	// Planned and not sent: it is still owed.
	await stage.payout(anna, 'EUR', 300_000n);
	const outcome = await publishReserves(parts(stage));
	expect(outcome).toMatchObject({
		kind: 'PUBLISHED',
		published: {
			treeSize: 1,
			assets: [
				{ asset: 'EUR', decimals: 4, liabilities: '1000000', reserves: '1000000' },
				{ asset: 'GOLD', decimals: 3, liabilities: '1500', reserves: '1500' },
			],
		},
	});
	const proof = await reservesProof(database, anna.id);
	expect(proof).toMatchObject({ proof: { accountId: anna.id, amounts: ['1000000', '1500'] } });
	expect(await verifyReserves(JSON.parse(JSON.stringify(proof)))).toEqual({ valid: true });
	expect(await reservesProof(database, ben.id)).toBeUndefined();

	await stage.deposit(ben, 'EUR', 20_000n);
	await stage.carry();
	await publishReserves(parts(stage));
	// Another process has its own connection, and knows nothing of the publication before.
	const elsewhere = await openDatabase(stage.config);
	const renewed = [await reservesProof(database, anna.id), await reservesProof(elsewhere, ben.id)];
	await elsewhere.destroy();
	const verifications = await Promise.all(renewed.map((one) => verifyReserves(one)));
	expect(verifications).toEqual([{ valid: true }, { valid: true }]);
	expect(renewed[0]?.published).toEqual(await publishedReserves(database));
	expect(renewed[1]?.published).toEqual(renewed[0]?.published);
	expect(renewed[0]?.published.root).not.toBe(proof?.published.root);
	expect(renewed[0]?.proof.salt).not.toBe(proof?.proof.salt);
	await stage.close();
});

test('what cannot be read is not published, and the publication before it stays', async () => {
	const stage = await openStage(running, await databases.place());
	const { database } = stage;
	await publishReserves(parts(stage));
	const before = await publishedReserves(database);
	const escrow = { ...stage.escrow, key: 'wrong' };
	const settings = { ...stage.treasury.settings, escrow };
	const outcome = await publishReserves({ ...parts(stage), settings });
	expect(outcome).toMatchObject({
		kind: 'UNREAD',
		reason: expect.stringMatching(/Auth_KeyInvalid/),
	});
	expect(before).toMatchObject({ treeSize: 0 });
	expect(await publishedReserves(database)).toEqual(before);
	await stage.close();
});
