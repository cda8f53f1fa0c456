/**
 * Every operation that creates something does it once under an Idempotency-Key, however often it is
 * repeated, and tells what the first request created.
 */
import { creationKey } from '../../../api/language/fields';
import { programs } from '../../../api/programs';
import { endpointsOf } from '../../../server/http/routing/endpoints';
import { send, type Answer, type FormPart } from '../../support/clients/requests';
import { drawnSignature } from '../../support/clients/signature-picture';
import { startService, type RunningService } from '../../support/programs/service';

let running: RunningService;
let places: Places;

interface Places {
	readonly sealer: string;
	readonly tracker: string;
	readonly keeper: string;
	readonly storage: string;
	/** A contract that waits for Ann, and a folder with a file. */
	readonly contract: string;
	readonly folderId: string;
	readonly fileId: string;
	readonly assetId: string;
}

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	const { url, organisation } = running;
	const { Sealer, Tracker, Keeper } = organisation.products;
	await running.service.accounts.setNamesLinks(Sealer, true);
	const sealer = `${url}/sealer/${Sealer}`;
	const keeper = `${url}/keeper/${Keeper}`;
	const tracker = `${url}/tracker/${Tracker}`;
	const contractId = await made(`${sealer}/contracts`, { form: contractForm() });
	const folderId = await made(`${keeper}/folders`, { json: { name: 'Folder' } });
	const kept = [...fileForm('one\n', 'Kept'), text('folderId', folderId), text('accuracy', 'High')];
	places = {
		...{ sealer, tracker, keeper, folderId, storage: running.storageUrl },
		contract: `${sealer}/contracts/${contractId}`,
		fileId: await made(`${keeper}/files`, { form: kept }),
		assetId: await made(`${tracker}/assets`, { json: { name: 'Wind' } }),
	};
});

afterAll(() => running.close());

interface Body {
	readonly form?: readonly FormPart[];
	readonly json?: unknown;
}

const text = (name: string, value: string): FormPart => ({ name, value });
const fileForm = (content: string, displayName: string): readonly FormPart[] => [
	{ name: 'file', fileName: 'file.txt', content },
	text('displayName', displayName),
];
const contractForm = (): readonly FormPart[] => [
	...fileForm('The parties agree.\n', 'Lease'),
	text('signerEmails', 'ann@first.test'),
];

function post(url: string, body: Body, key?: string): Promise<Answer> {
	const headers = {
		'x-api-key': running.organisation.admin.key,
		...(key !== undefined && { 'idempotency-key': key }),
	};
	return send({ method: 'POST', url, headers, ...body });
}

async function made(url: string, body: Body): Promise<string> {
	const answer = await post(url, body);
	requireMade(answer);
	return (answer.json() as { readonly id: string }).id;
}

function requireMade({ status, text: answered }: Answer): void {
	expect({ answered, isMade: status === 200 || status === 201 }).toMatchObject({ isMade: true });
}

async function listed(url: string): Promise<number> {
	const headers = { 'x-api-key': running.organisation.admin.key };
	const answer = await send({ method: 'GET', url, headers });
	return (answer.json() as readonly unknown[]).length;
}

async function mails(): Promise<number> {
	const rows = await running.service.database.selectFrom('mails').select('id').execute();
	return rows.length;
}

interface Creation {
	readonly url: string;
	readonly body: Body;
	/** A body that differs in one value. */
	readonly other: Body;
	/** A body that is refused. */
	readonly refused: Body;
	/** How many there are. */
	readonly count: () => Promise<number>;
}

const empty: Body = { form: [] };
const signature: Body = {
	form: [{ name: 'file', fileName: 'hand.svg', content: drawnSignature('Ann') }],
};
const otherSignature: Body = {
	form: [{ name: 'file', fileName: 'hand.svg', content: drawnSignature('Another') }],
};
const form = (...parts: readonly FormPart[]): Body => ({ form: parts });
const signer = (signerEmail: string): Body => ({ json: { signerEmail } });
const versionForm = (content: string) => form({ name: 'file', fileName: 'file.txt', content });

