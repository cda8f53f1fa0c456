/**
 * The requests that ask most of an endpoint, worked out from its description and a good request:
 * the longest page at its beginning and as deep as it goes, every choice, the longest texts, the
 * largest body. Of a stream its first event is read.
 */
import type { EndpointDescription, Field } from '../../../api/language/description';
import { errors } from '../../../api/errors';
import { bodyPlace, type NamedEndpoint } from '../../../server/http/routing/endpoints';
import { isRecord } from '../../api/golden';
import { send, type FormPart, type Request } from '../clients/requests';

export interface GoodRequest {
	readonly method: string;
	/** An address. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly json?: Readonly<Record<string, unknown>>;
	/** Sent as it is: how long its files are is the caller's to say. */
	readonly form?: readonly FormPart[];
}

export interface Answered {
	readonly status: number;
	/** Absent where a stream, bytes or nothing was answered. */
	readonly text?: string;
}

export interface WorstRequest {
	readonly what: string;
	readonly ask: () => Promise<Answered>;
}

/** As deep as the rows of a test go. */
const deepOffset = 9_000;
const bodyBytesMax = 64 * 1024;

export function worstOf(named: NamedEndpoint, good: GoodRequest): readonly WorstRequest[] {
	const { endpoint } = named;
	const variants = [
		...queries(endpoint.fields).map((query) => withQuery(good, query)),
		longestTexts(named, good),
	];
	return variants.map((request) => ({
		what: new URL(request.path).search + (request.headers['what'] ?? ''),
		ask: () => (endpoint.reply.kind === 'stream' ? firstEvent(request) : answer(named, request)),
	}));
}

type Query = Readonly<Record<string, string>>;

/** The largest of every number, and each choice with it; pages at their beginning and inside. */
function queries(fields: Readonly<Record<string, Field>>): readonly Query[] {
	const named = Object.entries(fields).filter(([, field]) => field.in === 'query');
	const limit: Query = largest(named.filter(([name]) => name === 'limit'));
	const offset = named.some(([name]) => name === 'offset');
	return [
		limit,
		...(offset ? [{ ...limit, offset: String(deepOffset) }] : []),
		{ ...largest(named) },
		...choices(named).map((choice) => ({ ...limit, ...choice })),
		...(offset
			? choices(named).map((choice) => ({ ...limit, ...choice, offset: String(deepOffset) }))
			: []),
	];
}

function largest(named: readonly (readonly [string, Field])[]): Query {
	return Object.fromEntries(
		named.flatMap(([name, field]) =>
			field.type === 'integer' && field.maximum !== undefined
				? [[name, String(field.maximum)]]
				: [],
		),
	);
}

function choices(named: readonly (readonly [string, Field])[]): readonly Query[] {
	return named.flatMap(([name, field]) =>
		field.type === 'string' ? (field.choices ?? []).map((choice) => ({ [name]: choice })) : [],
	);
}

function withQuery(good: GoodRequest, query: Query): GoodRequest {
	const url = new URL(good.path);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return { ...good, path: url.href };
}

/** Every text as long as it may be, in whatever place it travels. */
function longestTexts({ endpoint }: NamedEndpoint, good: GoodRequest): GoodRequest {
	const texts = (place: Field['in']) =>
		Object.entries(endpoint.fields).flatMap(([name, field]): [string, string][] =>
			field.in === place &&
			field.type === 'string' &&
			field.maxLength !== undefined &&
			field.pattern === undefined
				? [[name, 'a'.repeat(field.maxLength)]]
				: [],
		);
	return {
		...withQuery(good, Object.fromEntries(texts('query'))),
		headers: { ...good.headers, ...Object.fromEntries(texts('header')) },
		...(good.json !== undefined && {
			json: { ...good.json, ...Object.fromEntries(texts('json')), ...longestLists(endpoint, good) },
		}),
	};
}

/** As many records of a body as it takes, each like the first. */
function longestLists({ fields }: EndpointDescription, { json = {} }: GoodRequest) {
	const lists = Object.entries(fields).flatMap(([name, field]): [string, unknown[]][] => {
		const given: unknown = json[name];
		if (field.type !== 'object' || !Array.isArray(given)) return [];
		return [[name, Array.from({ length: field.itemsMax }, () => given[0])]];
	});
	return Object.fromEntries(lists);
}

async function answer(
	{ endpoint }: NamedEndpoint,
	{ path: url, json, ...good }: GoodRequest,
): Promise<Answered> {
	const request: Request = { ...good, url };
	if (bodyPlace(endpoint) !== 'json') return told(endpoint, await send(request));
	const text = JSON.stringify(json ?? {});
	const headers = { ...good.headers, 'content-type': 'application/json' };
	return told(endpoint, await send({ ...request, headers, text: text.padEnd(bodyBytesMax) }));
}

/** Refusals are JSON whatever the endpoint answers. */
function told({ reply }: EndpointDescription, { status, text }: Answered): Answered {
	const isJson = status >= 300 || reply.kind === 'record' || reply.kind === 'list';
	return isJson ? { status, text } : { status };
}

async function firstEvent({ path: url, headers }: GoodRequest): Promise<Answered> {
	const stop = new AbortController();
	const { status, body } = await fetch(url, { headers, signal: stop.signal });
	if (body === null) throw new Error(`${url} answers ${status} without a body`);
	let text = '';
	const decoder = new TextDecoder();
	for await (const chunk of body) {
		text += decoder.decode(chunk, { stream: true });
		if (status === 200 && text.includes('\n\n')) break;
	}
	stop.abort();
	return status === 200 ? { status } : { status, text };
}

/** An answer of ours: a success, or a refusal by a code of the table. */
export function expectOwnForm({ status, text = '{}' }: Answered): void {
	const body: unknown = JSON.parse(text);
	if (status < 300) return;
	if (!isRecord(body)) throw new Error(`no refusal: ${text}`);
	// The storage's form names the status in the place of a code.
	if (body['status'] !== status) expect(Object.keys(errors)).toContain(body['errorCode']);
	expect({ status, text: status < 500 ? '' : text }).toEqual({ status, text: '' });
}
