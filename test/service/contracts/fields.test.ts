/**
 * Fields from their placing to the sealed file, over real HTTP: where they stand however a page is turned
 * or cropped, what is refused, who fills in what, and that the log holds it. Other programs judge the file.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { degrees, PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';
import { pdfPrograms, plainPdf } from '../sealing/pdf-files';
import { drawnSignature } from '../../support/clients/signature-picture';
import { startService, type RunningService } from '../../support/programs/service';
import { countOf } from '../../support/run/tier';
import { mailsAbout, SealerClient, type Answer, type ContractToSend } from './sealer-client';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-fields-'));
const { tool, keep, remade } = pdfPrograms(folder);
let running: RunningService;
let sealer: SealerClient;
let admin: string;
let count = 0;

beforeAll(async () => {
	running = await startService();
	sealer = new SealerClient(running);
	admin = running.organisation.admin.key;
});

afterAll(async () => {
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

interface Field {
	readonly type: string;
	readonly name?: string;
	readonly signer?: number;
	readonly page?: number;
	readonly x?: number;
	readonly y?: number;
	readonly [more: string]: unknown;
}

type Values = Readonly<Record<string, string>>;

const json = (records: readonly object[]) => records.map((record) => JSON.stringify(record));
const recordsOf = (values: Values) =>
	json(Object.entries(values).map(([name, value]) => ({ name, value })));

interface Wish extends Partial<ContractToSend> {
	readonly pdf?: Buffer;
	readonly fields?: readonly Field[];
	readonly values?: Values;
}

/** A contract of one guest on a PDF, if nothing else is said. */
async function create({ pdf, fields = [], values = {}, ...contract }: Wish): Promise<Answer> {
	const placed = fields.map((field) => ({ signer: 1, page: 1, x: 0.1, y: 0.1, ...field }));
	return sealer.create(admin, {
		file: { text: Buffer.from(pdf ?? (await plainPdf(1))), name: 'lease.pdf' },
		displayName: `Lease ${(count += 1)}`,
		signerEmails: [`guest${count}@elsewhere.test`],
		...contract,
		more: { ...contract.more, fields: json(placed), fieldValues: recordsOf(values) },
	});
}

const refusalOf = ({ status, body }: Answer) => [status, body['errorCode'], body['arguments']];

async function tokenOf(body: Answer['body'], place = 0): Promise<string> {
	const [email] = (body['signerEmails'] as readonly string[]).slice(place);
	const mails = await mailsAbout(running, `"${String(body['displayName'])}"`);
	const own = mails.filter(({ to, link }) => to === email && link !== '');
	return own.at(-1)?.link.split('/').at(-1) ?? '';
}

