/** The tracker's rules over real HTTP: who holds how much, exactly, whatever happens. */
import fs from 'node:fs';
import path from 'node:path';
import { amountHash, holdingHash } from '../../../service/assets/register/entries';
import { startService, type RunningService, type TestUser } from '../../support/programs/service';
import { unchecked } from '../../support/hostile/unchecked';
import { Tracker, type WireTransaction } from './tracker';

let running: RunningService;
let tracker: Tracker;
let admin: TestUser;
let ann: TestUser;
let ben: TestUser;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	admin = running.organisation.admin;
	ann = await running.addUser('ann@first.test', ['TrackerUser']);
	ben = await running.addUser('ben@first.test', ['TrackerUser']);
});

beforeEach(async () => {
	tracker = await Tracker.ofNewProduct(running);
});

afterAll(() => running.close());

/** An asset of which Ann holds so much. */
async function held(amount: number): Promise<string> {
	const assetId = await tracker.asset(admin);
	const issued = await tracker.issue(admin, { assetId, recipientEmail: ann.email, amount });
	expect(issued.status).toBe(200);
	return assetId;
}

function code(answer: { json(): unknown }): string {
	return (answer.json() as { readonly errorCode: string }).errorCode;
}

describe('a new asset', () => {
	test('is unconfirmed when it is made, and confirmed without anything being asked', async () => {
		const answer = await tracker.create(admin, 'Wind energy');
		expect(answer.json()).toMatchObject({ blockchainStatus: 'Unconfirmed' });
		const { id } = answer.json() as { id: string };
		const asset = await tracker.hasStatus(admin, id, 'Confirmed');
		expect(asset).toMatchObject({ id, name: 'Wind energy' });
	});

	test('can be issued and transferred at once, without waiting for its confirmation', async () => {
		const assetId = await tracker.asset(admin);
		const issued = await tracker.issue(admin, { assetId, recipientEmail: ann.email, amount: 5 });
		const moved = await tracker.transfer(ann, { assetId, recipientEmail: ben.email, amount: 2 });
		expect([issued.status, moved.status]).toEqual([200, 200]);
	});

	test('belongs to its product alone', async () => {
		const assetId = await held(5);
		const elsewhere = await Tracker.ofNewProduct(running);
		const movement = { assetId, recipientEmail: ann.email, amount: 1 };
		expect(await elsewhere.assets(admin)).toEqual([]);
		expect(await elsewhere.balances(ann)).toEqual([]);
		expect(code(await elsewhere.issue(admin, movement))).toBe('Factory_FactoryNotFound');
		expect(code(await elsewhere.transfer(ann, movement))).toBe('Factory_FactoryNotFound');
	});
});

describe('an issue', () => {
	test('adds to the balance of the recipient, each time as a batch of its own', async () => {
		const assetId = await held(100);
		const again = { assetId, recipientEmail: ann.email, amount: 23 };
		const [second] = (await tracker.issue(admin, again)).json() as WireTransaction[];
		const [first] = await tracker.transactions(admin, assetId);
		expect(await tracker.amount(ann, assetId)).toBe(123);
		expect(first?.batchId).toBeDefined();
		expect(second?.batchId).toBeDefined();
		expect(second?.batchId).not.toBe(first?.batchId);
	});

	test('finds its recipient whatever the case of the address', async () => {
		const assetId = await tracker.asset(admin);
		const movement = { assetId, recipientEmail: 'ANN@First.Test', amount: 7 };
		const [transaction] = (await tracker.issue(admin, movement)).json() as WireTransaction[];
		expect(transaction?.recipientDisplayName).toBe('ann@first.test');
		expect(await tracker.amount(ann, assetId)).toBe(7);
	});

	test.each(['nobody@first.test', 'admin@second.test'])(
		'to %s, who is no user of the organisation, is refused',
		async (recipientEmail) => {
			const assetId = await tracker.asset(admin);
			const answer = await tracker.issue(admin, { assetId, recipientEmail, amount: 1 });
			expect(answer.status).toBe(422);
			expect(code(answer)).toBe('User_NotFound');
			expect(await tracker.transactions(admin, assetId)).toEqual([]);
		},
	);

	test('may go to the issuer', async () => {
		const assetId = await tracker.asset(admin);
		await tracker.issue(admin, { assetId, recipientEmail: admin.email, amount: 9 });
		expect(await tracker.amount(admin, assetId)).toBe(9);
	});
});

