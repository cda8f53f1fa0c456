/**
 * Calls the endpoints of the description from a page, on the server the page came from. A refusal
 * and a server that does not answer are the same kind of fault, told in words for a person. Whole
 * numbers keep every digit.
 */
import type { EndpointDescription } from '../../api/description';
import type { Area, endpoints } from '../../api/endpoints';
import type { Input, Operation, Reply } from '../../api/types';

/** Why there is no answer, and what to do about it. */
export class CallFault extends Error {
	constructor(
		/** The code of the refusal, or that nobody answered. */
		readonly code: string,
		happened: string,
		readonly change: string,
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

export interface Client<A extends Area> {
	call<O extends Operation<A>>(operation: O, input: Input<A, O, Blob>): Promise<Reply<A, O, Blob>>;
	/** Of an operation that answers with the bytes of a file. */
	bytes<O extends Operation<A>>(operation: O, input: Input<A, O, Blob>): Promise<Blob>;
	list<O extends Operation<A>>(
		operation: O,
		input: Input<A, O, Blob>,
	): Promise<ListPage<ItemOf<Reply<A, O, Blob>>>>;
}

/** Calls the operations of one area; with a key, as the user it belongs to. */
export function clientOf<A extends Area>(area: (typeof endpoints)[A], key?: string): Client<A> {
	const ask = (operation: PropertyKey, input: object) => {
		const described = area as unknown as Readonly<Record<PropertyKey, EndpointDescription>>;
		const endpoint = described[operation];
		if (endpoint === undefined) throw new Error(`no operation ${String(operation)}`);
		return answerOf(endpoint, { input: input as Values, key });
	};
	return {
		async call<O extends Operation<A>>(operation: O, input: Input<A, O, Blob>) {
			const text = await (await ask(operation, input)).text();
			return (text === '' ? undefined : exactJson(text)) as Reply<A, O, Blob>;
		},
		async bytes<O extends Operation<A>>(operation: O, input: Input<A, O, Blob>) {
			return (await ask(operation, input)).blob();
		},
		async list<O extends Operation<A>>(operation: O, input: Input<A, O, Blob>) {
			const answer = await ask(operation, input);
			const records = exactJson(await answer.text()) as ItemOf<Reply<A, O, Blob>>[];
			const [, query] = /<\?([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
			const next = query === undefined ? undefined : new URLSearchParams(query);
			return { records, hasNext: next !== undefined, next };
		},
	};
}

type Values = Readonly<Record<string, string | number | boolean | Blob | undefined>>;

async function answerOf(
	endpoint: EndpointDescription,
	{ input, key }: { readonly input: Values; readonly key: string | undefined },
): Promise<Response> {
	const headers = new Headers(key === undefined ? {} : { 'x-api-key': key });
	const { address, form, json } = requestOf(endpoint, input);
	if (json !== undefined) headers.set('content-type', 'application/json');
	const { method } = endpoint;
	const answer = await fetch(address, { method, headers, body: form ?? json }).catch(() => {
		throw new CallFault(
			'unreachable',
			'The server does not answer.',
			'Check the connection, or wait until it runs again.',
		);
	});
	if (!answer.ok) throw await faultOf(answer);
	return answer;
}

interface Asking {
	readonly address: string;
	readonly form: FormData | undefined;
	readonly json: string | undefined;
}

/** Each value where the description has it; files come last in a form, so that what is refused is refused early. */
function requestOf({ path, fields }: EndpointDescription, input: Values): Asking {
	const query = new URLSearchParams();
	const form = new FormData();
	const json: Record<string, unknown> = {};
	let address = path;
	const given = Object.entries(input).filter(([, value]) => value !== undefined);
	given.sort(([, one], [, other]) => Number(one instanceof Blob) - Number(other instanceof Blob));
	for (const [name, value] of given) {
		const where = fields[name]?.in ?? 'query';
		if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
		else if (where === 'json') json[name] = value;
		else if (where === 'form') form.append(name, value instanceof Blob ? value : String(value));
		else query.append(name, String(value));
	}
	const takes = (where: string) => Object.values(fields).some((field) => field.in === where);
	return {
		address: query.size === 0 ? address : `${address}?${query.toString()}`,
		form: takes('form') ? form : undefined,
		json: takes('json') ? JSON.stringify(json) : undefined,
	};
}

/** What the server says, or that what stands between it and us has answered in its place. */
async function faultOf(answer: Response): Promise<CallFault> {
	const body: unknown = await answer.json().catch(() => undefined);
	const { errorCode, message } = (body ?? {}) as Readonly<Record<string, unknown>>;
	if (typeof errorCode === 'string' && typeof message === 'string') {
		return new CallFault(errorCode, message, '');
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