/** Signs by a link, with a drawn hand unless it is said to be an approval. */
async function sign(token: string, values: Values = {}, isApproval = false): Promise<Answer> {
	const form = new FormData();
	form.append('consent', 'true');
	for (const value of recordsOf(values)) form.append('fieldValues', value);
	if (!isApproval) form.append('signature', new File([drawnSignature()], 'hand.svg'));
	const answer = await fetch(`${running.url}/signing/${token}/sign`, {
		method: 'POST',
		body: form,
	});
	return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

async function sealed(id: unknown): Promise<string> {
	const headers = { 'x-api-key': admin };
	for (;;) {
		await running.service.sealed();
		const answer = await fetch(`${sealer.url}/contracts/${String(id)}/sealed`, { headers });
		if (answer.status === 200) return keep(Buffer.from(await answer.arrayBuffer()));
		expect(await answer.text()).toContain('Sealer_SealNotReady');
	}
}

/** Where a word stands on the first page: the middle of it, in shares of the page as it is shown. */
function placeOf(file: string, word: string, isTurned = false) {
	const shown = tool('pdftotext', '-bbox', '-cropbox', '-f', '1', '-l', '1', file, '-');
	// The size of the page is told as it is before it is turned, the boxes of words as they are shown.
	const [, across = '', up = ''] = /<page width="([\d.]+)" height="([\d.]+)"/.exec(shown) ?? [];
	const found = new RegExp(
		`xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="([\\d.]+)">${word}<`,
	).exec(shown);
	const [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN] = (found ?? []).slice(1).map(Number);
	const [width, height] = (isTurned ? [up, across] : [across, up]).map(Number);
	return { x: (x0 + x1) / 2 / (width ?? NaN), y: (y0 + y1) / 2 / (height ?? NaN) };
}

/** All signatures of a file hold, and its structure does. */
function check(file: string): void {
	tool('qpdf', '--check', file);
	const verdicts = tool('pdfsig', '-nocert', file).match(/Signature Validation: .*/g) ?? [];
	expect(new Set(verdicts)).toEqual(new Set(['Signature Validation: Signature is Valid.']));
}

async function changed(change: (document: PDFDocument) => void): Promise<Buffer> {
	const document = await PDFDocument.load(await plainPdf(2));
	change(document);
	return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** Both pages have one list of contents, and their resources of the tree above them. */
function sharing(document: PDFDocument): void {
	const [first, second] = document.getPages();
	if (first === undefined || second === undefined) throw new Error('two pages were made');
	const { context } = document;
	const list = first.node.normalizedEntries().Contents?.asArray() ?? [];
	const contents = context.register(context.obj(list));
	const resources = first.node.get(PDFName.of('Resources'));
	for (const { node } of [first, second]) {
		node.set(PDFName.Contents, contents);
		node.delete(PDFName.of('Resources'));
	}
	first.node.Parent()?.set(PDFName.of('Resources'), resources ?? context.obj({}));
}

const cropped = (document: PDFDocument) => {
	for (const page of document.getPages()) page.setCropBox(100, 150, 400, 500);
};

/** The quick tier tries the first ones, which meet the most code. */
const sources: Readonly<Record<string, () => Promise<Buffer>>> = {
	'as it usually is': () => plainPdf(2),
	'turned and cropped': () =>
		changed((made) => {
			cropped(made);
			made.getPage(0).setRotation(degrees(90));
		}),
	'that leaves its pages scaled': () =>
		changed((made) => {
			const scaled = made.context.register(made.context.stream('3 0 0 3 50 50 cm\n'));
			made.getPage(0).node.addContentStream(scaled);
		}),
	'signed by somebody else before': async () => fs.readFileSync(await sealedPlain()),
	'with object streams': () => plainPdf(2, true),
	linearised: async () => remade(await plainPdf(2), '--linearize'),
	'turned by 90 degrees': () => changed((made) => made.getPage(0).setRotation(degrees(90))),
	'turned by 180 degrees': () => changed((made) => made.getPage(0).setRotation(degrees(180))),
	'turned by 270 degrees': () => changed((made) => made.getPage(0).setRotation(degrees(270))),
	cropped: () => changed(cropped),
	'whose pages share content and resources': () => changed(sharing),
};
const triedSources = Object.keys(sources).slice(0, countOf({ quick: 4, full: 11 }));

async function sealedPlain(): Promise<string> {
	const { body } = await create({});
	await sign(await tokenOf(body));
	return sealed(body['id']);
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

test.each(triedSources)('a PDF %s has each value where its field is', async (source) => {
	const pdf = (await sources[source]?.()) ?? Buffer.alloc(0);
	const fields = [
		{ type: 'Text', name: 'Place', x: 0.5, y: 0.8, width: 0.2, height: 0.04 },
		{ type: 'Name', name: 'Name', x: 0.1, y: 0.2, width: 0.3, height: 0.04 },
		{ type: 'Signature', x: 0.1, y: 0.85, width: 0.3, height: 0.08 },
		{ type: 'Checkbox', name: 'Agreed', x: 0.8, y: 0.1 },
		{ type: 'Date', x: 0.6, y: 0.3, width: 0.3 },
	];
	const { body } = await create({ pdf, fields });
	const dayBefore = day.format();
	const values = { Place: 'Wrocław', Name: 'Ἑλένη', Agreed: 'true' };
	expect((await sign(await tokenOf(body), values)).status).toBe(200);
	const file = await sealed(body['id']);
	check(file);
	expect(fs.readFileSync(file).subarray(0, pdf.length).equals(pdf)).toBe(true);
	const isTurned = /by 90|by 270|and cropped/.test(source);
	const place = placeOf(file, 'Wrocław', isTurned);
	expect(place.x).toBeGreaterThan(0.5);
	expect(place.x).toBeLessThan(0.7);
	expect(place.y).toBeCloseTo(0.82, 1);
	expect(placeOf(file, 'Ἑλένη'.normalize('NFC'), isTurned).y).toBeCloseTo(0.22, 1);
	const [first, second] = tool('pdftotext', file, '-').split('\f');
	expect(first).toMatch(new RegExp(`${dayBefore}|${day.format()}`));
	expect(second).not.toContain('Wrocław');
});

describe('text tags', () => {
	async function tagged(lines: readonly string[], angle = 0): Promise<Buffer> {
		const document = await PDFDocument.create();
		const font = await document.embedFont(StandardFonts.Helvetica);
		const page = document.addPage([595, 842]);
		page.setRotation(degrees(angle));
		lines.forEach((line, row) => {
			// Turned with the page, so that it is read as usual.
			const place = angle === 90 ? { x: 100, y: 60 } : { x: 60, y: 700 - row * 60 };
			page.drawText(line, { ...place, size: 12, font, rotate: degrees(angle) });
		});
		return Buffer.from(await document.save());
	}

	test('become fields of their signers, and are covered by what is filled in', async () => {
		const pdf = await tagged([
			'Tenant: {{Signature, r1}} on {{date, r1}}',
			'Company: {{text, r2, name=Company, required=false, width=200}}',
			'Salary {{ text , r2 , name=Salary }} and {{name}} {{signature}} {{Sign;role=First}}',
		]);
		const signerEmails = ['ann.tags@elsewhere.test', 'ben.tags@elsewhere.test'];
		const { status, body } = await create({ pdf, signerEmails, values: { Salary: '4,200' } });
		expect(status).toBe(201);
		const [ann, ben] = signerEmails;
		expect(body['fields']).toMatchObject([
			{ name: 'Signature 1', type: 'Signature', signerEmail: ann, page: 1, required: true },
			{ name: 'Date 1', type: 'Date', signerEmail: ann },
			{ name: 'Company', type: 'Text', signerEmail: ben, required: false },
			{ name: 'Salary', type: 'Text', signerEmail: ben, value: '4,200' },
		]);
		const [, , company] = body['fields'] as readonly { x: number; y: number; width: number }[];
		expect(company?.width).toBeCloseTo(200 / 595, 3);
		expect(company?.x).toBeCloseTo(116 / 595, 1);
		expect(company?.y).toBeCloseTo((842 - 655) / 842, 1);
		expect((await sign(await tokenOf(body))).status).toBe(200);
		expect((await sign(await tokenOf(body, 1), { Company: 'Örtel & Søn' })).status).toBe(200);
		const file = await sealed(body['id']);
		check(file);
		expect(placeOf(file, '4,200').y).toBeCloseTo((842 - 580) / 842, 1);
		const filled = placeOf(file, 'Örtel');
		expect([filled.x * 595, filled.y * 842]).toEqual([
			...[expect.closeTo(130, -1.5), expect.closeTo(842 - 645, -1.5)],
		]);
	});

	test('bring options and ranges of their own', async () => {
		const pdf = await tagged([
			'Rent {{number, r1, name=Rent, min=0.5, max=2000}}',
			'Paid {{Radio, r1, name=Paid, options=once/month|once/year, width=300}}',
			'In {{select,r1,name=City,options=Lyon|Paris,required=false}}',
		]);
		const { body } = await create({ pdf });
		expect(body['fields']).toMatchObject([
			{ name: 'Rent', type: 'Number', min: '0.5', max: '2000' },
			{ name: 'Paid', type: 'Radio', options: ['once/month', 'once/year'], required: true },
			{ name: 'City', type: 'Select', options: ['Lyon', 'Paris'], required: false },
		]);
		const values = { Rent: '900.50', Paid: 'once/year' };
		expect((await sign(await tokenOf(body), values)).status).toBe(200);
		const file = await sealed(body['id']);
		check(file);
		// A low field has its options beside each other.
		const [month, year] = [placeOf(file, 'once/month'), placeOf(file, 'once/year')];
		expect([month.y, year.y]).toEqual([expect.closeTo(year.y, 2), expect.closeTo(month.y, 2)]);
		expect(year.x).toBeGreaterThan(month.x + 0.1);
		expect(placeOf(file, '900.5').x).toBeLessThan(0.5);
	});

	test('are found on a page that is turned', async () => {
		const pdf = await tagged(['Tenant: {{signature, r1}}'], 90);
		const { body } = await create({ pdf });
		expect(body['fields']).toMatchObject([{ type: 'Signature', page: 1 }]);
	});

	test('leave a contract that is signed at once as it is', async () => {
		const pdf = await tagged(['{{text, r1, name=Company}} {{signature, r9}}']);
		const { status, body } = await create({ pdf, signatures: [{ text: 'a hand' }] });
		expect([status, body['fields'], body['contractStatus']]).toEqual([201, undefined, 'Signed']);
	});

	test.each([
		['{{signature, r3}}', 'Signature 1', 'is of signer 3, and there are 1'],
		['{{text, r1, label=Company}}', '{{text, r1, label=Company}}', /has an option label/],
		['{{text, r1, width=wide}}', '{{text, r1, width=wide}}', /no whole number of points/],
		['{{text, r1, required=maybe}}', '{{text, r1, required=maybe}}', /neither true nor false/],
		['{{select, r1, name=A, options=a}}', 'A', /takes 2 to 20 options/],
		['{{number, r1, name=A, min=x}}', 'A', /no number: x/],
		['{{text, r1, name=A}} {{name, r1, name=A}}', 'A', 'has the name of another one'],
	])('%s is refused by its name', async (line, name, rule) => {
		const [status, code, args] = refusalOf(await create({ pdf: await tagged([line]) }));
		expect([status, code]).toEqual([422, 'Sealer_FieldInvalid']);
		expect(args).toEqual([name, expect.stringMatching(rule)]);
	});
});

describe('at creation', () => {
	const named = { type: 'Text', name: 'Place' } as const;
	const choice = { ...named, type: 'Select', options: ['monthly', 'yearly'] };
	const manyOptions = Array.from({ length: 21 }, (_, at) => `option ${at}`);
	const long = 'a'.repeat(101);
	test.each<[string, Field, string | RegExp]>([
		[
			'on a page there is not',
			{ ...named, page: 9 },
			/names page 9, and the document has one page/,
		],
		['beyond the edge of its page', { ...named, x: 0.9, width: 0.2 }, /beyond the edge of page 1/],
		['of a signer there is not', { ...named, signer: 4 }, /is of signer 4, and there are 3/],
		['of who gets a copy', { ...named, signer: 3 }, /who only gets a copy/],
		['a signature of who approves', { ...named, type: 'Signature', signer: 2 }, /approves without/],
		['a signature with a value', { ...named, type: 'Signature', value: 'Ann' }, /takes no value/],
		['a box with a text', { ...named, type: 'Checkbox', value: 'yes' }, /takes true or false/],
		['a text of two lines', { ...named, value: 'a\nb' }, /takes one line/],
		['too long a name', { ...named, type: 'Name', value: 'a'.repeat(101) }, /at most 100/],
		['a choice of nothing', { ...named, type: 'Select' }, /takes 2 to 20 options, and has 0/],
		['a choice of one', { ...named, type: 'Radio', options: ['a'] }, /and has 1$/],
		['a choice of too many', { ...named, type: 'Select', options: manyOptions }, /and has 21$/],
		['a choice twice', { ...named, type: 'Radio', options: ['a', 'a'] }, /an option twice/],
		['an empty choice', { ...named, type: 'Radio', options: ['a', ' '] }, /no readable text/],
		['too long a choice', { ...named, type: 'Radio', options: ['a', long] }, /1 to 100 characters/],
		['a choice in other letters', { ...named, type: 'Radio', options: ['a', '張'] }, /cannot show/],
		['a text with options', { ...named, options: ['a', 'b'] }, /takes no options/],
		['a text with a range', { ...named, min: '1' }, /takes neither min nor max/],
		['a range of words', { ...named, type: 'Number', max: 'ten' }, /that is no number: ten/],
		['a turned range', { ...named, type: 'Number', min: '0.3', max: '0.29' }, /min above max/],
		['none of its options', { ...choice, value: 'weekly' }, /one of its options: monthly, yearly/],
		['a number above', { ...named, type: 'Number', max: '9', value: '9.1' }, /up to 9/],
	])('a field %s is refused by its name', async (_what, field, rule) => {
		const signerEmails = ['a@elsewhere.test', 'b@elsewhere.test', 'c@elsewhere.test'];
		const signerRoles = ['Signer', 'Approver', 'CopyRecipient'];
		const answer = await create({ fields: [field], signerEmails, more: { signerRoles } });
		expect(refusalOf(answer)).toEqual([
			...[422, 'Sealer_FieldInvalid'],
			['Place', expect.stringMatching(rule)],
		]);
	});

	test.each<[string, object, RegExp]>([
		['without a type', { signer: 1, page: 1, x: 0, y: 0 }, /in entry 1, type is missing/],
		['of a page 0', { type: 'Text', signer: 1, page: 0, x: 0, y: 0 }, /page must be >= 1/],
		['of no known type', { type: 'Stamp', signer: 1, page: 1, x: 0, y: 0 }, /type must be one of/],
		['with more than it knows', { type: 'Text', colour: 'red' }, /is missing|colour is not known/],
	])('a field %s is refused by its place', async (_what, field, rule) => {
		const answer = await create({ more: { fields: JSON.stringify(field) }, fields: [] });
		expect(answer.status).toBe(201);
		const again = await sealer.create(admin, {
			file: { text: Buffer.from(await plainPdf(1)), name: 'lease.pdf' },
			...{ signerEmails: ['a@elsewhere.test'], more: { fields: JSON.stringify(field) } },
		});
		expect(refusalOf(again)).toEqual([
			...[400, 'Request_Invalid'],
			['fields', expect.stringMatching(rule)],
		]);
	});

	test('fields on a file that is no PDF are refused', async () => {
		const file = { text: 'The parties agree.\n', name: 'agreement.txt' };
		const answer = await create({ fields: [named], file });
		expect(refusalOf(answer)).toEqual([
			...[400, 'Request_Invalid'],
			['fields', expect.stringContaining('PDFs alone')],
		]);
	});

	test('a value of a field that is not there is refused', async () => {
		const answer = await create({ fields: [named], values: { Town: 'Berlin' } });
		expect(refusalOf(answer)).toEqual([
			...[422, 'Sealer_FieldInvalid'],
			['Town', 'is none of this contract'],
		]);
	});

	test('what is signed at once has its signatures and dates in place, and leaves nothing to fill in', async () => {
		const signatures = [{ text: 'a hand' }];
		const asked = await create({ fields: [named], signatures });
		expect(refusalOf(asked)).toEqual([422, 'Sealer_FieldsMissing', ['Place']]);
		const fields = [
			{ ...named, value: 'Lyon' },
			{ type: 'Date', name: 'On', y: 0.5 },
		];
		const { body } = await create({ fields, signatures });
		expect(body).toMatchObject({ contractStatus: 'Signed', fields: [{ value: 'Lyon' }, {}] });
		const file = await sealed(body['id']);
		check(file);
		expect(placeOf(file, 'Lyon').y).toBeCloseTo(0.11, 1);
	});
});

test('a template brings its fields, which its contracts fill in from the start', async () => {
	const form = new FormData();
	form.append('file', new File([new Uint8Array(await plainPdf(1))], 'hiring.pdf'));
	form.append('displayName', 'Hiring');
	const place = { page: 1, x: 0.1, width: 0.3, height: 0.03 };
	const fields = [
		{ type: 'Text', name: 'Salary', signer: 1, y: 0.1, ...place },
		{ type: 'Name', name: 'Full name', signer: 2, y: 0.2, ...place },
	];
	for (const field of json(fields)) form.append('fields', field);
	const headers = { 'x-api-key': admin };
	const made = await fetch(`${sealer.url}/templates`, { method: 'POST', headers, body: form });
	const template = (await made.json()) as Answer['body'];
	expect(template).toMatchObject({ fields: fields.map((field) => ({ ...field, required: true })) });
	const alone = { templateId: String(template['id']), signerEmails: ['one@elsewhere.test'] };
	const contract = { file: { text: Buffer.from(await plainPdf(1)), name: 'a.pdf' } };
	expect(refusalOf(await sealer.create(admin, { ...contract, ...alone }))).toMatchObject([
		...[422, 'Sealer_FieldInvalid'],
		['Full name', 'is of signer 2, and there are 1'],
	]);
	const { body } = await sealer.create(admin, {
		...contract,
		displayName: 'Hiring of Eve',
		templateId: alone.templateId,
		signerEmails: ['boss@elsewhere.test', 'eve@elsewhere.test'],
		more: { fieldValues: recordsOf({ Salary: '4,200' }) },
	});
	expect(body['fields']).toMatchObject([{ name: 'Salary', value: '4,200' }, { name: 'Full name' }]);
	expect((await sign(await tokenOf(body))).status).toBe(200);
	expect((await sign(await tokenOf(body, 1), { 'Full name': 'Eve Ω' })).status).toBe(200);
	const file = await sealed(body['id']);
	expect(placeOf(file, '4,200').y).toBeCloseTo(0.11, 1);
	expect(placeOf(file, 'Ω').y).toBeCloseTo(0.21, 1);
});

const codes = (text: string) =>
	Array.from(text.replace(' ', ''))
		.map((one) => [one, `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`])
		.map(([one, code]) => (one === '\u200b' ? code : `${one} (${code})`))
		.join(', ');

test('what is filled in is read from the sealed file as it was written, in every script that is taken', async () => {
	const texts = ['Łukasz', 'Nguyễn', 'Ελληνικά', 'Українська', 'हिन्दी में लिखा'];
	const fields = texts.map((_, index) => ({
		...{ type: 'Text', name: `T${index}`, y: 0.1 + index / 10, width: 0.6, height: 0.03 },
	}));
	const { body } = await create({ fields });
	const values = Object.fromEntries(texts.map((text, index) => [`T${index}`, text]));
	expect((await sign(await tokenOf(body), values)).status).toBe(200);
	const read = tool('pdftotext', await sealed(body['id']), '-');
	for (const text of texts) expect(read).toContain(text);
});

describe('choices and numbers', () => {
	const options = ['each month', 'each quarter', 'each year'];
	const fields = [
		{ type: 'Radio', name: 'Paid', options, x: 0.1, y: 0.1, width: 0.3, height: 0.12 },
		{ type: 'Select', name: 'City', options: ['Lyon', 'Paris'], y: 0.4 },
		{ type: 'Number', name: 'Rent', min: '-0.5', max: '1000', y: 0.5 },
		{ type: 'Number', name: 'Floor', required: false, y: 0.6 },
		{ type: 'Radio', name: 'Given', options, value: 'each year', y: 0.7 },
	];
	const right = { Paid: 'each quarter', City: 'Paris', Rent: '1' };

	test.each<readonly [string, string, RegExp]>([
		['Paid', 'weekly', /one of its options: each month, each quarter, each year/],
		['City', 'lyon', /one of its options/],
		...['1,5', '1e3', '0x10', '--1', '.5', '5.', '١', 'NaN', '1.0000000000000001'].map(
			(value) => ['Rent', value, /takes a number with a point/] as const,
		),
		['Rent', '-0.51', /takes a number from -0.5 on/],
		['Rent', '1000.000000000000001', /takes a number up to 1000/],
		['Given', 'each month', /is none that this signer fills in/],
	])('%s takes no %s, which is told by its name', async (name, value, rule) => {
		const { body } = await create({ fields });
		const refused = await sign(await tokenOf(body), { ...right, [name]: value });
		expect(refusalOf(refused)).toEqual([
			...[422, 'Sealer_FieldInvalid'],
			[name, expect.stringMatching(rule)],
		]);
	});

	test('are kept in one form, exactly, and stand in the sealed file with what was not chosen', async () => {
		const { body } = await create({ fields });
		const token = await tokenOf(body);
		expect(refusalOf(await sign(token, { Rent: '1' }))).toEqual([
			...[422, 'Sealer_FieldsMissing', ['Paid, City']],
		]);
		const values = { ...right, Rent: ' 000999.999999999999900 ', Floor: '-0.0' };
		expect((await sign(token, values)).status).toBe(200);
		const { body: kept } = await sealer.get(admin, `/contracts/${String(body['id'])}`);
		expect(kept['fields']).toMatchObject([
			{ name: 'Paid', options, value: 'each quarter' },
			{ name: 'City', value: 'Paris' },
			{ name: 'Rent', min: '-0.5', max: '1000', value: '999.9999999999999' },
			{ name: 'Floor', value: '0' },
			{ name: 'Given', value: 'each year' },
		]);
		const file = await sealed(body['id']);
		check(file);
		const [first = ''] = tool('pdftotext', file, '-').split('\f');
		for (const text of [...options, 'Paris', '999.9999999999999']) expect(first).toContain(text);
		expect(first).not.toContain('Lyon');
		// They stand beneath each other, in their order.
		const rows = ['month', 'quarter', 'year'].map((word) => placeOf(file, word).y);
		expect(rows[0]).toBeLessThan(rows[1] ?? 0);
		expect(rows[1]).toBeLessThan(rows[2] ?? 0);
		const record = tool('qpdf', '--show-attachment=sealkeeper-record.json', file);
		expect(JSON.parse(record)).toMatchObject({
			signers: [{ fieldValues: { Paid: 'each quarter', Rent: '999.9999999999999' } }],
		});
	});

	test('of a template come with its contracts', async () => {
		const file = { text: Buffer.from(await plainPdf(1)), name: 'lease.pdf' };
		const placed = json(fields.map((field) => ({ signer: 1, page: 1, x: 0.1, ...field })));
		const { body } = await sealer.template(admin, 'Lease', { file, fields: placed });
		expect(body['fields']).toMatchObject(fields);
		const contract = { file, signerEmails: ['tenant@elsewhere.test'] };
		const ofIt = await sealer.create(admin, { ...contract, templateId: String(body['id']) });
		expect(ofIt.body['fields']).toMatchObject(fields.map(({ name, type }) => ({ name, type })));
	});
});

describe('who signs', () => {
	const fields = [
		{ type: 'Text', name: 'Place', y: 0.1 },
		{ type: 'Text', name: 'Note', y: 0.2, required: false },
		{ type: 'Checkbox', name: 'Read it', y: 0.3, required: true },
		{ type: 'Text', name: 'Rent', y: 0.4, value: '900' },
		{ type: 'Initials', name: 'Hers', y: 0.5, signer: 2 },
	];

	async function asked() {
		count += 1;
		const signerEmails = [`ann${count}@elsewhere.test`, `ben${count}@elsewhere.test`];
		const { body } = await create({ fields, signerEmails });
		return { body, token: await tokenOf(body), other: await tokenOf(body, 1) };
	}

	test('is shown their own fields, and of others what is filled in', async () => {
		const { token, other } = await asked();
		const names = async (of: string) =>
			((await sealer.request(of)).body['fields'] as readonly Values[]).map(({ name, value = '' }) =>
				`${name} ${value}`.trim(),
			);
		expect(await names(token)).toEqual(['Place', 'Note', 'Read it', 'Rent 900']);
		expect(await names(other)).toEqual(['Rent 900', 'Hers']);
		await sign(token, { Place: 'Bonn', 'Read it': 'true' });
		expect(await names(other)).toEqual(['Place Bonn', 'Note', 'Read it true', 'Rent 900', 'Hers']);
	});

	test.each<[string, Values, string, readonly unknown[]]>([
		['leaves required ones out', { Note: 'x' }, 'Sealer_FieldsMissing', ['Place, Read it']],
		[
			'leaves a box empty that must be ticked',
			{ Place: 'Bonn', 'Read it': 'false' },
			'Sealer_FieldsMissing',
			['Read it'],
		],
		[
			'fills in a field of somebody else',
			{ Place: 'Bonn', 'Read it': 'true', Hers: 'B' },
			'Sealer_FieldInvalid',
			['Hers', 'is none that this signer fills in'],
		],
		[
			'changes what the sender has filled in',
			{ Place: 'Bonn', 'Read it': 'true', Rent: '1' },
			'Sealer_FieldInvalid',
			['Rent', 'is none that this signer fills in'],
		],
		[
			'fills in too much',
			{ Place: 'x'.repeat(501), 'Read it': 'true' },
			'Request_Invalid',
			['fieldValues', expect.stringContaining('at most 500')],
		],
		...['한국어 💶', 'ไทย', '張\u200b'].map(
			(text): [string, Values, string, readonly unknown[]] => [
				`writes what the sealed file cannot show (${text})`,
				{ Place: `Łódź ${text}`, 'Read it': 'true' },
				'Sealer_FieldInvalid',
				[
					'Place',
					`has characters that the sealed file cannot show: ${codes(text)}; write it in Latin, Greek, Cyrillic, Hebrew, Arabic or Devanagari letters`,
				],
			],
		),
	])('and %s is told which', async (_what, values, code, args) => {
		const { token, body } = await asked();
		const answer = await sign(token, values);
		expect(refusalOf(answer)).toEqual([code === 'Request_Invalid' ? 400 : 422, code, args]);
		expect((await sealer.contract(admin, body['id']))?.['contractStatus']).toBe('Unsigned');
	});

	test('has it recorded by name, and the log holds the values', async () => {
		const { token, other, body } = await asked();
		const id = String(body['id']);
		await sign(token, { Place: 'Bonn', 'Read it': 'true' });
		await sign(other, { Hers: 'B.' });
		await sealed(id);
		const steps = await sealer.list(admin, `/contracts/${id}/events`);
		const filled = steps.filter(({ kind }) => kind === 'Filled');
		expect(filled.map(({ detail }) => detail)).toEqual(['Place, Read it', 'Hers']);
		const { database } = running.service;
		const statusNow = async () =>
			(await sealer.get(admin, `/contracts/${id}`)).body['blockchainStatus'];
		expect(await statusNow()).not.toBe('Corrupted');
		const signer = database
			.updateTable('contract_signers')
			.set({ field_values: '{"Place":"Köln","Read it":"true"}' })
			.where('contract_id', '=', id);
		await signer.where('position', '=', 0).execute();
		expect(await statusNow()).toBe('Corrupted');
	});

	test('by key sends the values with the contract', async () => {
		const user = await running.addUser('keyed.fields@first.test', ['SealerUser']);
		const pdf = await plainPdf(1);
		const place = { type: 'Text', name: 'Place' } as const;
		const { body } = await create({ pdf, fields: [place], signerEmails: [user.email] });
		const signed = async (values: Values) => {
			const form = new FormData();
			form.append('contract', new File([new Uint8Array(pdf)], 'lease.pdf'));
			form.append('signature', new File([drawnSignature()], 'hand.svg'));
			for (const value of recordsOf(values)) form.append('fieldValues', value);
			const url = `${sealer.url}/contracts/${String(body['id'])}/sign`;
			const headers = { 'x-api-key': user.key };
			const answer = await fetch(url, { method: 'POST', headers, body: form });
			return { status: answer.status, body: (await answer.json()) as Answer['body'] };
		};
		expect(refusalOf(await signed({}))).toEqual([422, 'Sealer_FieldsMissing', ['Place']]);
		expect((await signed({ Place: 'Kyiv' })).status).toBe(200);
		expect(placeOf(await sealed(body['id']), 'Kyiv').y).toBeCloseTo(0.11, 1);
	});
});
