/** Windows, requests and publications that meet each other. */
import { linkAsset } from '../../../exchange/settlement/assets/asset-links';
import { closeWindow } from '../../../exchange/settlement/windows/windows';
import { requestPayout } from '../../../exchange/settlement/store/requests';
import { publishReserves } from '../../../exchange/history/reserves/reserves';
import { openLane } from '../support/lane';
import { byCommand, operatorOn } from '../support/operator';
import { TestDatabases } from '../../support/servers/databases';
import { openScriptedStage } from './scripted-stage';

const databases = new TestDatabases();
afterAll(() => databases.close());

test('one trader who cancels many orders at once does not keep the windows from closing', async () => {
	const lane = await openLane(await databases.place());
	const { database, anna, clock } = lane;
	await linkAsset(database, { asset: 'CREDIT', trackerAssetId: 'a', unit: 1n });
	await lane.fund(anna, 'EUR', '100000');
	const order = {
		side: 'BUY',
		type: 'LIMIT',
		price: '1',
		quantity: '1',
		timeInForce: 'GTC',
	} as const;
	await Promise.all(Array.from({ length: 20_001 }, () => lane.place(anna, order)));
	await lane.drain();
	await lane.intake.submit(lane.market, { kind: 'CANCEL_ALL', accountId: anna } as never);
	await lane.drain();
	const fake = await openScriptedStage(await databases.place());
	const parts = { ...fake.parts(['idempotency-key']), database, clock };
	clock.time += 100_000;
	try {
		for (let n = 0; n < 3; n += 1) {
			await expect(closeWindow(parts)).resolves.toBeDefined();
			clock.time += 100_000;
		}
		const cursors = await database.selectFrom('due_cursors').select('sequence').execute();
		expect(cursors).toEqual([{ sequence: 20_002n }]);
	} finally {
		await fake.close();
		await lane.close();
	}
}, 300_000);

test('a window that closes and a payout that is asked for do not wait for each other (PostgreSQL)', async () => {
	const place = await databases.place('PostgreSQL');
	const stage = await openScriptedStage(place);
	try {
		const parts = stage.parts(['idempotency-key']);
		await stage.deposit(parts, 'anna', 500);
		await stage.deposit(parts, 'ben', 500);
		await stage.run(parts, 3_000);
		const { database, anna } = stage;
		const faults: string[] = [];
		const told = (fault: unknown) =>
			void faults.push(fault instanceof Error ? fault.message : String(fault));
		for (let round = 0; round < 60 && faults.length === 0; round += 1) {
			// What trading has brought to Anna, as a window finds it.
			await database
				.insertInto('dues')
				.values({ account_id: anna.id, asset: 'EUR', amount: 1n })
				.onConflict((conflict) =>
					conflict.columns(['account_id', 'asset']).doUpdateSet({ amount: 1n }),
				)
				.execute();
			stage.clock.time += 100_000;
			await Promise.all([
				closeWindow(parts).catch(told),
				...Array.from({ length: 3 }, (_, n) =>
					requestPayout(parts, {
						accountId: stage.ben.id,
						asset: 'EUR',
						amount: 1n,
						reference: `x ${round} ${n}`,
					}).catch(told),
				),
			]);
		}
		expect(faults).toEqual([]);
	} finally {
		await stage.close();
	}
});

test('the same payout asked for twice at once is one payout for both (PostgreSQL)', async () => {
	const stage = await openScriptedStage(await databases.place('PostgreSQL'));
	try {
		const parts = stage.parts(['idempotency-key']);
		await stage.deposit(parts, 'anna', 500);
		await stage.run(parts, 3_000);
		const faults: string[] = [];
		for (let round = 0; round < 30 && faults.length === 0; round += 1) {
			const request = {
				accountId: stage.anna.id,
				asset: 'EUR',
				amount: 1n,
				reference: `x ${round}`,
			};
			await Promise.all([requestPayout(parts, request), requestPayout(parts, request)]).catch(
				(fault: unknown) => void faults.push(String(fault)),
			);
		}
		expect(faults).toEqual([]);
	} finally {
		await stage.close();
	}
});

test('what a frozen trader is owed stays due, and is paid when they are let go on', async () => {
	const stage = await openScriptedStage(await databases.place());
	try {
		const parts = stage.parts(['idempotency-key']);
		await stage.deposit(parts, 'anna', 500);
		await stage.run(parts, 3_000);
		const { database, clock, anna } = stage;
		const due = { account_id: anna.id, asset: 'EUR', amount: 500n };
		await database.insertInto('dues').values(due).execute();
		const operator = operatorOn({ database, clock });
		const asked = { accountId: anna.id, reason: 'asked for' };
		await operator.freezeAccount(byCommand, asked);
		clock.time += 100_000;
		expect(await closeWindow(parts)).toMatchObject({ payouts: 0 });
		expect(await database.selectFrom('dues').selectAll().execute()).toEqual([due]);
		await operator.unfreezeAccount(byCommand, asked);
		clock.time += 100_000;
		expect(await closeWindow(parts)).toMatchObject({ payouts: 1 });
	} finally {
		await stage.close();
	}
});

test('reserves published while a deposit arrives do not show less than is owed', async () => {
	const stage = await openScriptedStage(await databases.place());
	try {
		const parts = stage.parts(['idempotency-key']);
		await stage.deposit(parts, 'anna', 100);
		await stage.run(parts, 2_000);
		// A deposit is made and credited right after the accounts were read for the last time.
		let reads = 0;
		stage.tracker.afterBalances = async (key) => {
			if (key !== 'escrow-key' || (reads += 1) !== 2) return;
			await stage.deposit(parts, 'ben', 70);
			await stage.carry(parts);
		};
		const answer = await publishReserves(parts);
		if (answer.kind !== 'PUBLISHED') return;
		expect(answer.published.assets).toMatchObject([
			{ reserves: answer.published.assets[0]?.liabilities },
		]);
	} finally {
		await stage.close();
	}
});
