/** What callers of older versions send: names that fields have had, and booleans as other programs write them. */
import { send, type Answer, type FormPart } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { Tracker } from '../assets/tracker';

let running: RunningService;

beforeAll(async () => {
	running = await startService();
});
afterAll(() => running.close());

const admin = () => running.organisation.admin;
const product = (kind: 'Tracker' | 'Keeper' | 'Sealer') =>
	`${running.url}/${kind.toLowerCase()}/${running.organisation.products[kind]}`;

function call(method: string, url: string, body: object = {}): Promise<Answer> {
	return send({ method, url, headers: { 'x-api-key': admin().key }, ...body });
}

async function recordOf(answer: Promise<Answer>): Promise<Record<string, unknown>> {
	const { status, json, text } = await answer;
	if (status >= 300) throw new Error(`${status}: ${text}`);
	return [json()].flat()[0] as Record<string, unknown>;
}

const file = (content: string): FormPart => ({ name: 'file', fileName: 'sent.txt', content });
const texts = (values: Readonly<Record<string, string>>): FormPart[] =>
	Object.entries(values).map(([name, value]) => ({ name, value }));

test('a recipient is named by either name, and by both if they agree', async () => {
	const assetId = await new Tracker(running, running.organisation.products.Tracker).asset(admin());
	const { email } = admin();
	const move = (kind: string, names: object) =>
		call('POST', `${product('Tracker')}/assets/${assetId}/${kind}`, {
			json: { amount: 1, ...names },
		});
	for (const kind of ['issue', 'transfer']) {
		for (const names of [
			{ recipientDisplayName: email },
			{ recipientEmail: email, recipientDisplayName: email },
		]) {
			const moved = await recordOf(move(kind, names));
			expect(moved).toMatchObject({ recipientDisplayName: email });
		}
	}
	const differing = { recipientEmail: email, recipientDisplayName: 'ben@first.test' };
	expect((await move('issue', differing)).json()).toMatchObject({
		...{ errorCode: 'Request_Invalid' },
		arguments: ['recipientDisplayName', 'must be the same as recipientEmail'],
	});
	expect((await move('issue', {})).json()).toMatchObject({
		arguments: ['recipientEmail', 'is missing'],
	});
});

test('DisplayName is taken for displayName by every form, and names a stored file', async () => {
	const { id: folderId } = await recordOf(
		call('POST', `${product('Keeper')}/folders`, { json: { name: 'Folder' } }),
	);
	const kept = [
		file('kept'),
		...texts({ DisplayName: 'Kept', accuracy: 'High', folderId: String(folderId) }),
	];
	expect(await recordOf(call('POST', `${product('Keeper')}/files`, { form: kept }))).toMatchObject({
		displayName: 'Kept',
	});
	const contract = [
		file('agreed'),
		...texts({ DisplayName: 'Agreed', signerEmails: admin().email }),
	];
	expect(
		await recordOf(call('POST', `${product('Sealer')}/contracts`, { form: contract })),
	).toMatchObject({ displayName: 'Agreed' });
	const stored = async (names: Readonly<Record<string, string>>) =>
		(
			await recordOf(
				call('POST', `${running.storageUrl}/files`, { form: [file('stored'), ...texts(names)] }),
			)
		).fileName;
	expect(await stored({})).toBe('sent.txt');
	expect(await stored({ DisplayName: 'Lease.txt' })).toBe('Lease.txt');
	expect(await stored({ displayName: 'folder/Lease.txt' })).toBe('Lease.txt');
	const twice = { form: [file('x'), ...texts({ DisplayName: 'One', displayName: 'Two' })] };
	expect((await call('POST', `${running.storageUrl}/files`, twice)).json()).toMatchObject({
		message: expect.stringContaining('must be sent only once'),
	});
});

const written: ReadonlyArray<readonly [string, boolean]> = [
	...(['true', 'True', 'TRUE', '1'] as const).map((text) => [text, true] as const),
	...(['false', 'False', 'FALSE', '0'] as const).map((text) => [text, false] as const),
];

test('a boolean of a form or a query is taken as programs write it', async () => {
	const { id: folderId } = await recordOf(
		call('POST', `${product('Keeper')}/folders`, { json: { name: 'Booleans' } }),
	);
	const form = [
		file('One.\n'),
		...texts({ displayName: 'B', accuracy: 'High', folderId: String(folderId) }),
	];
	const { id } = await recordOf(call('POST', `${product('Keeper')}/files`, { form }));
	const asked: ReadonlyArray<readonly [string, string, boolean]> = [
		['generateDiffFile', 'True', true],
		['mustGenerateCompareResult', '1', true],
		['mustGenerateFileDiff', 'TRUE', true],
		['mustGenerateFileDiff', '0', false],
	];
	for (const [name, text, meaning] of asked) {
		const sent = [file('Two.\n'), ...texts({ [name]: text })];
		const compare = `${product('Keeper')}/files/${String(id)}/compare/latest`;
		const compared = await recordOf(call('POST', compare, { form: sent }));
		expect([name, text, 'fileUrl' in compared]).toEqual([name, text, meaning]);
	}
	for (const [text, isDeleted] of written) {
		const listed = (await call('GET', `${product('Keeper')}/folders?isDeleted=${text}`)).json();
		expect([text, (listed as readonly unknown[]).length === 0]).toEqual([text, isDeleted]);
	}
	const wrong = await call('GET', `${product('Keeper')}/folders?isDeleted=yes`);
	expect(wrong.json()).toMatchObject({ arguments: ['isDeleted', 'must be true or false'] });
});
