/** Transfers out of named batches, reversals and many movements in one request, over real HTTP. */
import { sql } from 'kysely';
import { send, until, type Answer } from '../../../support/clients/requests';
import {
	startService,
	type RunningService,
	type TestUser,
} from '../../../support/programs/service';
import { unchecked } from '../../../support/hostile/unchecked';
import { verified } from '../../verification/filled-service';
import { Tracker, type WireTransaction } from '../tracker';

let running: RunningService;
let tracker: Tracker;
let productId: string;
let admin: TestUser;
let ann: TestUser;
let ben: TestUser;
let assetId: string;

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	admin = running.organisation.admin;
	ann = await running.addUser('ann@first.test', ['TrackerUser']);
	ben = await running.addUser('ben@first.test', ['TrackerUser']);
	productId = running.organisation.products.Tracker;
	tracker = new Tracker(running, productId);
});

beforeEach(async () => {
	assetId = await tracker.asset(admin);
});

afterAll(async () => {
	expect((await verified(running)).findings).toEqual([]);
	await running.close();
});

function post(user: TestUser, location: string, json?: unknown, key?: string): Promise<Answer> {
	return send({
		method: 'POST',
		url: `${running.url}/tracker/${productId}/${location}`,
		headers: { 'x-api-key': user.key, ...(key !== undefined && { 'idempotency-key': key }) },
		...(json !== undefined && { json: json }),
	});
}

function codeOf(answer: Answer): string | undefined {
	return (answer.json() as { readonly errorCode?: string }).errorCode;
}

function first(answer: Answer): WireTransaction {
	const [transaction] = answer.json() as WireTransaction[];
	if (transaction === undefined) throw new Error(answer.text);
	return transaction;
}

/** The batch of a new issue to Ann. */
async function batch(amount: number): Promise<string> {
	return first(await tracker.issue(admin, { assetId, recipientEmail: ann.email, amount })).id;
}

function transfer(amount: number, from = ann, to = ben) {
	return tracker.transfer(from, { assetId, recipientEmail: to.email, amount });
}

function named(batchIds: readonly string[], amount: number, from = ann, to = ben) {
	const json = { recipientEmail: to.email, amount, batchIds };
	return post(from, `assets/${assetId}/batches/transfer`, json);
}

/** What an account holds of which batch, as the database has it. */
async function holdings(user: TestUser): Promise<Readonly<Record<string, string>>> {
	const rows = await running.service.database
		.selectFrom('asset_holdings')
		.innerJoin('users', 'users.id', 'asset_holdings.account_id')
		.select(['batch_id', 'amount'])
		.where('asset_id', '=', assetId)
		.where('users.email', '=', user.email)
		.execute();
	return Object.fromEntries(rows.map(({ batch_id, amount }) => [batch_id, amount]));
}

describe('a transfer', () => {
	test('draws on batches first in, first out, and names the batch when it is one', async () => {
		const [one, two] = [await batch(10), await batch(10)];
		expect(first(await transfer(4)).batchId).toBe(one);
		expect(first(await transfer(8)).batchId).toBeUndefined();
		expect(await holdings(ann)).toEqual({ [two]: '8' });
		expect(await holdings(ben)).toEqual({ [one]: '10', [two]: '2' });
	});

	test('draws last on what came back, also when it left and came back in one commit', async () => {
		const [one, two] = [await batch(5), await batch(5)];
		await transfer(5, ann, ann);
		expect(first(await transfer(5)).batchId).toBe(two);
		expect(await holdings(ann)).toEqual({ [one]: '5' });
	});

	test('out of more batches than are read at once draws on all of them in their order', async () => {
		const batches = [];
		for (let count = 0; count < 12; count += 1) batches.push(await batch(1));
		expect((await transfer(11)).status).toBe(200);
		expect(await holdings(ann)).toEqual({ [batches[11] ?? '']: '1' });
	});

	test('out of named batches takes from them alone, in the order they are named', async () => {
		const [one, two, three] = [await batch(5), await batch(5), await batch(5)];
		expect((await named([three, one], 7)).status).toBe(200);
		expect(await holdings(ann)).toEqual({ [one]: '3', [two]: '5' });
		expect(await holdings(ben)).toEqual({ [three]: '5', [one]: '2' });
	});

	test('out of named batches that hold less is refused, whatever the balance is', async () => {
		const [one, two] = [await batch(5), await batch(5)];
		const answer = await named([two, two], 6);
		expect(codeOf(answer)).toBe('Factory_FactoryTransferInsufficientFund');
		expect(answer.json()).toMatchObject({ arguments: ['5', '6'] });
		expect(codeOf(await named(['nowhere'], 1))).toBe('Factory_FactoryTransferInsufficientFund');
		expect(codeOf(await named([one], 1, ben, ann))).toBe('Factory_FactoryTransferInsufficientFund');
		expect(await holdings(ann)).toEqual({ [one]: '5', [two]: '5' });
	});
});

