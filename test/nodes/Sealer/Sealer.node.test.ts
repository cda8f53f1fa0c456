/** Every operation of the Sealer node in n8n's engine against the running service. */
import { removeN8nFolder, runNode, type GivenItem, type Run } from '../engine/engine';
import { byId, realService, type RealService } from '../engine/real-service';
import fs from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { Sealer } from '../../../nodes/Sealer/Sealer.node';
import type { TestUser } from '../../support/programs/service';
import { plainPdf } from '../../service/sealing/pdf-files';
import { drawnSignature } from '../../support/clients/signature-picture';

let real: RealService;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
	real = await realService();
	alice = await real.service.addUser('alice@first.test', ['SealerUser']);
	bob = await real.service.addUser('bob@first.test', ['SealerUser']);
});

afterAll(async () => {
	await real.service.close();
	removeN8nFolder();
});

const run = ({
	user,
	...change
}: Partial<Run> & { user?: TestUser; parameters: INodeParameters }) =>
	runNode({ node: new Sealer(), credential: real.credential(user), ...change });

async function records(change: Parameters<typeof run>[0]) {
	const { items, error } = await run(change);
	if (error !== undefined) throw error;
	return items.map((item) => item.json);
}

const contract = {
	bytes: Buffer.from('We agree.\n'),
	fileName: 'Vertrag ä.txt',
	mimeType: 'text/plain',
};
const signature = {
	bytes: Buffer.from(drawnSignature()),
	fileName: 'signature.svg',
	mimeType: 'image/svg+xml',
};

const item: GivenItem = {
	json: { emails: ['alice@first.test', 'bob@first.test'], fields: ['first', 'second'] },
	files: { data: contract, signature, first: signature, second: signature },
};

const create = (more: INodeParameters): INodeParameters => ({
	resource: 'contract',
	operation: 'create',
	displayName: 'Lease 2027',
	...more,
});

const pairs = (...signers: ReadonlyArray<readonly [string, string]>): INodeParameters => ({
	signerSource: 'pairs',
	signers: { signer: signers.map(([email, signatureField]) => ({ email, signatureField })) },
});

const lists = (emails: unknown, fields: unknown): INodeParameters => ({
	signerSource: 'lists',
	signerEmails: emails as string,
	signatureFields: fields as string,
});

test('a contract without signatures is unsigned, and each signer gets an e-mail', async () => {
	const [created] = await records({
		parameters: create(pairs([alice.email, ''], [bob.email, ''])),
		items: [item],
	});
	expect(created).toMatchObject({
		displayName: 'Lease 2027',
		signerEmails: [alice.email, bob.email],
		contractStatus: 'Unsigned',
	});
	await real.service.service.mailsDelivered();
	const outbox = path.join(real.service.dataFolder, 'outbox');
	const mails = fs
		.readdirSync(outbox)
		.map((name) => fs.readFileSync(path.join(outbox, name), 'utf8'));
	for (const { email } of [alice, bob]) {
		expect(mails.some((mail) => mail.includes(`To: ${email}`))).toBe(true);
	}
});

test('a signer enters a code, which the node sends where it is told', async () => {
	const signer = [
		{ email: alice.email, code: 'Given', givenCode: 'Blue horse' },
		{ email: bob.email, code: 'Mail', givenCode: 'left over' },
		{ email: 'cem@signers.test' },
	];
	const parameters = create({ signerSource: 'pairs', signers: { signer } });
	const [created] = await records({ parameters, items: [item] });
	const signers = created?.['signers'] as readonly { readonly code?: string }[];
	expect(signers.map(({ code }) => code)).toEqual(['Given', 'Mail', undefined]);
});

const signed: ReadonlyArray<readonly [string, INodeParameters]> = [
	['pairs', pairs(['bob@first.test', 'second'], ['alice@first.test', 'first'])],
	['lists of text', lists('bob@first.test, alice@first.test', 'second, first')],
	[
		'lists of the data',
		lists('={{ $json.emails.toReversed() }}', '={{ $json.fields.toReversed() }}'),
	],
];

