/**
 * Every endpoint and every field of the description is called wrongly over real HTTP: each call
 * answers with a code that is documented for the endpoint and with a sentence that names what is
 * wrong, and leaves nothing behind.
 */
import fc from 'fast-check';
import { Agent } from 'undici';
import type { Field, IntegerField } from '../../../api/language/description';
import { errors, sharedErrors, type ErrorCode } from '../../../api/errors';
import { roles } from '../../../api/language/roles';
import { secretHash } from '../../../server/secret-hash';
import { takesKey, type NamedEndpoint } from '../../../server/http/routing/endpoints';
import { isRecord } from '../../api/golden';
import { Stage, steps, type StepName } from '../../api/stage';
import {
	bodyOf,
	endpointName,
	everyPath,
	goodParts,
	requestOf,
	stageName,
	withQuery,
	type Parts,
} from '../../support/clients/endpoint-requests';
import { send, type Answer, type FormPart, type Request } from '../../support/clients/requests';
import { startService, type RunningService } from '../../support/programs/service';
import { draftsGone, StoredStates, type StoredState } from '../../support/programs/stored-state';
import { countOf, Turns } from '../../support/run/tier';
import {
	badHeader,
	badJson,
	badPart,
	badQuery,
	type BadValues,
} from '../../support/hostile/bad-values';

const needs: readonly StepName[] = [
	'a confirmed asset',
	'100 issued to the user',
	'what the tracker holds',
	'a folder',
	'a kept file',
	'a template',
	'signatures of their own',
	'a contract',
	'a signing link',
	'the link of the user',
	'a signature of the user on another contract',
	'a report',
	'a user',
	'a key of the user',
	'a logo',
	'an invitation',
	'a stored file',
	'a link to the stored file',
	'a deleted stored file',
	'a subscription of who does everything',
	'a confirmed log',
];

let running: RunningService;
/** The caller's organisation, and another one that has the same things. */
let stage: Stage;
let other: Stage;
let states: StoredStates;
let before: StoredState;
let revokedKey: string;
const connections = new Agent();

beforeAll(async () => {
	running = await startService({ config: { requestsPerMinuteMax: 1_000_000 } });
	stage = await Stage.open(running);
	other = await Stage.open(running);
	for (const need of needs) await steps[need](stage);
	for (const need of needs) await steps[need](other);
	revokedKey = await makeRevokedKey();
	await running.service.mailsDelivered();
	await draftsGone(running.dataFolder);
	states = await StoredStates.open(running);
	before = await states.read();
});

async function makeRevokedKey(): Promise<string> {
	const { key, email } = await running.addUser('gone@first.test', roles);
	const { accounts } = running.service;
	const keys = await accounts.keys(running.organisation.id);
	await accounts.revokeKey(keys.find((made) => made.email === email)?.id ?? '');
	return key;
}

/** Every key there is, and every other secret that was sent in the place of one. */
const secrets = new Set<string>();

afterAll(async () => {
	const log = running.log();
	const stageKeys = [stage, other].flatMap(({ values }) =>
		Object.entries(values).filter(([name]) => name.endsWith('Key')),
	);
	for (const [, key] of stageKeys) secrets.add(key);
	const logged = [...secrets].filter((secret) => log.includes(secret));
	const left = await states.read();
	await states.close();
	await connections.close();
	await running.close();
	expect(log).toContain('incoming request');
	expect(logged).toEqual([]);
	expect(left).toEqual(before);
});

/** Whether the test has sent one: all there is of files is looked through after those alone, and at the end. */
let hasSentForm = false;

afterEach(async () => {
	if (hasSentForm) expect(await states.read()).toEqual(before);
	else expect(await states.rows()).toEqual(before.rows);
	hasSentForm = false;
});

interface Refusal {
	readonly code: string;
	/** What the sentence must name. */
	readonly names?: string;
}