describe('what could be read in two ways moves nothing', () => {
	const sent = (location: string, text: string) =>
		send({
			...{ method: 'POST', url: `${running.url}/tracker/${productId}/${location}`, text },
			headers: { 'x-api-key': ann.key, 'content-type': 'application/json' },
		});
	const to = () => `"recipientEmail":"${ben.email}"`;

	test.each<readonly [string, () => string, string]>([
		['a member given twice', () => `{${to()},"amount":1,"amount":5}`, 'amount'],
		['a member there is not', () => `{${to()},"amount":1,"ownedId":"store"}`, 'ownedId'],
		['more digits than fit', () => `{${to()},"amount":1.0000000000000000001}`, 'amount'],
	])('%s', async (_what, body, field) => {
		await batch(10);
		const answer = await sent(`assets/${assetId}/transfer`, body());
		expect([answer.status, codeOf(answer)]).toEqual([400, 'Request_Invalid']);
		expect(answer.json()).toMatchObject({ arguments: [field, expect.any(String)] });
		expect(await tracker.amount(ann, assetId)).toBe(10);
	});

	test('a member there is not, in one of many movements', async () => {
		await batch(10);
		const items = [{ assetId, recipientEmail: ben.email, amount: 1, ownedId: 'store' }];
		const answer = await post(ann, 'assets/transfer/bulk', { items });
		expect(answer.json()).toMatchObject([
			{
				transferResult: { statusCode: 400, error: { arguments: ['ownedId', expect.any(String)] } },
			},
		]);
		expect(await tracker.amount(ann, assetId)).toBe(10);
	});
});

describe('a reversal', () => {
	const reverse = (id: string, key?: string) =>
		post(admin, `transactions/${id}/reverse`, undefined, key);

	test('gives back every batch by a transaction of its own, once', async () => {
		const [one, two] = [await batch(5), await batch(5)];
		const { id } = first(await transfer(8));
		const reversal = first(await reverse(id));
		expect(reversal).toMatchObject({ amount: 8, senderDisplayName: ben.email });
		expect(await holdings(ann)).toEqual({ [one]: '5', [two]: '5' });
		const listed = await tracker.transactions(admin, assetId);
		const isReverted = Object.fromEntries(listed.map((each) => [each.id, each.isReverted]));
		expect(isReverted).toMatchObject({ [id]: true, [reversal.id]: false });
		expect(codeOf(await reverse(id))).toBe('Factory_TransactionWasAlreadyReversed');
	});

	test('of an issue, of nothing, or of another product is refused', async () => {
		expect(codeOf(await reverse(await batch(5)))).toBe('Factory_CannotRevertAssetIssue');
		expect(codeOf(await reverse('nowhere'))).toBe('Factory_TransactionNotFound');
		expect((await post(ann, 'transactions/nowhere/reverse')).status).toBe(403);
	});

	test('of what was spent since is refused, until it is there again', async () => {
		await batch(5);
		const { id } = first(await transfer(5));
		await transfer(1, ben, admin);
		const refused = await reverse(id);
		expect(codeOf(refused)).toBe('Factory_CannotRevertTransactionAlreadySpent');
		expect(refused.json()).toMatchObject({ arguments: ['4', '5'] });
		await transfer(1, admin, ben);
		expect((await reverse(id)).status).toBe(200);
	});

	test('asked for many times at once happens once', async () => {
		await batch(5);
		const { id } = first(await transfer(5));
		const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(id)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(await tracker.amount(ann, assetId)).toBe(5);
	});

	test('of what was spent, asked for many times at once, is told each time that it was spent', async () => {
		await batch(5);
		const { id } = first(await transfer(5));
		await transfer(1, ben, admin);
		// While many others are carried out these gather, and share the transaction after it.
		const issue = { assetId, recipientEmail: admin.email, amount: 1 };
		const many = post(admin, 'assets/issue/bulk', Array<unknown>(500).fill(issue));
		const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(id)));
		expect((await many).status).toBe(200);
		const codes = new Set(answers.map(codeOf));
		expect([...codes]).toEqual(['Factory_CannotRevertTransactionAlreadySpent']);
		expect(await tracker.amount(ann, assetId)).toBe(0);
	});

	test('repeated under its key answers as the first one', async () => {
		await batch(5);
		const { id } = first(await transfer(5));
		const answers = [await reverse(id, 'give back'), await reverse(id, 'give back')];
		expect(answers[1]?.text).toBe(answers[0]?.text);
		expect(answers[1]?.status).toBe(200);
	});
});

