/**
 * Calls the endpoints of the description from a page, on the server the page came from. A refusal
 * and a server that does not answer are the same kind of fault, told in words for a person. Whole
 * numbers keep every digit.
 */
import type { EndpointDescription } from '../../api/language/description';
import type { Area, endpoints } from '../../api/endpoints';
import type { AcceptedRecord, Input, Operation, Reply } from '../../api/types';

/** Why there is no answer, and what to do about it. */
export class CallFault extends Error {
	constructor(
		/** The code of the refusal, or that nobody answered. */
		readonly code: string,
		happened: string,
		readonly change: string,
		/** What the refusal's sentence is filled with. */
		readonly args: readonly unknown[] = [],
	) {
		super(happened);
	}
}

/** A page of a list, and whether there is another behind it. */
export interface ListPage<Item> {
	readonly records: readonly Item[];
	readonly hasNext: boolean;
	/** What the address of that one asks for, where the server has said it. */
	readonly next?: URLSearchParams | undefined;
}

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** Of the operations a page calls; those it never does need not be loaded with it. */
export interface Client<A extends Area, Known extends Operation<A> = Operation<A>> {
	call<O extends Known>(operation: O, input: Input<A, O, Blob>): Promise<Reply<A, O, Blob>>;
	/** Has an operation go on by itself; the record of it. */
	begin<O extends Known>(operation: O, input: Input<A, O, Blob>): Promise<AcceptedRecord<A, O>>;
	/** Of an operation that answers with the bytes of a file; until the signal is given. */
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

/** Calls the operations of one area; with a key, as the user it belongs to. */
export function clientOf<A extends Area, Known extends Operation<A> = Operation<A>>(
	area: Pick<(typeof endpoints)[A], Known>,
	key?: string,
): Client<A, Known> {
	const ask = (operation: PropertyKey, input: object, signal?: AbortSignal) => {
		const described = area as unknown as Readonly<Record<PropertyKey, EndpointDescription>>;
		const endpoint = described[operation];
		if (endpoint === undefined) throw new Error(`no operation ${String(operation)}`);
		return answerOf(endpoint, { input: input as Values, key, signal });
	};
	return {
		async call<O extends Known>(operation: O, input: Input<A, O, Blob>) {
			const text = await textOf(await ask(operation, input));
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

interface Sending {
	readonly input: Values;
	readonly key: string | undefined;
	/** Ends what is under way. */
	readonly signal: AbortSignal | undefined;
}

async function answerOf(
	endpoint: EndpointDescription,
	{ input, key, signal }: Sending,
): Promise<Response> {
	const { address, headers, form, json } = requestOf(endpoint, input);
	if (key !== undefined) headers.set('x-api-key', key);
	if (json !== undefined) headers.set('content-type', 'application/json');
	const { method } = endpoint;
	return answerAt(address, { method, headers, body: form ?? json, signal: signal ?? null });
}

/** For what has an address of its own, such as a file; throws the fault in place of what is no success. */
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

/** The body of an answer, which can break off as every connection can. */
export function textOf(answer: Response): Promise<string> {
	return answer.text().catch(() => {
		throw unreachable('The answer of the server broke off.');
	});
}

function unreachable(happened: string): CallFault {
	const change = 'Check the connection, or wait until it runs again.';
	return new CallFault('unreachable', happened, change);
}

interface Asking {
	readonly address: string;
	readonly headers: Headers;
	readonly form: FormData | undefined;
	readonly json: string | undefined;
}

/** Each value where the description has it; files come last in a form, so that what is refused is refused early. */
function requestOf({ path, fields }: EndpointDescription, input: Values): Asking {
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

/** A record is the text of its JSON. */
function formPart(value: Value): string | Blob {
	if (value instanceof Blob) return value;
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What the server says, or that what stands between it and us has answered in its place. */
async function faultOf(answer: Response): Promise<CallFault> {
	const body: unknown = await answer.json().catch(() => undefined);
	const { errorCode, message, arguments: args } = (body ?? {}) as Readonly<Record<string, unknown>>;
	if (typeof errorCode === 'string' && typeof message === 'string') {
		return new CallFault(errorCode, message, '', Array.isArray(args) ? args : []);
	}
	return new CallFault(
		'unreachable',
		`The server answers with status ${answer.status}.`,
		'Wait a moment and try again.',
	);
}

/** What JSON.parse tells a reviver of a number, which its types do not know yet. */
interface Source {
	readonly source?: string;
}

/** The value of a document; a whole number beyond 2^53 is a bigint. */
export function exactJson(text: string): unknown {
	return JSON.parse(text, (_name, part: unknown, source?: Source) => {
		if (typeof part !== 'number' || Number.isSafeInteger(part)) return part;
		const digits = source?.source ?? '';
		return /^-?\d+$/.test(digits) ? BigInt(digits) : part;
	});
}