function documented({ endpoint }: NamedEndpoint): readonly ErrorCode[] {
	return [...sharedErrors, ...endpoint.errors] as readonly ErrorCode[];
}

function rolesOf({ endpoint: { caller } }: NamedEndpoint): readonly string[] {
	return typeof caller === 'string' ? [] : caller;
}

/** The codes of an endpoint whose sentence the storage form may hold; that form has no code. */
function codesSaying(named: NamedEndpoint, sentence: string): readonly string[] {
	return documented(named).filter((code) => {
		const pattern = errors[code].happened
			.split(/\{\d\}/)
			.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
			.join('[^]*');
		return new RegExp(`^${pattern}$`).test(sentence);
	});
}

function expectRefusal(named: NamedEndpoint, answer: Answer, { code, names }: Refusal): void {
	const body = answer.json();
	if (!isRecord(body)) throw new Error(`no refusal: ${answer.text}`);
	const isStorage = named.area === 'storage';
	const form = isStorage ? ['message', 'body', 'status'] : ['errorCode', 'message', 'arguments'];
	const codes = isStorage ? codesSaying(named, String(body['message'])) : [body['errorCode']];
	const { status } = errors[code as ErrorCode];
	// One comparison: each `expect` costs as much as a small request.
	expect({
		members: Object.keys(body),
		requestId: body['requestId'],
		codes,
		text: answer.text,
		documented: documented(named),
		status: answer.status,
		statusInBody: body['status'],
	}).toEqual({
		members: [...form, 'requestId'],
		requestId: answer.headers['x-request-id'],
		codes: expect.arrayContaining([code]) as unknown,
		text: expect.stringContaining(names ?? '') as unknown,
		documented: expect.arrayContaining([code]) as unknown,
		status,
		statusInBody: isStorage ? status : undefined,
	});
}

const wrongValues = countOf({ quick: 1, full: 5 });
const unknownIds = countOf({ quick: 1, full: 3 });

function call(named: NamedEndpoint, request: Request): Promise<Answer> {
	hasSentForm ||= bodyOf(named.endpoint) === 'form';
	return send(request, connections);
}

type Spoil = (parts: Parts) => Partial<Parts>;

async function expectSpoiled(named: NamedEndpoint, spoil: Spoil, refusal: Refusal): Promise<void> {
	const parts = goodParts(named, stage);
	const answer = await call(named, requestOf(named, { ...parts, ...spoil(parts) }, stage));
	expectRefusal(named, answer, refusal);
}

/** Tries some of the wrong values; the field must be named each time. */
async function tryAll(
	named: NamedEndpoint,
	bad: BadValues & { readonly name: string },
	spoil: (value: unknown) => Spoil,
): Promise<void> {
	const refusal = { code: bad.code ?? 'Request_Invalid', names: `'${bad.name}'` };
	await fc.assert(
		fc.asyncProperty(bad.values, (value) => expectSpoiled(named, spoil(value), refusal)),
		{ numRuns: wrongValues },
	);
}

const everyEndpoint = everyPath().map((named) => [endpointName(named), named] as const);

function fieldCases(
	place: Field['in'],
	isWanted: (field: Field) => boolean = () => true,
): readonly (readonly [string, NamedEndpoint, string, Field])[] {
	return everyPath().flatMap((named) =>
		Object.entries(named.endpoint.fields)
			.filter(([, field]) => field.in === place && isWanted(field))
			.map(([name, field]) => [`${endpointName(named)} ${name}`, named, name, field] as const),
	);
}

describe('a field of a JSON body', () => {
	const cases = fieldCases('json').flatMap(([title, named, name, field]) =>
		badJson(field).map((bad) => [`${title} ${bad.what}`, named, { ...bad, name }] as const),
	);
	test.each(cases)('%s', async (_title, named, bad) => {
		await tryAll(named, bad, (value) => ({ json }) => ({ json: { ...json, [bad.name]: value } }));
	});
});