describe('a burn', () => {
	const reason = 'Journeys of 2026';
	const burn = (amount: number, more: object = {}, user = ann, key?: string) =>
		post(user, `assets/${assetId}/burn`, { amount, reason, ...more }, key);

	test('takes units from their holder, the first received first, and gives them to nobody', async () => {
		const [one, two] = [await batch(5), await batch(5)];
		const burned = first(await burn(7));
		expect(burned).toMatchObject({
			...{ amount: 7, reason, senderDisplayName: ann.email, recipientDisplayName: '' },
		});
		expect(await holdings(ann)).toEqual({ [two]: '3' });
		const holders = await tracker.read<readonly object[]>(admin, `assets/${assetId}/holders`);
		expect(holders).toEqual([expect.objectContaining({ displayName: ann.email, amount: 3 })]);
		const listed = await tracker.transactions(ann, assetId);
		expect(listed.filter(({ id }) => id === burned.id)).toMatchObject([{ reason, amount: 7 }]);
		const ofBatch = `assets/${assetId}/batches/${one}/transactions`;
		const { transactions } = await tracker.read<{ transactions: readonly object[] }>(
			admin,
			ofBatch,
		);
		expect(transactions.at(-1)).toMatchObject({ id: burned.id, amount: 5, reason });
	});

	test('draws on the batches it names', async () => {
		const [one, two] = [await batch(5), await batch(5)];
		expect(first(await burn(4, { batchIds: [two] }))).toMatchObject({ batchId: two });
		expect(await holdings(ann)).toEqual({ [one]: '5', [two]: '1' });
		expect(codeOf(await burn(2, { batchIds: [two] }))).toBe(
			'Factory_FactoryTransferInsufficientFund',
		);
	});

	test('of more than the holder has is refused, and nothing is burned', async () => {
		await batch(5);
		expect(codeOf(await burn(6))).toBe('Factory_FactoryTransferInsufficientFund');
		expect(codeOf(await burn(1, {}, ben))).toBe('Factory_FactoryTransferInsufficientFund');
		expect(await tracker.amount(ann, assetId)).toBe(5);
	});

	test('asked for many times at once burns no more than there is', async () => {
		await batch(5);
		const answers = await Promise.all(Array.from({ length: 8 }, () => burn(2)));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
		expect(await tracker.amount(ann, assetId)).toBe(1);
	});

	test.each([
		['no reason', { reason: undefined }, 'reason'],
		['an empty reason', { reason: '' }, 'reason'],
		['nothing to burn', { amount: 0 }, 'amount'],
		['a recipient', { recipientEmail: 'ben@first.test' }, 'recipientEmail'],
	])('with %s is refused by name', async (_what, wrong, field) => {
		await batch(5);
		const answer = await burn(1, wrong);
		expect([answer.status, codeOf(answer)]).toEqual([400, 'Request_Invalid']);
		expect(answer.json()).toMatchObject({ arguments: [field, expect.any(String)] });
		expect(await tracker.amount(ann, assetId)).toBe(5);
	});

	test('is for good: it cannot be reversed, nor what it used up', async () => {
		await batch(5);
		const moved = first(await transfer(5));
		const burned = first(await burn(2, {}, ben));
		const reverse = (id: string) => post(admin, `transactions/${id}/reverse`);
		expect(codeOf(await reverse(burned.id))).toBe('Tracker_BurnIsFinal');
		expect(codeOf(await reverse(moved.id))).toBe('Factory_CannotRevertTransactionAlreadySpent');
	});

	test('repeated under its key burns once', async () => {
		await batch(5);
		const answers = [await burn(2, {}, ann, 'used'), await burn(2, {}, ann, 'used')];
		expect(answers[1]?.text).toBe(answers[0]?.text);
		expect(codeOf(await burn(3, {}, ann, 'used'))).toBe('Request_IdempotencyKeyReused');
		expect(await tracker.amount(ann, assetId)).toBe(3);
	});

	test('of a deleted asset is refused', async () => {
		await batch(5);
		await tracker.change(admin, 'DELETE', `assets/${assetId}`);
		expect(codeOf(await burn(1))).toBe('Tracker_AssetDeleted');
	});

	test('is of an own entity that is named, and of a multi-asset', async () => {
		const made = await tracker.send(ann, 'POST', 'entities', {
			json: { ownedIdentifier: 'Store' },
		});
		const { id: entityId } = made.json() as { readonly id: string };
		const green = { name: 'Green', assetIds: [assetId] };
		const multi = await tracker.send(admin, 'POST', 'multiassets', { json: green });
		const { id } = multi.json() as { readonly id: string };
		await post(admin, `multiassets/${id}/issue`, {
			...{ recipientEmail: ann.email, amount: 5, ownedId: entityId },
		});
		const of = (headers: Readonly<Record<string, string>>) =>
			tracker.send(ann, 'POST', `multiassets/${id}/burn`, { json: { amount: 5, reason }, headers });
		expect(codeOf(await of({}))).toBe('Factory_FactoryTransferInsufficientFund');
		expect(first(await of({ senderOwnedId: entityId }))).toMatchObject({
			...{ assetId: id, senderDisplayName: 'Store', reason },
		});
	});

	test('has a proof that holds its reason; another reason is found', async () => {
		await batch(5);
		const { id } = first(await burn(2));
		const proof = await until(async () => {
			const answer = await tracker.send(
				ann,
				'GET',
				`assets/${assetId}/transactions/${id}/proof`,
				{},
			);
			return answer.status === 200 ? answer.text : undefined;
		});
		const [, extra = ''] = /^extra (.+)$/m.exec(proof) ?? [];
		expect(Buffer.from(extra, 'base64').toString()).toContain(reason);
		const { database } = running.service;
		const write = (text: string) =>
			database
				.updateTable('asset_transactions')
				.set({ reason: text })
				.where('id', '=', id)
				.execute();
		await write('Something else');
		const [shown] = (await tracker.transactions(ann, assetId)).filter((each) => each.id === id);
		expect(shown?.blockchainStatus).toBe('Corrupted');
		expect((await verified(running)).findings).toMatchObject([{ id }]);
		await write(reason);
	});
});

