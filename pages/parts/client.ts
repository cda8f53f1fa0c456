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
	call<O extends Operation<A>>(operation: O, input: Input<A, O, never>): Promise<Reply<A, O, Blob>>;
	list<O extends Operation<A>>(
		operation: O,
		input: Input<A, O, never>,
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
		async call<O extends Operation<A>>(operation: O, input: Input<A, O, never>) {
			const answer = await ask(operation, input);
			return exactJson(await answer.text()) as Reply<A, O, Blob>;
		},
		async list<O extends Operation<A>>(operation: O, input: Input<A, O, never>) {
			const answer = await ask(operation, input);
			const records = exactJson(await answer.text()) as ItemOf<Reply<A, O, Blob>>[];
			const [, query] = /<\?([^>]*)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
			const next = query === undefined ? undefined : new URLSearchParams(query);
			return { records, hasNext: next !== undefined, next };
		},
	};
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

async function answerOf(
	endpoint: EndpointDescription,
	{ input, key }: { readonly input: Values; readonly key: string | undefined },
): Promise<Response> {
	const headers = new Headers(key === undefined ? {} : { 'x-api-key': key });
	const address = addressOf(endpoint, input);
	const answer = await fetch(address, { method: endpoint.method, headers }).catch(() => {
		throw new CallFault(
			'unreachable',
			'The server does not answer.',
			'Check the connection, or wait until it runs again.',
		);
	});
	if (!answer.ok) throw await faultOf(answer);
	return answer;
}

function addressOf({ path, fields }: EndpointDescription, input: Values): string {
	const query = new URLSearchParams();
	let address = path;
	for (const [name, value] of Object.entries(input)) {
		if (value === undefined) continue;
		if (fields[name]?.in === 'path') {
			address = address.replace(`{${name}}`, encodeURIComponent(value));
		} else {
			query.append(name, String(value));
		}
	}
	return query.size === 0 ? address : `${address}?${query.toString()}`;
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