describe('a transfer', () => {
	test('takes from the owner of the key and gives to the recipient', async () => {
		const assetId = await held(100);
		await tracker.transfer(ann, { assetId, recipientEmail: ben.email, amount: 40 });
		expect(await tracker.amount(ann, assetId)).toBe(60);
		expect(await tracker.amount(ben, assetId)).toBe(40);
	});

	test('of everything leaves no balance to list', async () => {
		const assetId = await held(100);
		await tracker.transfer(ann, { assetId, recipientEmail: ben.email, amount: 100 });
		expect(await tracker.balances(ann)).toEqual([]);
	});

	test('of more than the balance is refused and moves nothing', async () => {
		const assetId = await held(100);
		const answer = await tracker.transfer(ann, { assetId, recipientEmail: ben.email, amount: 101 });
		expect(answer.status).toBe(422);
		expect(code(answer)).toBe('Factory_FactoryTransferInsufficientFund');
		expect(await tracker.amount(ann, assetId)).toBe(100);
		expect(await tracker.amount(ben, assetId)).toBe(0);
	});

	test('of an asset one never held is refused', async () => {
		const assetId = await held(100);
		const answer = await tracker.transfer(ben, { assetId, recipientEmail: ann.email, amount: 1 });
		expect(code(answer)).toBe('Factory_FactoryTransferInsufficientFund');
	});

	test('to oneself changes no balance and cannot make anything', async () => {
		const assetId = await held(100);
		const answer = await tracker.transfer(ann, { assetId, recipientEmail: ann.email, amount: 60 });
		expect(answer.status).toBe(200);
		expect(await tracker.amount(ann, assetId)).toBe(100);
		const tooMuch = { assetId, recipientEmail: ann.email, amount: 101 };
		expect(code(await tracker.transfer(ann, tooMuch))).toBe(
			'Factory_FactoryTransferInsufficientFund',
		);
	});

	test('takes nothing of another asset', async () => {
		const first = await held(100);
		const second = await held(1);
		const movement = { assetId: second, recipientEmail: ben.email, amount: 2 };
		expect((await tracker.transfer(ann, movement)).status).toBe(422);
		expect(await tracker.amount(ann, first)).toBe(100);
	});
});

describe('an amount beyond what a JSON number holds', () => {
	/** Sets a batch and who holds it from below: it would take millions of issues to reach it from above. */
	async function setBalance(assetId: string, whole: bigint): Promise<void> {
		const { database } = running.service;
		const amount = whole.toString();
		const held = await database
			.selectFrom('asset_holdings')
			.select(['asset_id', 'account_id', 'batch_id'])
			.where('asset_id', '=', assetId)
			.executeTakeFirstOrThrow();
		await unchecked(database, async (connection) => {
			await connection
				.updateTable('asset_batches')
				.set({ amount })
				.where('asset_id', '=', assetId)
				.execute();
			await connection
				.updateTable('asset_balances')
				.set({ amount, amount_hash: amountHash({ ...held, amount }) })
				.where('asset_id', '=', assetId)
				.execute();
			await connection
				.updateTable('asset_holdings')
				.set({ amount, amount_hash: holdingHash({ ...held, amount }) })
				.where('asset_id', '=', assetId)
				.execute();
		});
	}

	test('is added to exactly, and written on the wire digit by digit', async () => {
		const assetId = await held(1);
		await setBalance(assetId, 2n ** 53n);
		await tracker.issue(admin, { assetId, recipientEmail: ann.email, amount: 1 });
		expect(await tracker.balancesText(ann)).toContain('"amount":9007199254740993,');
		await tracker.issue(admin, { assetId, recipientEmail: ann.email, amount: 2_147_483_647 });
		expect(await tracker.balancesText(ann)).toContain('"amount":9007201402224640,');
	});

	test('is taken from exactly', async () => {
		const assetId = await held(1);
		await setBalance(assetId, 10n ** 30n);
		const most = { assetId, recipientEmail: ben.email, amount: Number.MAX_SAFE_INTEGER };
		expect((await tracker.transfer(ann, most)).status).toBe(200);
		const rest = 10n ** 30n - BigInt(Number.MAX_SAFE_INTEGER);
		expect(await tracker.balancesText(ann)).toContain(`"amount":${rest},`);
	});

	test('is named to the last digit when it does not suffice', async () => {
		const assetId = await held(1);
		await setBalance(assetId, 9_007_199_254_740_990n);
		const most = { assetId, recipientEmail: ben.email, amount: Number.MAX_SAFE_INTEGER };
		const answer = await tracker.transfer(ann, most);
		expect(answer.json()).toMatchObject({ arguments: ['9007199254740990', '9007199254740991'] });
	});
});