describe('many movements in one request', () => {
	interface Result {
		readonly statusCode: number;
		readonly error?: { readonly errorCode: string };
		readonly transaction?: { readonly id: string };
	}

	const resultsOf = (answer: Answer) =>
		(answer.json() as Record<string, Result>[]).map(
			(each) => each['issueResult'] ?? each['transferResult'],
		);

	test('are done or refused each by itself, whatever is wrong with another', async () => {
		const issue = { assetId, recipientEmail: ann.email, amount: 5 };
		const items = [
			issue,
			{ ...issue, recipientEmail: 'nobody@first.test' },
			{ ...issue, amount: 0 },
			{ ...issue, assetId: 'nowhere' },
			{ ...issue, amount: 'many' },
			{ ...issue, amount: 7 },
		];
		const answer = await post(admin, 'assets/issue/bulk', { items });
		const results = resultsOf(answer);
		expect(answer.status).toBe(200);
		expect(results.map((each) => each?.statusCode)).toEqual([200, 422, 400, 404, 400, 200]);
		expect(results.map((each) => each?.error?.errorCode)).toEqual([
			...[undefined, 'User_NotFound', 'Factory_IssueAmountCantBeZero'],
			...['Factory_FactoryNotFound', 'Request_Invalid', undefined],
		]);
		expect(await holdings(ann)).toEqual({
			[results[0]?.transaction?.id ?? '']: '5',
			[results[5]?.transaction?.id ?? '']: '7',
		});
	});

	test('of transfers see what those before them left, and may name batches', async () => {
		const [one, two] = [await batch(5), await batch(5)];
		const item = { assetId, recipientEmail: ben.email };
		const items = [
			{ ...item, amount: 2, batchIds: [two] },
			{ ...item, amount: 9 },
			{ ...item, amount: 8 },
			{ ...item, amount: 1 },
		];
		const answer = await post(ann, 'assets/transfer/bulk', items);
		expect(resultsOf(answer).map((each) => each?.statusCode)).toEqual([200, 422, 200, 422]);
		expect(await holdings(ann)).toEqual({});
		expect(await holdings(ben)).toEqual({ [one]: '5', [two]: '5' });
	});

	test('repeated under their key are answered as the first time, and another list is refused', async () => {
		const items = [{ assetId, recipientEmail: ann.email, amount: 5 }];
		const once = await post(admin, 'assets/issue/bulk', { items }, 'many');
		const again = await post(admin, 'assets/issue/bulk', items, 'many');
		expect([again.status, again.text]).toEqual([200, once.text]);
		const other = await post(admin, 'assets/issue/bulk', { items: [...items, ...items] }, 'many');
		expect(codeOf(other)).toBe('Request_IdempotencyKeyReused');
		expect(await tracker.amount(ann, assetId)).toBe(5);
	});

	test('are at least one, and at most a thousand', async () => {
		const item = { assetId, recipientEmail: ann.email, amount: 1 };
		const most = Array.from({ length: 1000 }, () => item);
		const answer = await post(admin, 'assets/issue/bulk', most);
		expect(resultsOf(answer)).toHaveLength(1000);
		expect((await post(admin, 'assets/issue/bulk', [...most, item])).status).toBe(400);
		expect((await post(admin, 'assets/issue/bulk', [])).status).toBe(400);
		expect((await post(admin, 'assets', [])).status).toBe(400);
	});
});