describe('a field of a query', () => {
	const query =
		(name: string, values: readonly unknown[]): Spoil =>
		(parts) => ({
			query: withQuery(parts.query, name, values.map(String).map(encodeURIComponent)),
		});
	const cases = fieldCases('query').flatMap(([title, named, name, field]) =>
		badQuery(field).map((bad) => [`${title} ${bad.what}`, named, { ...bad, name }] as const),
	);
	test.each(cases)('%s', async (_title, named, bad) => {
		await tryAll(named, bad, (value) => query(bad.name, [value]));
	});

	test.each(fieldCases('query'))('%s is sent twice', async (_title, named, name, field) => {
		const values: Partial<Record<Field['type'], unknown>> = { integer: 1, boolean: true };
		const text = () => (name.endsWith('Id') ? stage.value(stageName(named, name)) : '2026');
		const value = values[field.type] ?? text();
		await expectSpoiled(named, query(name, [value, value]), {
			code: 'Request_Invalid',
			names: `'${name}'`,
		});
	});

	/** By ids, which what is no UTF-8 cannot be. */
	const unreadable: Readonly<Record<string, string>> = {
		fromId: 'Platform_MailNotFound',
		folderId: 'Keeper_FolderNotFound',
		productId: 'Product_NotFound',
	};

	/** A name that no asset has, or of no record, since what is no UTF-8 cannot be said in one. */
	const isName = (name: string) =>
		[
			'assetDisplayNames',
			'assetIds',
			'recordId',
			'displayName',
			'name',
			'subject',
			'reference',
			'search',
		].includes(name);

	test.each(fieldCases('query'))('%s is no UTF-8', async (_title, named, name) => {
		if (isName(name)) {
			const parts = { ...goodParts(named, stage), query: `${name}=%FF%FE` };
			const answer = await call(named, requestOf(named, parts, stage));
			const found: unknown = name === 'subject' ? expect.objectContaining({ events: [] }) : [];
			return expect([answer.status, answer.json()]).toEqual([200, found]);
		}
		const refusal = { code: unreadable[name] ?? 'Request_Invalid' };
		await expectSpoiled(
			named,
			(parts) => ({ query: withQuery(parts.query, name, ['%FF%FE']) }),
			refusal,
		);
	});
});

describe('a field of a header', () => {
	const cases = fieldCases('header').flatMap(([title, named, name, field]) =>
		badHeader(field).map((bad) => [`${title} ${bad.what}`, named, { ...bad, name }] as const),
	);
	test.each(cases)('%s', async (_title, named, bad) => {
		await tryAll(named, bad, (value) => () => ({ headers: { [bad.name]: String(value) } }));
	});
});

/** The form with the parts of one field replaced. */
function withPart(form: readonly FormPart[], name: string, parts: readonly FormPart[]): FormPart[] {
	return [...form.filter((part) => part.name !== name), ...parts];
}

function partsOf(form: readonly FormPart[], name: string): readonly FormPart[] {
	return form.filter((part) => part.name === name);
}

describe('a text field of a form', () => {
	const isText = ({ type }: Field) => type !== 'file';
	const cases = fieldCases('form', isText).flatMap(([title, named, name, field]) =>
		badPart(field).map((bad) => [`${title} ${bad.what}`, named, { ...bad, name }] as const),
	);
	test.each(cases)('%s', async (_title, named, bad) => {
		await tryAll(named, bad, (value) => ({ form }) => {
			const text = Buffer.isBuffer(value) ? value : String(value);
			return { form: withPart(form, bad.name, [{ name: bad.name, value: text }]) };
		});
	});

	test.each(fieldCases('form', isText))('%s is sent as a file', async (_title, named, name) => {
		await expectSpoiled(
			named,
			({ form }) => ({ form: withPart(form, name, [{ name, fileName: 'x', content: 'true' }]) }),
			{ code: 'Request_Invalid', names: `'${name}'` },
		);
	});

	test.each(fieldCases('form', isText))('%s is above its limit', async (_title, named, name) => {
		const value = 'a'.repeat(64 * 1024 + 1);
		await expectSpoiled(named, ({ form }) => ({ form: withPart(form, name, [{ name, value }]) }), {
			code: 'Request_TooLarge',
			names: `'${name}'`,
		});
	});
});

