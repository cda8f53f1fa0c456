/** Holds the description to the golden requests, and the golden requests to cover the description. */
import path from 'node:path';
import { errors, sessionErrors, type ErrorDescription } from '../../api/errors';
import { models } from '../../api/models';
import type {
	EndpointDescription,
	ModelField,
	ReplyDescription,
} from '../../api/language/description';
import { programs } from '../../api/programs';
import { codesOf, endpointsOf } from '../../server/http/routing/endpoints';
import { endpointOf, fileNameOf, goldens, isRecord, productOf, type Golden } from './golden';

/** Answered to what no HTTP client sends: test/server/http/ has them. */
const onBareConnections = [
	'Request_TooSlow',
	'Request_ExpectationFailed',
	'Request_TooManyPipelined',
	'Request_HeadTooLarge',
];

/** Answered where WebSockets are opened and over them: test/exchange/socket/ has them. */
const ofSockets = ['Exchange_SocketFull', 'Exchange_SocketWanted'];

/** Answered while the database is lost: test/exchange/faults/database-away.full.test.ts has them. */
const withoutDatabase = ['Core_DatabaseAway', 'Core_DatabaseReadOnly', 'Core_DatabaseFull'];

/** Answered after minutes of waiting: test/comparison/comparisons-waiting.test.ts has it. */
const afterWaiting = ['Keeper_ComparisonsBusy'];

/** Answered while others are being made: test/service/office/conversion.test.ts has it. */
const besideOthers = ['Sealer_ConversionsTooMany'];

/** Answered while another is being made: test/exchange/handlers/account/statements.test.ts has it. */
const besideAnother = ['Exchange_StatementUnderWay'];

/** Answered after a person revoked a key: test/exchange/http/deposit-keys.test.ts has it. */
const afterRevoking = ['Exchange_DepositKeyEnded'];

/** Answered while the tracker is away: test/exchange/handlers/account/tracker-balances.test.ts has it. */
const withoutTracker = ['Exchange_TrackerAway'];

/** Of sessions: test/service/accounts/sign-in.test.ts has them. */
const ofBrowsers: readonly string[] = sessionErrors;

/** Answered on pages of links: test/service/storage/links.test.ts has them. */
const onPages = ['Storage_LinkUnknown', 'Storage_LinkEnded'];

/** Of addresses without an endpoint. */
const addressErrors: readonly string[] = ['Request_RouteNotFound', 'Request_MethodNotAllowed'];

describe('the golden files', () => {
	test('cover every endpoint with a success', () => {
		const covered = goldens
			.filter(([, golden]) => golden.code === undefined)
			.map(([, golden]) => nameOf(golden));
		const wanted = Object.values(programs)
			.flatMap(endpointsOf)
			.flatMap(({ area, operation, endpoint }) => {
				const numbers = [endpoint.number, ...(endpoint.alsoAt ? [endpoint.alsoAt.number] : [])];
				return numbers.map((number) => `${area}.${operation} ${number}`);
			});
		expect(wanted.filter((name) => !covered.includes(name))).toEqual([]);
	});

	test('cover creating a contract with signatures and without', () => {
		const created = goldens
			.filter(([, golden]) => golden.code === undefined && nameOf(golden).endsWith(' E1'))
			.map(([, { request }]) => (request.form ?? []).some(({ name }) => name === 'signatures'));
		expect(new Set(created)).toEqual(new Set([false, true]));
	});

	test('cover every error code', () => {
		const covered = new Set(goldens.map(([, { code }]) => code));
		const uncovered = Object.keys(errors).filter((code) => !covered.has(code));
		expect(uncovered).toEqual([
			...ofBrowsers,
			...onBareConnections,
			...withoutDatabase,
			...afterWaiting,
			...besideOthers,
			...onPages,
			...afterRevoking,
			...withoutTracker,
			...besideAnother,
			...ofSockets,
		]);
	});

	test('are named after their operation, and after the code of a refusal', () => {
		const wrong = goldens.filter(([file, golden]) => {
			const name = path.posix.basename(file);
			const words = name.split('.').slice(1, -1).join('.');
			return name !== fileNameOf(golden, words);
		});
		expect(wrong.map(([file, golden]) => [file, fileNameOf(golden, '...')])).toEqual([]);
	});

	test('lie in the folder of their product', () => {
		const wrong = goldens.filter(([file, golden]) => {
			const [product = ''] = path.posix.dirname(file).split('/');
			return product !== (productOf(golden) || '.');
		});
		expect(wrong.map(([file]) => file)).toEqual([]);
	});

	test('have names of their own', () => {
		const names = goldens.map(([, { name }]) => name);
		expect(new Set(names).size).toBe(names.length);
	});
});

function nameOf(golden: Golden): string {
	const found = endpointOf(golden);
	return found === undefined ? 'nothing' : `${found.area}.${found.operation} ${found.number}`;
}

describe('the description agrees with', () => {
	test.each(goldens)('%s', (_file, golden) => {
		expect(golden.code === undefined ? successFaults(golden) : refusalFaults(golden)).toEqual([]);
	});
});