test('batches that are put into another order are found, whichever is drawn on first', async () => {
	const batches = [await batch(5), await batch(5), await batch(5)];
	// Given away and received again, the first one is the last.
	await transfer(5);
	await transfer(5, ben, ann);
	const { database } = running.service;
	const places = await database
		.selectFrom('asset_holdings')
		.select(['sequence', 'batch_id'])
		.where('asset_id', '=', assetId)
		.orderBy('sequence')
		.execute();
	const drawn = [batches[1], batches[2], batches[0]];
	expect(places.map(({ batch_id }) => batch_id)).toEqual(drawn);
	const put = async (order: readonly (string | undefined)[]) => {
		for (const shift of [1_000_000, 0]) {
			for (const [index, { sequence }] of places.entries()) {
				await database
					.updateTable('asset_holdings')
					.set({ sequence: sequence + shift })
					.where('batch_id', '=', order[index] ?? '')
					.execute();
			}
		}
	};
	await put([batches[1], batches[0], batches[2]]);
	expect((await verified(running)).findings).toMatchObject([
		{ record: 'holding', column: 'sequence', expected: batches[2], found: batches[0] },
	]);
	await put(drawn);
});

describe('the database itself', () => {
	const run = (text: string) => sql.raw(text).execute(running.service.database);

	test.each([
		['a balance that nobody was given', "update asset_balances set amount = amount || '0'"],
		['a balance below zero', "update asset_balances set amount = '-1'"],
		['a balance that is gone', 'delete from asset_balances'],
		['a holding that nobody was given', "update asset_holdings set amount = amount || '0'"],
		['a batch larger than what is held of it', "update asset_batches set amount = amount || '0'"],
	])('refuses %s', async (_what, text) => {
		await batch(5);
		await expect(run(`${text} where asset_id = '${assetId}'`)).rejects.toThrow(
			/constraint|violates/i,
		);
		expect(await tracker.amount(ann, assetId)).toBe(5);
	});

	test('edited past its own rules is refused by the ledger, and nothing spends what was put there', async () => {
		const id = await batch(5);
		const set = (from: number, to: number) =>
			unchecked(running.service.database, (connection) =>
				sql`update asset_holdings set amount = ${String(to)}
					where batch_id = ${id} and amount = ${String(from)}`.execute(connection),
			);
		await set(5, 50);
		expect(codeOf(await transfer(5))).toBe('Core_RecordCorrupted');
		await set(50, 5);
		expect((await transfer(5)).status).toBe(200);
	});
});