describe('a file field of a form', () => {
	const files = fieldCases('form', ({ type }) => type === 'file');

	const filled = files.filter(
		([, { area, operation }]) => `${area}.${operation}` !== 'keeper.keepOrCompare',
	);

	test.each(filled)('%s is empty', async (_title, named, name) => {
		const code = named.area === 'storage' ? 'Storage_FileContentEmpty' : 'Request_FileEmpty';
		const empty = { name, fileName: 'x', content: '' };
		await expectSpoiled(named, ({ form }) => ({ form: withPart(form, name, [empty]) }), {
			code,
			names: named.area === 'storage' ? 'file' : `'${name}'`,
		});
	});

	test.each(files)('%s is sent as a text', async (_title, named, name) => {
		const text = { name, value: 'One.\n' };
		const refusal = { code: 'Request_Invalid', names: `'${name}'` };
		await expectSpoiled(named, ({ form }) => ({ form: withPart(form, name, [text]) }), refusal);
	});

	const names = new Turns(['a'.repeat(256), 'a\u0001b', 'a\u0085b'], 1);
	test.each(files)('%s has no usable name', async (_title, named, name) => {
		for (const fileName of names.take()) {
			const file = { name, fileName, content: 'One.\n' };
			const refusal = { code: 'Request_Invalid', names: `'${name}'` };
			await expectSpoiled(named, ({ form }) => ({ form: withPart(form, name, [file]) }), refusal);
		}
	});
});

describe('a field of a form', () => {
	const required = fieldCases('form', (field) => field.required === true);
	test.each(required)('%s is missing', async (_title, named, name) => {
		await expectSpoiled(named, ({ form }) => ({ form: withPart(form, name, []) }), {
			code: 'Request_Invalid',
			names: `'${name}'`,
		});
	});

	const single = fieldCases('form', ({ many }) => !many);
	test.each(single)('%s is sent twice', async (_title, named, name) => {
		await expectSpoiled(named, ({ form }) => ({ form: [...form, ...partsOf(form, name)] }), {
			code: 'Request_Invalid',
			names: `'${name}'`,
		});
	});
});

/** What an id that is not there, or not the caller's, is refused with. */
const notFound: Readonly<Record<string, string>> = {
	productId: 'Product_NotFound',
	contractId: 'Sealer_ContractNotFound',
	otherContractId: 'Sealer_ContractNotFound',
	templateId: 'Sealer_TemplateNotFound',
	signatureId: 'Sealer_OwnSignatureNotFound',
	stepId: 'Sealer_StepNotFound',
	assetId: 'Factory_FactoryNotFound',
	transactionId: 'Factory_TransactionNotFound',
	multiAssetId: 'Factory_StackedFactoryNotFound',
	batchId: 'Tracker_BatchNotFound',
	multiBatchId: 'Tracker_BatchNotFound',
	'getEntityProof entityId': 'Identity_NotFound',
	'updateEntity entityId': 'Identity_UpdateNotFound',
	'deleteEntity entityId': 'Identity_DeleteNotFound',
	folderId: 'Keeper_FolderNotFound',
	linkId: 'Sealer_LinkNotFound',
	reportId: 'Keeper_ReportNotFound',
	comparisonId: 'Keeper_ComparisonNotFound',
	versionId: 'Keeper_VersionNotFound',
	otherVersionId: 'Keeper_VersionNotFound',
	mailId: 'Platform_MailNotFound',
	userId: 'Platform_UserNotFound',
	keyId: 'Platform_KeyNotFound',
	logoId: 'Platform_LogoNotFound',
	invitationId: 'Platform_InvitationNotFound',
	subscriptionId: 'Event_SubscriptionNotFound',
	'keeper fileId': 'Breadcrumbing_FileNotFound',
	'storage fileId': 'Storage_FileNotFound',
	'storage linkId': 'Storage_LinkNotFound',
};