test.each(signed)(
	'a contract with signatures from %s is signed at once, its order kept',
	async (_name, given) => {
		const [created] = await records({ parameters: create(given), items: [item] });
		expect(created).toMatchObject({
			signerEmails: ['bob@first.test', 'alice@first.test'],
			contractStatus: 'Signed',
		});
	},
);

test('any number of signers can come from the data', async () => {
	const emails = Array.from({ length: 40 }, (_value, index) => `signer${index}@first.test`);
	const [created] = await records({
		parameters: create(lists('={{ $json.emails }}', '={{ $json.emails.map(() => "signature") }}')),
		items: [{ json: { emails }, files: { data: contract, signature } }],
	});
	expect(created).toMatchObject({ signerEmails: emails, contractStatus: 'Signed' });
});

const unequal: ReadonlyArray<readonly [string, INodeParameters, RegExp]> = [
	[
		'one signature for two signers',
		pairs(['a@b.test', 'first'], ['c@d.test', '']),
		/^Only 1 of the 2 signers have a signature$/,
	],
	[
		'a list with fewer signatures',
		lists('a@b.test, c@d.test, e@f.test', 'first, second'),
		/has 3 entries and 'Signature Data Field Names' has 2$/,
	],
	[
		'a list with more signatures',
		lists('a@b.test', 'first, second'),
		/has 1 entries and 'Signature Data Field Names' has 2$/,
	],
	['a signature without a signer', pairs(['', 'first']), /^Signer 1 has no e-mail address$/],
	['no signer', pairs(), /^The contract has no signer$/],
	['an empty list', lists('={{ [] }}', ''), /^'Signer Emails' is empty \(\[\]\)$/],
	[
		'a second signer that gives nothing',
		pairs(['a@b.test', ''], ['={{ $json.second }}', '']),
		/^'Signer 2: Email' is empty \(undefined\)$/,
	],
	[
		'a second signer that was left empty',
		pairs(['a@b.test', ''], ['', ''], ['e@f.test', '']),
		/^Signer 2 has no e-mail address$/,
	],
	[
		'a list with a signer that gives nothing',
		lists("={{ ['a@b.test', null, 'e@f.test'] }}", ''),
		/^Entry 2 of 'Signer Emails' is empty \(null\)$/,
	],
	[
		'a list with a record of a signer',
		lists("={{ [{ email: 'a@b.test' }, 'e@f.test'] }}", ''),
		/^Entry 1 of 'Signer Emails' is no text \(\{"email":"a@b.test"\}\)$/,
	],
];

test.each(unequal)('%s is refused before the call', async (_name, given, said) => {
	const { error } = await run({
		parameters: create(given),
		items: [item],
		credential: { ...real.credential(), baseUrl: 'http://127.0.0.1:1' },
	});
	expect(error?.message).toMatch(said);
	expect(error?.description).toMatch(/./);
	expect(error?.context.itemIndex).toBe(0);
});

test('tried again after another item was refused, a contract is made and its signer asked once', async () => {
	const displayName = `Asked once ${Date.now()}`;
	const parameters = create({ ...pairs(['={{ $json.email }}', '']), displayName });
	const items = [alice.email, 'not a mail'].map((email) => ({ ...item, json: { email } }));
	const { error, run: whole } = await run({ parameters, items, isRetried: true });
	expect(error?.context.itemIndex).toBe(1);
	expect(whole.data.resultData.runData.Node).toHaveLength(1);
	const all = { resource: 'contract', operation: 'getAll', returnAll: true };
	const made = await records({ parameters: all });
	expect(made.filter(({ name }) => name === displayName)).toHaveLength(1);
	const corrected = items.map((each, at) => ({
		...each,
		json: { email: [bob, alice][at]?.email ?? '' },
	}));
	expect(await records({ parameters, items: corrected })).toHaveLength(2);
});

test('a template is created and listed, and a contract linked to it', async () => {
	const [template] = await records({
		parameters: { resource: 'template', operation: 'create', displayName: 'Lease' },
		items: [item],
	});
	const templates = await records({ parameters: { resource: 'template', operation: 'getAll' } });
	expect(templates).toEqual([expect.objectContaining({ id: template?.id })]);
	const [created] = await records({
		parameters: create({
			...pairs([alice.email, '']),
			options: { templateId: byId(template?.id) },
		}),
		items: [item],
	});
	expect(created?.templateId).toBe(template?.id);
});

