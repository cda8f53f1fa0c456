import fs from 'node:fs';
import path from 'node:path';
import { verifyReserves } from '../../../exchange/settlement/reserves';
import {
	publishedReserves,
	publishReserves,
	reservesProof,
	type ReservesParts,
} from '../../../exchange/treasury/reserves';
import { startService, type RunningService } from '../../support/service';
import { databaseKinds, TestDatabases } from '../support/databases';
import { openStage, type Stage } from './stage';

const databases = new TestDatabases();
let running: RunningService;

beforeAll(async () => {
	running = await startService();
});

afterAll(async () => {
	await running.close();
	await databases.close();
});

const parts = ({ treasury, config: { dataFolder } }: Stage): ReservesParts => ({
	...treasury,
	dataFolder,
	secret: new Uint8Array(32).fill(7),
});

test.each(databaseKinds)('each trader finds what is owed to him on %s', async (kind) => {
	const stage = await openStage(running, await databases.place(kind));
	const { anna, ben } = stage;
	const { dataFolder } = stage.config;
	expect(publishedReserves({ dataFolder })).toBeUndefined();
	expect(reservesProof({ dataFolder }, anna.id)).toBeUndefined();
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
	const proof = reservesProof({ dataFolder }, anna.id);
	expect(proof).toMatchObject({ proof: { accountId: anna.id, amounts: ['1000000', '1500'] } });
	expect(verifyReserves(JSON.parse(JSON.stringify(proof)))).toEqual({ valid: true });
	expect(reservesProof({ dataFolder }, ben.id)).toBeUndefined();

	await stage.deposit(ben, 'EUR', 20_000n);
	await stage.carry();
	await publishReserves(parts(stage));
	const renewed = [anna, ben].map(({ id }) => reservesProof({ dataFolder }, id));
	expect(renewed.map((one) => verifyReserves(one))).toEqual([{ valid: true }, { valid: true }]);
	expect(renewed[0]?.published).toEqual(publishedReserves({ dataFolder }));
	expect(renewed[0]?.published.root).not.toBe(proof?.published.root);
	expect(renewed[0]?.proof.salt).not.toBe(proof?.proof.salt);
	const folder = path.join(dataFolder, 'reserves');
	expect(fs.readdirSync(folder)).toEqual(['latest.json']);
	expect(fs.statSync(path.join(folder, 'latest.json')).mode & 0o777).toBe(0o600);
	await stage.close();
});

test('what cannot be read is not published, and the publication before it stays', async () => {
	const stage = await openStage(running, await databases.place('SQLite'));
	const { dataFolder } = stage.config;
	await publishReserves(parts(stage));
	const before = publishedReserves({ dataFolder });
	const escrow = { ...stage.escrow, key: 'wrong' };
	const settings = { ...stage.treasury.settings, escrow };
	const outcome = await publishReserves({ ...parts(stage), settings });
	expect(outcome).toMatchObject({
		kind: 'UNREAD',
		reason: expect.stringMatching(/Auth_KeyInvalid/),
	});
	expect(before).toMatchObject({ treeSize: 0 });
	expect(publishedReserves({ dataFolder })).toEqual(before);
	await stage.close();
});