function notFoundCode(named: NamedEndpoint, name: string): string {
	const isOneCode = name === 'productId' || name === 'transactionId';
	const code =
		notFound[isOneCode ? name : stageName(named, name)] ??
		notFound[`${named.area} ${name}`] ??
		notFound[`${named.operation} ${name}`];
	if (code === undefined) throw new Error(`nothing says what an unknown ${name} answers`);
	return code;
}

describe('an id', () => {
	const anyInPath = fieldCases('path');
	const inPath = anyInPath.filter(([, , name]) => name.endsWith('Id'));
	// Of a record that is not there the log has an empty list.
	const inBody = [...fieldCases('query'), ...fieldCases('form')].filter(
		([, { area }, name]) => name.endsWith('Id') && area !== 'log',
	);

	function withId({ area }: NamedEndpoint, name: string, field: Field, id: string): Spoil {
		return ({ path, form }) => {
			if (field.in === 'path') return { path: { ...path, [name]: id } };
			if (field.in === 'query') return { query: `${name}=${encodeURIComponent(id)}` };
			if (field.in !== 'form') throw new Error(`no id of ${area} travels in the ${field.in}`);
			return { form: withPart(form, name, [{ name, value: id }]) };
		};
	}

	const ids = fc.stringMatching(/^[0-9a-f]{24}$/);
	test.each([...inPath, ...inBody])('%s is unknown', async (_title, named, name, field) => {
		const code = notFoundCode(named, name);
		await fc.assert(
			fc.asyncProperty(ids, (id) =>
				expectSpoiled(named, withId(named, name, field, id), { code, names: `'${id}'` }),
			),
			{ numRuns: unknownIds },
		);
	});

	const ofOne = [...inPath, ...inBody].filter(([, { endpoint }]) => endpoint.caller !== 'ANYONE');
	test.each(ofOne)('%s belongs to another organisation', async (_title, named, name, field) => {
		const id = other.value(stageName(named, name));
		const code = notFoundCode(named, name);
		await expectSpoiled(named, withId(named, name, field, id), { code, names: `'${id}'` });
	});

	test.each(anyInPath)('%s is too long or no text', async (_title, named, name, field) => {
		const ids = fc.oneof(
			fc.integer({ min: 201, max: 900 }).map((length) => 'a'.repeat(length)),
			fc.constantFrom('a\u0000', '\n', ' ', 'a\u0085b'),
		);
		// Whose they are is looked up before anything is checked.
		const isProduct = name === 'productId';
		const code = isProduct
			? 'Product_NotFound'
			: name === 'token'
				? 'Sealer_LinkUnknown'
				: 'Request_Invalid';
		await fc.assert(
			fc.asyncProperty(ids, (id) =>
				expectSpoiled(named, withId(named, name, field, id), {
					code,
					names: isProduct ? 'product' : name === 'token' ? 'address' : `'${name}'`,
				}),
			),
			{ numRuns: countOf({ quick: 1, full: 4 }) },
		);
	});

	const unreadable = new Turns<readonly [string, Refusal]>(
		[
			['%FF', { code: 'Request_Malformed', names: 'address' }],
			['%C3%28', { code: 'Request_Malformed', names: 'address' }],
			['a'.repeat(1001), { code: 'Request_AddressTooLong' }],
		],
		1,
	);
	test.each(inPath)('%s is no UTF-8 or endless', async (_title, named, name) => {
		for (const [id, refusal] of unreadable.take()) {
			const good = requestOf(named, goodParts(named, stage), stage);
			const value = stage.value(stageName(named, name));
			const answer = await call(named, { ...good, url: good.url.replace(value, id) });
			expectRefusal(named, answer, refusal);
		}
	});

	const products = inPath.filter(([, , name]) => name === 'productId');
	test.each(products)('%s is of another kind', async (_title, named, name, field) => {
		const kind = named.area === 'keeper' ? 'trackerProductId' : 'keeperProductId';
		const id = stage.value(kind);
		await expectSpoiled(named, withId(named, name, field, id), {
			code: 'Product_NotFound',
			names: `'${id}'`,
		});
	});
});