function successFaults(golden: Golden): string[] {
	const endpoint = endpointOf(golden)?.endpoint;
	if (endpoint === undefined) return ['no endpoint is described at this path'];
	const replies: readonly ReplyDescription[] = [endpoint.reply, ...(endpoint.otherReplies ?? [])];
	const reply = replies.find(({ status }) => status === golden.reply.status);
	const { streamed } = endpoint;
	if (streamed !== undefined && golden.reply.events !== undefined) {
		return [...eventFaults(streamed, golden.reply.events), ...requestFaults(endpoint, golden)];
	}
	return [
		...(reply === undefined ? ['the status differs'] : replyFaults(reply, golden.reply)),
		...requestFaults(endpoint, golden),
	];
}

/** Fields sent that are not described, in the place they are sent in, and required ones not sent. */
function requestFaults(endpoint: EndpointDescription, { request }: Golden): string[] {
	const { searchParams } = new URL(request.path.replace(/^\{\w+\}/, 'http://service.test'));
	const sent = [
		...[...searchParams.keys()].map((name) => `query ${name}`),
		...Object.keys(request.headers)
			.filter((name) => !['x-api-key', 'accept', 'content-type'].includes(name))
			.map((name) => `header ${name}`),
		...Object.keys(request.json ?? {}).map((name) => `json ${name}`),
		...(request.form ?? []).map(({ name }) => `form ${name}`),
	];
	const fields = Object.entries(endpoint.fields).filter(([, field]) => field.in !== 'path');
	const described = fields.map(([name, field]) => `${field.in} ${name}`);
	const required = fields.filter(([, { required: isRequired }]) => isRequired);
	return [
		...sent.filter((name) => !described.includes(name)).map((name) => `${name} is not described`),
		...required
			.map(([name, field]) => `${field.in} ${name}`)
			.filter((name) => !sent.includes(name))
			.map((name) => `${name} is required and not sent`),
	];
}

function replyFaults(reply: ReplyDescription, { body, events }: Golden['reply']): string[] {
	if (reply.kind === 'bytes') return [];
	if (reply.kind === 'nothing') return body === '' ? [] : ['an empty body is wanted'];
	if (reply.kind === 'stream') return eventFaults(reply.events, events);
	if (reply.kind === 'record') return recordFaults(reply.model, body);
	if (!Array.isArray(body) || body.length === 0) return ['a list with a record is wanted'];
	return body.flatMap((record) => recordFaults(reply.model, record));
}

function eventFaults(
	described: Readonly<Record<string, string>>,
	events: Golden['reply']['events'] = [],
): string[] {
	if (events.length === 0) return ['a stream with an event is wanted'];
	return events.flatMap(({ event, data }) => {
		const model = described[event];
		return model === undefined ? [`${event} is not described`] : recordFaults(model, data);
	});
}

function recordFaults(model: string, record: unknown): string[] {
	const fields = (models as Readonly<Record<string, Readonly<Record<string, ModelField>>>>)[model];
	if (fields === undefined || !isRecord(record)) return [`no record of ${model}`];
	const missing = Object.entries(fields)
		.filter(([name, field]) => !field.optional && !Object.hasOwn(record, name))
		.map(([name]) => `${name} is described and not in the reply`);
	const wrong = Object.entries(record).flatMap(([name, value]) => {
		const field = fields[name];
		if (field === undefined) return [`${name} is not described`];
		const choices: readonly unknown[] | undefined = field.choices;
		const wrong = [value].flat().filter((each) => choices?.includes(each) === false);
		return wrong.map((each) => `${name} has no choice ${String(each)}`);
	});
	return [...missing, ...wrong];
}

function refusalFaults(golden: Golden): string[] {
	const { code = '', reply } = golden;
	const described: ErrorDescription | undefined = (
		errors as Readonly<Record<string, ErrorDescription>>
	)[code];
	if (described === undefined) return [`${code} is not described`];
	const found = endpointOf(golden);
	const codes: readonly string[] = found === undefined ? [] : codesOf(found.endpoint);
	const isOwn = (found === undefined ? addressErrors : codes).includes(code);
	const body = isRecord(reply.body) ? reply.body : {};
	const isStorage = golden.request.path.startsWith('{sds_url}');
	return [
		...(described.status === reply.status ? [] : ['the status differs']),
		...(isOwn ? [] : ['the endpoint does not document this code']),
		...(isStorage ? storageFormFaults(described, body) : mainFormFaults(code, described, body)),
	];
}

function mainFormFaults(
	code: string,
	{ happened, change }: ErrorDescription,
	body: Readonly<Record<string, unknown>>,
): string[] {
	const { message, arguments: args, errorCode } = body;
	const given: readonly unknown[] = Array.isArray(args) ? args : [];
	return [
		...(errorCode === code ? [] : ['the code differs']),
		...(message === withArguments(`${happened} ${change}`, given) ? [] : ['the message differs']),
	];
}

function storageFormFaults(
	{ happened, change, status }: ErrorDescription,
	{ message, body, status: sent }: Readonly<Record<string, unknown>>,
): string[] {
	const pattern = happened
		.split(/\{\d\}/)
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
		.join('.+');
	return [
		...(new RegExp(`^${pattern}$`).test(String(message)) ? [] : ['the message differs']),
		...(body === change ? [] : ['the advice differs']),
		...(sent === status ? [] : ['the status in the body differs']),
	];
}

function withArguments(sentence: string, args: readonly unknown[]): string {
	return sentence.replace(/\{(\d)\}/g, (_place, index: string) => String(args[Number(index)]));
}