test('a signature is added, listed and deleted, and so is a contract nobody has signed', async () => {
	const add = { resource: 'signature', operation: 'add', inputField: 'signature' };
	const [added] = await records({ parameters: add, items: [item] });
	expect(added).toMatchObject({ isUsed: false, isDeleted: false });
	const list = { resource: 'signature', operation: 'getAll' };
	expect(await records({ parameters: list })).toContainEqual(
		expect.objectContaining({ id: added?.id }),
	);
	await records({
		parameters: { resource: 'signature', operation: 'delete', signatureId: byId(added?.id) },
	});
	expect(await records({ parameters: list })).not.toContainEqual(
		expect.objectContaining({ id: added?.id }),
	);
	const contractId = byId(await unsigned());
	const onContract = { resource: 'contract', contractId };
	await records({ parameters: { ...onContract, operation: 'delete' } });
	const whole = { ...onContract, operation: 'get', simplify: false };
	const [kept] = await records({ parameters: whole });
	expect(kept).toMatchObject({ isDeleted: true, reason: 'Cancelled' });
});

async function unsigned(): Promise<unknown> {
	const [created] = await records({
		parameters: create(pairs([alice.email, ''], [bob.email, ''])),
		items: [item],
	});
	return created?.id;
}

const sign = (contractId: unknown, more: INodeParameters): INodeParameters => ({
	resource: 'contract',
	contractId: byId(contractId),
	contractField: 'data',
	...more,
});

test('signing again without an earlier signature is refused, with what to change', async () => {
	const carol = await real.service.addUser('carol@first.test', ['SealerUser']);
	const [created] = await records({ parameters: create(pairs([carol.email, ''])), items: [item] });
	const { error } = await run({
		parameters: sign(created?.id, { operation: 'signWithLast' }),
		items: [item],
		user: carol,
	});
	expect(error?.context.errorCode).toBe('Sealer_NoEarlierSignature');
	expect(error?.message).toBe('carol@first.test has no earlier signature to use again.');
});

test('a contract is signed with a new signature, then others with the last one on both paths', async () => {
	const first = await unsigned();
	const [once] = await records({
		parameters: sign(first, { operation: 'sign', signatureField: 'signature' }),
		items: [item],
		user: alice,
	});
	expect(once).toMatchObject({ id: first, contractStatus: 'PartiallySigned' });
	for (const options of [{}, { pathShape: 'current' }, { pathShape: 'older' }]) {
		const next = await unsigned();
		const [again] = await records({
			parameters: sign(next, { operation: 'signWithLast', options }),
			items: [item],
			user: alice,
		});
		expect(again).toMatchObject({ id: next, contractStatus: 'PartiallySigned' });
	}
});

test('another file than the one recorded cannot be signed', async () => {
	const { error } = await run({
		parameters: sign(await unsigned(), { operation: 'sign', signatureField: 'signature' }),
		items: [
			{ files: { ...item.files, data: { ...contract, bytes: Buffer.from('We disagree.\n') } } },
		],
		user: bob,
	});
	expect(error?.message).toBe(
		"The file in field 'Contract Input Data Field Name' is not the file this contract was created with.",
	);
});

test('several files are signed together, and each is fetched by its number', async () => {
	const annex = {
		bytes: Buffer.from('What it is about.\n'),
		fileName: 'annex.txt',
		mimeType: 'text/plain',
	};
	const items: GivenItem[] = [{ json: {}, files: { ...item.files, annex } }];
	const options = { furtherFields: 'annex' };
	const [created] = await records({
		parameters: create({ ...pairs([alice.email, '']), options }),
		items,
	});
	expect(created).toMatchObject({
		files: [{ fileName: 'Vertrag ä.txt' }, { fileName: 'annex.txt' }],
	});
	const signing = { operation: 'sign', signatureField: 'signature' };
	const { error } = await run({ parameters: sign(created?.id, signing), items, user: alice });
	expect(error?.message).toContain("'Further Input Data Field Names' must be sent 1 times");
	const [signed] = await records({
		parameters: sign(created?.id, { ...signing, options }),
		items,
		user: alice,
	});
	expect(signed).toMatchObject({ contractStatus: 'Signed' });
	const chosen = {
		resource: 'contract',
		contractId: byId(created?.id),
		options: { fileNumber: 2 },
	};
	const { items: fetched } = await run({
		parameters: { ...chosen, operation: 'download', outputField: 'data' },
	});
	expect(fetched[0]?.binary?.data).toMatchObject({ fileName: 'annex.txt' });
});

