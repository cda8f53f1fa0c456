/**
 * Calls endpoints by their descriptions, on the page's own server. Refusals and missing answers are
 * both a `CallFault`, with a message for a person. Integers keep every digit.
 */
import type { EndpointDescription } from '../../api/language/description';
import type { Area, endpoints } from '../../api/endpoints';
import type { AcceptedRecord, Input, Operation, Reply } from '../../api/types';

/** A refusal or a missing answer, and what to do about it. */
export class CallFault extends Error {
	constructor(
		/** The error code, or `unreachable`. */
		readonly code: string,
		happened: string,
		readonly change: string,
		/** The arguments of the error's message. */
		readonly args: readonly unknown[] = [],
	) {
		super(happened);
	}
}

/** A page of a list. */
export interface ListPage<Item> {
	readonly records: readonly Item[];
	readonly hasNext: boolean;
	/** The query of the next page, if the server named it. */
	readonly next?: URLSearchParams | undefined;
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** Only the operations that a page calls, so that it loads no others. */
export interface Client<A extends Area, Known extends Operation<A> = Operation<A>> {
	call<O extends Known>(
		operation: O,
		input: Input<A, O, Blob>,
		signal?: AbortSignal,
		fetcher?: Fetcher,
	): Promise<Reply<A, O, Blob>>;
	/** Starts an operation asynchronously; returns its record. */
	begin<O extends Known>(operation: O, input: Input<A, O, Blob>): Promise<AcceptedRecord<A, O>>;
	/** Returns the bytes of a file; the signal aborts the call. */
	bytes<O extends Known>(
		operation: O,
		input: Input<A, O, Blob>,
		signal?: AbortSignal,
	): Promise<Blob>;
	list<O extends Known>(
		operation: O,
		input: Input<A, O, Blob>,
	): Promise<ListPage<ItemOf<Reply<A, O, Blob>>>>;
}

export interface SentRequest {
	readonly method: string;
	readonly headers: Headers;
	readonly body: FormData | string | undefined;
	readonly signal: AbortSignal | null;
}

/** Sends a request; throws a CallFault for a failed answer. */
export type Fetcher = (address: string, request: SentRequest) => Promise<Response>;

/** Makes a client for the operations of one area, below its prefix; a key authenticates it. */
export function clientOf<A extends Area, Known extends Operation<A> = Operation<A>>(
	area: Pick<(typeof endpoints)[A], Known>,
	key?: string,
	prefix = '',
): Client<A, Known> {
	const ask = (
		operation: PropertyKey,
		input: object,
		signal?: AbortSignal,
		fetcher: Fetcher = answerAt,
	) => {
		const described = area as unknown as Readonly<Record<PropertyKey, EndpointDescription>>;
		const endpoint = described[operation];
		if (endpoint === undefined) throw new Error(`no operation ${String(operation)}`);
		return sendCall(endpoint, { input: input as Values, key, signal, prefix, fetcher });
	};
	return {
		async call<O extends Known>(
			operation: O,
			input: Input<A, O, Blob>,
			signal?: AbortSignal,
			fetcher?: Fetcher,
		) {
			const text = await textOf(await ask(operation, input, signal, fetcher));
			return (text === '' ? undefined : exactJson(text)) as Reply<A, O, Blob>;
		},
		async begin<O extends Known>(operation: O, input: Input<A, O, Blob>) {
			const answer = await ask(operation, { ...input, respondAsync: true });
			return exactJson(await textOf(answer)) as AcceptedRecord<A, O>;
		},
		async bytes<O extends Known>(operation: O, input: Input<A, O, Blob>, signal?: AbortSignal) {
			const answer = await ask(operation, input, signal);
			return answer.blob().catch(() => {
				throw unreachable('The answer broke off before its end.');
			});
		},
		async list<O extends Known>(operation: O, input: Input<A, O, Blob>) {
			const answer = await ask(operation, input);
			const records = exactJson(await textOf(answer)) as ItemOf<Reply<A, O, Blob>>[];
			const [, query] = /<\?([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
			const next = query === undefined ? undefined : new URLSearchParams(query);
			return { records, hasNext: next !== undefined, next };
		},
	};
}

type Value = string | number | boolean | Blob | object | undefined;
type Values = Readonly<Record<string, Value>>;

interface CallInput {
	readonly input: Values;
	readonly key: string | undefined;
	/** Aborts the call. */
	readonly signal: AbortSignal | undefined;
	readonly prefix: string;
	readonly fetcher: Fetcher;
}

async function sendCall(
	endpoint: EndpointDescription,
	{ input, key, signal, prefix, fetcher }: CallInput,
): Promise<Response> {
	const { address, headers, form, json } = requestOf(endpoint, input);
	if (key !== undefined) headers.set('x-api-key', key);
	if (json !== undefined) headers.set('content-type', 'application/json');
	const { method } = endpoint;
	return fetcher(prefix + address, { method, headers, body: form ?? json, signal: signal ?? null });
}

/** Fetches an address, such as a file; throws a CallFault for a failed answer. */
export async function answerAt(
	address: string,
	request?: Parameters<typeof fetch>[1],
): Promise<Response> {
	const answer = await fetch(address, request).catch(() => {
		throw unreachable('The server does not answer.');
	});
	if (!answer.ok) throw await faultOf(answer);
	return answer;
}

/** Reads the body; throws a CallFault if the connection breaks. */
export function textOf(answer: Response): Promise<string> {
	return answer.text().catch(() => {
		throw unreachable('The answer of the server broke off.');
	});
}

export function unreachable(happened: string): CallFault {
	const change = 'Check the connection, or wait until it runs again.';
	return new CallFault('unreachable', happened, change);
}

interface BuiltRequest {
	readonly address: string;
	readonly headers: Headers;
	readonly form: FormData | undefined;
	readonly json: string | undefined;
}

/**
 * Puts each value where its description says; files go last in a form, so that a wrong field is
 * refused early.
 */
function requestOf({ path, fields }: EndpointDescription, input: Values): BuiltRequest {
	const query = new URLSearchParams();
	const headers = new Headers();
	const form = new FormData();
	const json: Record<string, unknown> = {};
	let address = path;
	const given = Object.entries(input).filter(([, value]) => value !== undefined);
	given.sort(([, one], [, other]) => Number(one instanceof Blob) - Number(other instanceof Blob));
	for (const [name, value] of given) {
		const where = fields[name]?.in ?? 'query';
		if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
		else if (where === 'header') headers.set(name, String(value));
		else if (where === 'json') json[name] = value;
		else if (where === 'form') for (const part of [value].flat()) form.append(name, formPart(part));
		else query.append(name, String(value));
	}
	const takes = (where: string) => Object.values(fields).some((field) => field.in === where);
	return {
		address: query.size === 0 ? address : `${address}?${query.toString()}`,
		headers,
		form: takes('form') ? form : undefined,
		json: takes('json') ? JSON.stringify(json) : undefined,
	};
}

/** A record is sent as JSON. */
function formPart(value: Value): string | Blob {
	if (value instanceof Blob) return value;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Reads the error of the server; other answers come from a proxy in between. */
export async function faultOf(answer: Response): Promise<CallFault> {
	const body: unknown = await answer.json().catch(() => undefined);
	const told = (body ?? {}) as Readonly<Record<string, unknown>>;
	const { errorCode, message, arguments: args, body: change } = told;
	if (typeof errorCode === 'string' && typeof message === 'string') {
		return new CallFault(errorCode, message, '', Array.isArray(args) ? args : []);
	}
	// The storage names no codes; only the end of a session is told from other refusals.
	if (typeof message === 'string' && typeof change === 'string') {
		return new CallFault(answer.status === 401 ? 'Auth_SessionEnded' : 'refused', message, change);
	}
	return new CallFault(
		'unreachable',
		`The server answers with status ${answer.status}.`,
		'Wait a moment and try again.',
	);
}

/** The third argument of a JSON.parse reviver, which its types lack. */
interface Source {
	readonly source?: string;
}

/** Parses JSON; an integer beyond 2^53 becomes a bigint. */
export function exactJson(text: string): unknown {
	return JSON.parse(text, (_name, part: unknown, source?: Source) => {
		if (typeof part !== 'number' || Number.isSafeInteger(part)) return part;
		const digits = source?.source ?? '';
		return /^-?\d+$/.test(digits) ? BigInt(digits) : part;
	});
}