describe('the transactions of an asset', () => {
	test('are listed in order, with who gave and who got', async () => {
		const assetId = await held(100);
		await tracker.transfer(ann, { assetId, recipientEmail: ben.email, amount: 40 });
		await tracker.transfer(ben, { assetId, recipientEmail: admin.email, amount: 10 });
		const listed = await tracker.transactions(admin, assetId);
		expect(
			listed.map((each) => [each.senderDisplayName, each.recipientDisplayName, each.amount]),
		).toEqual([
			[admin.email, ann.email, 100],
			[ann.email, ben.email, 40],
			[ben.email, admin.email, 10],
		]);
		expect(new Set(listed.map(({ batchId }) => batchId))).toEqual(new Set([listed[0]?.id]));
	});

	test('are to a user without the admin role only the own ones', async () => {
		const assetId = await held(100);
		await tracker.issue(admin, { assetId, recipientEmail: ben.email, amount: 5 });
		await tracker.transfer(ann, { assetId, recipientEmail: ben.email, amount: 40 });
		const amounts = async (user: TestUser) =>
			(await tracker.transactions(user, assetId)).map(({ amount }) => amount);
		expect(await amounts(admin)).toEqual([100, 5, 40]);
		expect(await amounts(ann)).toEqual([100, 40]);
		expect(await amounts(ben)).toEqual([5, 40]);
	});

	test('sum up to the balances', async () => {
		const assetId = await held(100);
		for (const amount of [1, 2, 3, 4, 5]) {
			await tracker.transfer(ann, { assetId, recipientEmail: ben.email, amount });
		}
		const listed = await tracker.transactions(admin, assetId);
		const sum = (of: (each: WireTransaction) => boolean) =>
			listed.filter(of).reduce((total, { amount }) => total + amount, 0);
		const got = sum((each) => each.recipientDisplayName === ben.email);
		const gave = sum((each) => each.senderDisplayName === ann.email);
		expect(await tracker.amount(ben, assetId)).toBe(got);
		expect(await tracker.amount(ann, assetId)).toBe(100 - gave);
	});
});

describe('a list', () => {
	test('has pages that stay as they are when records are added', async () => {
		for (const name of ['a', 'b', 'c', 'd', 'e']) await tracker.asset(admin, name);
		const page = async (query: string) => (await tracker.assets(admin, query)).map((a) => a.name);
		expect(await page('?limit=2')).toEqual(['a', 'b']);
		const second = await page('?limit=2&offset=2');
		await tracker.asset(admin, 'f');
		expect(await page('?limit=2&offset=2')).toEqual(second);
		expect(await page('?offset=4')).toEqual(['e', 'f']);
		expect(await page('?limit=5000&offset=6')).toEqual([]);
	});

	test('of balances and transactions has pages too', async () => {
		const first = await held(1);
		const second = await held(2);
		await tracker.transfer(ann, { assetId: second, recipientEmail: ben.email, amount: 1 });
		const ids = (await tracker.balances(ann, '?limit=1&offset=1')).map(({ id }) => id);
		const amounts = (await tracker.transactions(ann, second, '?limit=1&offset=1')).map(
			({ amount }) => amount,
		);
		expect((await tracker.balances(ann, '?limit=1')).map(({ id }) => id)).toEqual([first]);
		expect(ids).toEqual([second]);
		expect(amounts).toEqual([1]);
	});
});