test('an administrator lists all contracts, a signer the own ones', async () => {
	const id = await unsigned();
	const all = await records({
		parameters: { resource: 'contract', operation: 'getAll', returnAll: true },
	});
	const own = await records({
		parameters: { resource: 'contract', operation: 'getOwn', returnAll: true },
		user: bob,
	});
	expect(all.map((entry) => entry.id)).toContain(id);
	expect(own.map((entry) => entry.id)).toContain(id);
	expect(own.length).toBeLessThan(all.length);
	const { error } = await run({
		parameters: { resource: 'contract', operation: 'getAll' },
		user: bob,
	});
	expect(error?.context.errorCode).toBe('Auth_RoleMissing');
});

test('fields are placed on a PDF and filled in, and a template keeps its own', async () => {
	const pdf = { bytes: await plainPdf(1), fileName: 'lease.pdf', mimeType: 'application/pdf' };
	const items: GivenItem[] = [{ json: {}, files: { data: pdf, signature } }];
	const usual = { signer: 1, page: 1, width: 0, height: 0, required: true, value: '', name: '' };
	const place = { ...usual, type: 'Text', name: 'Place', x: 0.1, y: 0.2, width: 0.3 };
	const rent = { ...usual, type: 'Text', name: 'Rent', x: 0.1, y: 0.3 };
	const fields = { field: [place, rent, { ...usual, type: 'Signature', x: 0.1, y: 0.8 }] };
	const fieldValues = { fieldValue: [{ name: 'Rent', value: '900' }] };
	const made = create({ ...pairs([alice.email, '']), fields, fieldValues });
	const [created] = await records({ parameters: made, items });
	expect(created?.['fields']).toMatchObject([
		{ name: 'Place', signerEmail: alice.email, width: 0.3, required: true },
		{ name: 'Rent', value: '900' },
		{ name: 'Signature 1', type: 'Signature' },
	]);
	const sign = {
		...{ resource: 'contract', operation: 'sign', contractId: byId(String(created?.['id'])) },
		...{ contractField: 'data', signatureField: 'signature' },
	};
	const { error } = await run({ user: alice, parameters: sign, items });
	expect(error?.message).toContain('Place');
	const filled = { fieldValue: [{ name: 'Place', value: 'Bonn' }] };
	const parameters = { ...sign, fieldValues: filled };
	const [signed] = await records({ user: alice, parameters, items });
	expect(signed).toMatchObject({ contractStatus: 'Signed' });
	const [template] = await records({
		parameters: { resource: 'template', operation: 'create', displayName: 'Lease', fields },
		items,
	});
	expect(template?.['fields']).toHaveLength(3);
});

test('a choice has an option a line, and a number its range; what is left of another type is not sent', async () => {
	const place = { signer: 1, page: 1, x: 0.1, required: true, width: 0, height: 0, value: '' };
	const left = { options: 'a\nb', min: '1', max: '2' };
	const field = [
		{ ...place, ...left, type: 'Select', name: 'Paid', options: 'monthly\n\n yearly ', y: 0.1 },
		{ ...place, ...left, type: 'Number', name: 'Rent', max: '', y: 0.2 },
		{ ...place, ...left, type: 'Text', name: 'Place', y: 0.3 },
	];
	const file = { fileName: 'lease.pdf', bytes: await plainPdf(1) };
	const parameters = { ...create(pairs([alice.email, ''])), fields: { field } };
	const [created] = await records({ parameters, items: [{ json: {}, files: { data: file } }] });
	const placed = created?.['fields'] as readonly Record<string, unknown>[];
	expect(placed.map(({ options, min, max }) => [options, min, max])).toEqual([
		[['monthly', 'yearly'], undefined, undefined],
		[undefined, '1', undefined],
		[undefined, undefined, undefined],
	]);
});