describe('a key', () => {
	const keyed = everyEndpoint.filter(([, { endpoint }]) => takesKey(endpoint));

	test.each(keyed)('is missing or empty: %s', async (_title, named) => {
		for (const key of [undefined, '']) {
			await expectSpoiled(named, () => ({ key }), { code: 'Auth_KeyMissing' });
		}
	});

	const wrong = new Turns<(good: string) => string>(
		[
			secretHash,
			(good) => good.slice(0, -1),
			(good) => `${good}A`,
			() => 'A'.repeat(43),
			() => revokedKey,
		],
		2,
	);
	test.each(keyed)('is nobody’s, or was revoked: %s', async (_title, named) => {
		const good = goodParts(named, stage).key ?? '';
		for (const wrongOf of wrong.take()) {
			const key = wrongOf(good);
			secrets.add(key);
			await expectSpoiled(named, () => ({ key }), { code: 'Auth_KeyInvalid' });
		}
	});

	const guarded = keyed.filter(([, { endpoint }]) => endpoint.caller.length > 0);
	test.each(guarded)('is of a user without the role: %s', async (_title, named) => {
		const wanted = rolesOf(named);
		for (const role of roles.filter((candidate) => !wanted.includes(candidate))) {
			const name = `${role.charAt(0).toLowerCase()}${role.slice(1)}Key`;
			await expectSpoiled(named, () => ({ key: stage.value(name) }), {
				code: 'Auth_RoleMissing',
				names: wanted[0],
			});
		}
	});
});

/** Sends the good request with another body; the content type is the endpoint's own. */
async function withBody(
	named: NamedEndpoint,
	text: string | Buffer | undefined,
	contentType: string | undefined,
): Promise<Answer> {
	const { method, url, headers }: Request = requestOf(named, goodParts(named, stage), stage);
	return call(named, {
		method,
		url,
		headers: { ...headers, ...(contentType !== undefined && { 'content-type': contentType }) },
		text,
	});
}

const jsonEndpoints = everyEndpoint.filter(([, { endpoint }]) => bodyOf(endpoint) === 'json');
const formEndpoints = everyEndpoint.filter(([, { endpoint }]) => bodyOf(endpoint) === 'form');