describe('many at once', () => {
	test('transfers never overdraw, and nothing is made or lost', async () => {
		const assetId = await held(1000);
		const users = [ann, ben, admin];
		await tracker.transfer(ann, { assetId, recipientEmail: ben.email, amount: 300 });
		const answers = await Promise.all(
			Array.from({ length: 200 }, (_, index) => {
				const sender = users[index % 3] ?? ann;
				const recipient = users[(index + 1 + (index % 2)) % 3] ?? ben;
				const amount = 1 + ((index * 37) % 90);
				return tracker.transfer(sender, { assetId, recipientEmail: recipient.email, amount });
			}),
		);
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
		const amounts = await Promise.all(users.map((user) => tracker.amount(user, assetId)));
		expect(amounts.every((amount) => amount >= 0)).toBe(true);
		expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(1000);
		const listed = await tracker.transactions(admin, assetId);
		const done = answers.filter(({ status }) => status === 200).length;
		expect(listed).toHaveLength(2 + done);
	});

	test('transfers of the last unit succeed once', async () => {
		const assetId = await held(1);
		const movement = { assetId, recipientEmail: ben.email, amount: 1 };
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => tracker.transfer(ann, movement)),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(await tracker.amount(ben, assetId)).toBe(1);
	});
});

test('everything is there after a restart, and goes on', async () => {
	const assetId = await held(100);
	await tracker.transfer(ann, { assetId, recipientEmail: ben.email, amount: 40 });
	await tracker.hasStatus(admin, assetId, 'Confirmed');
	const seen = async () => [
		await tracker.assets(admin),
		await tracker.balances(ann),
		(await tracker.transactions(admin, assetId)).map(({ id, amount }) => [id, amount]),
	];
	const before = await seen();
	await running.restart();
	expect(await seen()).toEqual(before);
	await tracker.transfer(ben, { assetId, recipientEmail: ann.email, amount: 40 });
	expect(await tracker.amount(ann, assetId)).toBe(100);
});

describe('an asset whose record was changed from below', () => {
	let assetId: string;
	let own: RunningService;
	let mine: Tracker;

	beforeAll(async () => {
		own = await startService();
		mine = new Tracker(own, own.organisation.products.Tracker);
		assetId = await mine.asset(own.organisation.admin);
		await mine.hasStatus(own.organisation.admin, assetId, 'Confirmed');
		await own.service.database
			.updateTable('log_entries')
			.set({ subject_id: 'another' })
			.where('sequence', '=', 1)
			.execute();
		await own.restart();
	});

	afterAll(() => own.close());

	test('is shown as corrupted after the next start', async () => {
		const [asset] = await mine.assets(own.organisation.admin);
		expect(asset).toMatchObject({ id: assetId, blockchainStatus: 'Corrupted' });
		expect(own.log()).toContain('entries of the log do not match their hashes');
	});

	test('can be neither issued nor transferred', async () => {
		const user = own.organisation.admin;
		const movement = { assetId, recipientEmail: user.email, amount: 1 };
		const answers = [await mine.issue(user, movement), await mine.transfer(user, movement)];
		expect(answers.map(({ status }) => status)).toEqual([409, 409]);
		expect(answers.map(code)).toEqual(['Core_RecordCorrupted', 'Core_RecordCorrupted']);
	});
});

test('the data folder holds no key, in no file', async () => {
	await held(1);
	const files = fs
		.readdirSync(running.dataFolder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name));
	const withKey = files.filter((file) => {
		const bytes = fs.readFileSync(file);
		return [admin, ann, ben].some(({ key }) => bytes.includes(key));
	});
	expect(files.length).toBeGreaterThan(8);
	expect(withKey).toEqual([]);
});