/** Names of documents that are new. */
let pages = 0;

const creations: Readonly<Record<string, () => Creation>> = {
	createContract: () => ({
		url: `${places.sealer}/contracts`,
		body: { form: contractForm() },
		other: form(...contractForm(), text('signatureRequestMessage', 'Please')),
		refused: form(...fileForm('a', 'Without signers')),
		count: () => listed(`${places.sealer}/contracts`),
	}),
	createTemplate: () => ({
		url: `${places.sealer}/templates`,
		body: form(...fileForm('a', 'Lease')),
		other: form(...fileForm('b', 'Lease')),
		refused: empty,
		count: () => listed(`${places.sealer}/templates`),
	}),
	addSignature: () => ({
		url: `${places.sealer}/signatures`,
		body: signature,
		other: otherSignature,
		refused: empty,
		count: () => listed(`${places.sealer}/signatures`),
	}),
	remindSigners: () => ({
		url: `${places.contract}/remind`,
		body: signer('ann@first.test'),
		other: { json: {} },
		refused: signer('nobody@first.test'),
		count: () => listed(`${places.contract}/events`),
	}),
	resendSigningLink: () => ({
		url: `${places.contract}/resend`,
		body: signer('ann@first.test'),
		other: signer('ANN@first.test'),
		refused: signer('nobody@first.test'),
		count: () => listed(`${places.contract}/links`),
	}),
	addFile: () => ({
		url: `${places.keeper}/files`,
		body: form(
			...fileForm('a', 'File'),
			text('folderId', places.folderId),
			text('accuracy', 'High'),
		),
		other: form(
			...fileForm('a', 'File'),
			text('folderId', places.folderId),
			text('accuracy', 'Low'),
		),
		refused: form(...fileForm('a', 'File'), text('folderId', 'none'), text('accuracy', 'High')),
		count: () => listed(`${places.keeper}/files`),
	}),
	addVersion: () => ({
		url: `${places.keeper}/files/${places.fileId}/versions`,
		body: versionForm('two\n'),
		other: versionForm('three\n'),
		refused: empty,
		count: () => listed(`${places.keeper}/files/${places.fileId}/versions`),
	}),
	keepOrCompare: () => {
		pages += 1;
		const page = `Page ${pages}`;
		return {
			url: `${places.keeper}/files/keep-or-compare`,
			body: form(...fileForm('a', page), text('folderId', places.folderId)),
			other: form(...fileForm('b', page), text('folderId', places.folderId)),
			refused: form(...fileForm('', 'Without bytes'), text('folderId', places.folderId)),
			count: () => listed(`${places.keeper}/files`),
		};
	},
	createFolder: () => ({
		url: `${places.keeper}/folders`,
		body: { json: { name: 'Documents' } },
		other: { json: { name: 'Papers' } },
		refused: { json: {} },
		count: () => listed(`${places.keeper}/folders`),
	}),
	uploadFile: () => ({
		url: `${places.storage}/files`,
		body: form(...fileForm('a', 'file.txt')),
		other: form(...fileForm('a', 'other.txt')),
		refused: form(...fileForm('', 'file.txt')),
		count: () => listed(`${places.storage}/files`),
	}),
	createAsset: () => ({
		url: `${places.tracker}/assets`,
		body: { json: { name: 'Solar' } },
		other: { json: { name: 'Water' } },
		refused: { json: {} },
		count: () => listed(`${places.tracker}/assets`),
	}),
	createMultiAsset: () => ({
		url: `${places.tracker}/multiassets`,
		body: { json: { name: 'All', assetIds: [places.assetId] } },
		other: { json: { name: 'All', assetDisplayNames: ['Wind'] } },
		refused: { json: { name: 'All', assetIds: [] } },
		count: () => listed(`${places.tracker}/multiassets`),
	}),
	createEntity: () => ({
		url: `${places.tracker}/entities`,
		body: { json: { ownedIdentifier: 'Warehouse 3' } },
		other: { json: { ownedIdentifier: 'Warehouse 4' } },
		refused: { json: {} },
		count: () => listed(`${places.tracker}/entities`),
	}),
};