describe('a body', () => {
	const list = '[{"name":"x"}]';
	const bytes = Buffer.from('{"name":"caf\xe9","recipientEmail":"caf\xe9@a.test"}', 'latin1');
	const texts = ['', '{', '[]', 'null', '"text"', '1', 'true', '{"name":}', "{'a':1}"];
	const notJson = new Turns([...texts, list, bytes], 3);
	test.each(jsonEndpoints)('is no JSON object: %s', async (_title, named) => {
		// A body that is a list is taken for the records of such a request.
		const takesList = 'items' in named.endpoint.fields;
		for (const text of notJson.take().filter((each) => !takesList || each !== list)) {
			const answer = await withBody(named, text, 'application/json');
			expectRefusal(named, answer, { code: 'Request_Malformed', names: 'JSON' });
		}
	});

	const needing = jsonEndpoints.filter(([, { endpoint }]) =>
		Object.values(endpoint.fields).some((field) => field.in === 'json' && field.required),
	);
	test.each(needing)('hides its fields behind __proto__: %s', async (_title, named) => {
		const { json } = goodParts(named, stage);
		const text = `{"__proto__":${JSON.stringify(json)},"constructor":${JSON.stringify(json)}}`;
		const answer = await withBody(named, text, 'application/json');
		expectRefusal(named, answer, { code: 'Request_Invalid', names: '__proto__' });
	});

	test.each(jsonEndpoints)('has a member that is not known: %s', async (_title, named) => {
		const { json } = goodParts(named, stage);
		const text = JSON.stringify({ ...json, misspelt: 1 });
		const answer = await withBody(named, text, 'application/json');
		expectRefusal(named, answer, { code: 'Request_Invalid', names: 'misspelt' });
	});

	test.each(jsonEndpoints)('has a member twice: %s', async (_title, named) => {
		const answer = await withBody(named, '{"more":1,"more":2}', 'application/json');
		expectRefusal(named, answer, { code: 'Request_Invalid', names: 'more' });
	});

	test.each(jsonEndpoints)('is endless: %s', async (_title, named) => {
		const { json } = goodParts(named, stage);
		const text = JSON.stringify({ ...json, more: 'a'.repeat(2 ** 20) });
		const answer = await withBody(named, text, 'application/json');
		expectRefusal(named, answer, { code: 'Request_TooLarge', names: 'body' });
	});

	const wrongTypes = new Turns(
		[undefined, 'text/plain', 'application/octet-stream', 'nonsense', 'text/html'],
		1,
	);
	test.each([...jsonEndpoints, ...formEndpoints])(
		'is of another content type: %s',
		async (_title, named) => {
			const isForm = bodyOf(named.endpoint) === 'form';
			const other = isForm ? 'application/json' : 'multipart/form-data';
			for (const type of [...wrongTypes.take(), other]) {
				const answer = await withBody(named, Buffer.from('{"name":"x"}'), type);
				const names = isForm ? 'multipart/form-data' : 'application/json';
				expectRefusal(named, answer, { code: 'Request_UnsupportedMediaType', names });
			}
		},
	);

	const notForms = new Turns<readonly [type: string, text: string]>(
		[
			['multipart/form-data', '--x\r\n\r\n--x--\r\n'],
			['multipart/form-data; boundary=', '--x--\r\n'],
			['multipart/form-data; boundary=x', ''],
			['multipart/form-data; boundary=x', 'no form at all'],
			['multipart/form-data; boundary=x', '--y\r\ncontent-disposition: form-data; name="file"'],
			[
				'multipart/form-data; boundary=x',
				'--x\r\ncontent-disposition: form-data; name="FILE"; filename="a"\r\n\r\nabc',
			],
			[`multipart/form-data; boundary=${'x'.repeat(300)}`, '--x--\r\n'],
		],
		2,
	);
	test.each(formEndpoints)('is no form: %s', async (_title, named) => {
		const fields = Object.entries(named.endpoint.fields);
		const [file = ''] = fields.find(([, { type }]) => type === 'file') ?? [];
		for (const [type, text] of notForms.take()) {
			const answer = await withBody(named, text.replace('FILE', file), type);
			expectRefusal(named, answer, { code: 'Request_Malformed' });
		}
	});

	test.each(formEndpoints)('has a part that is not known: %s', async (_title, named) => {
		const refused = { code: 'Request_Invalid', names: 'misspelt' } as const;
		const text = { name: 'misspelt', value: '1' };
		const file = { name: 'misspelt', fileName: 'a.txt', content: '1' };
		for (const part of [text, file]) {
			await expectSpoiled(named, ({ form }) => ({ form: [...form, part] }), refused);
		}
	});
});

test('an amount has the vendor’s own codes for its limits', () => {
	// The vendor has no burn.
	const amounts = fieldCases('json').filter(
		([, { operation }, name]) => name === 'amount' && !operation.startsWith('burn'),
	);
	const codes = amounts.map(([, , , field]) => (field as IntegerField).codes);
	expect(codes.length).toBeGreaterThan(0);
	expect(codes.every((own) => own?.minimum !== undefined && own.maximum !== undefined)).toBe(true);
});