test('every operation that creates something is in the table', () => {
	const creating = endpointsOf(programs.service)
		.filter(({ endpoint }) => endpoint.fields['idempotency-key'] === creationKey)
		.map(({ operation }) => operation);
	expect(Object.keys(creations).toSorted()).toEqual(creating.toSorted());
});

describe.each(Object.keys(creations))('%s', (name) => {
	let creation: Creation;
	beforeEach(() => {
		creation = creations[name]?.() as Creation;
	});

	test('is repeated: the first answer again, nothing created and nobody mailed', async () => {
		const { url, body, count } = creation;
		const first = await post(url, body, `${name} repeated`);
		requireMade(first);
		const before = [await count(), await mails()];
		const again = await post(url, body, `${name} repeated`);
		expect([again.status, again.json()]).toEqual([first.status, first.json()]);
		expect([await count(), await mails()]).toEqual(before);
	});

	test('arrives five times at once: it is created once', async () => {
		const { url, body, count } = creation;
		const before = await count();
		const all = await Promise.all(
			Array.from({ length: 5 }, () => post(url, body, `${name} at once`)),
		);
		expect(new Set(all.map(({ status }) => status)).size).toBe(1);
		expect(new Set(all.map(({ text: answered }) => answered)).size).toBe(1);
		expect((await count()) - before).toBeLessThanOrEqual(1);
	});

	test('is refused with other values under its key, and creates nothing', async () => {
		const { url, body, other, count } = creation;
		await post(url, body, `${name} reused`);
		const before = [await count(), await mails()];
		const answer = await post(url, other, `${name} reused`);
		expect(answer.status).toBe(422);
		expect(answer.text).toMatch(/Request_IdempotencyKeyReused|was used before with another/);
		expect([await count(), await mails()]).toEqual(before);
	});

	test('leaves its key unused when it is refused', async () => {
		const { url, body, refused } = creation;
		const no = await post(url, refused, `${name} refused`);
		expect(no.status).toBeGreaterThanOrEqual(400);
		requireMade(await post(url, body, `${name} refused`));
	});
});

test('the signing link of a repeated answer is that of the first, and is not stored in the open', async () => {
	const { url, body } = creations['createContract']?.() as Creation;
	const first = await post(url, body, 'with a link');
	const again = await post(url, body, 'with a link');
	const linkIn = (answer: Answer) =>
		(answer.json() as { readonly signers: ReadonlyArray<{ readonly link: string }> }).signers[0]
			?.link;
	expect(linkIn(first)).toContain('/sign/');
	expect(linkIn(again)).toBe(linkIn(first));
	const rows = await running.service.database
		.selectFrom('idempotency_keys')
		.select('answer')
		.where('key', '=', 'with a link')
		.execute();
	expect(rows).toHaveLength(1);
	expect(rows[0]?.answer).toContain('Lease');
	expect(rows[0]?.answer).not.toContain('/sign/');
});

test('a difference whose answer was lost is told again to who asks again', async () => {
	const url = `${places.keeper}/files/keep-or-compare`;
	const day = (content: string, key: string) =>
		post(
			url,
			form(
				...fileForm(content, 'Prices'),
				text('folderId', places.folderId),
				text('keepNewVersion', 'true'),
			),
			key,
		);
	await day('bread 2\n', 'Monday');
	const first = (await day('bread 3\n', 'Tuesday')).json();
	expect(first).toMatchObject({ outcome: 'different', isNew: true, isKept: true, keptVersion: 2 });
	const again = (await day('bread 3\n', 'Tuesday')).json();
	expect(again).toEqual({ ...(first as object), comparisonId: expect.any(String) });
	expect((await day('bread 3\n', 'Wednesday')).json()).toMatchObject({ outcome: 'equal' });
});
