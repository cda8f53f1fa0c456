/**
 * A client of the exchange for traders' programs: one method per operation, lists read page by
 * page, and event streams that reconnect. It needs only a global `fetch`. No request is repeated by
 * itself: after a missing response the caller decides.
 */
import { eventsOf } from './events';
import { NoResponseError, refusalOf } from './faults';
import { signedHeaders, type SigningKey } from './signing';
import {
	operations,
	type CallOptions,
	type Calls,
	type Lists,
	type OperationCall,
	type StreamEvent,
	type Streams,
} from './operations';

export interface ClientOptions {
	/** Address of the exchange, such as https://exchange.example; a path before it is kept. */
	readonly url: string;
	/** Without a key, only public operations can be called. */
	readonly key?: string;
	/** In place of `key`: each request is signed. */
	readonly signing?: SigningKey;
	/** Wait before a broken stream reconnects. */
	readonly reconnectMs?: number;
}

export interface ExchangeClient extends Calls {
	/** Lists record by record, fetched page by page. */
	readonly all: Lists;
	/** Event streams; leaving the loop, or aborting the signal, ends one. */
	readonly follow: Streams;
}

type Input = Readonly<Record<string, unknown>>;

interface Request {
	readonly call: OperationCall;
	readonly input: Input;
	readonly signal?: AbortSignal | undefined;
	/** True for an event stream. */
	readonly isFollowed?: boolean;
}

/** Its methods throw ExchangeRefusal for a refusal, and NoResponseError if no response came. */
export function exchangeClient(options: ClientOptions): ExchangeClient {
	const calls = methods((request) => responseOf(options, request));
	const all = methods((request) => everyRecord(options, request));
	const follow = methods((request) => followStream(options, { ...request, isFollowed: true }));
	return { ...(calls as Calls), all: all as Lists, follow: follow as Streams };
}

type Run = (request: Request) => unknown;

/** Creates a method for each operation; their types are generated. */
function methods(run: Run): unknown {
	const made = Object.entries<OperationCall>(operations).map(
		([name, call]) =>
			[
				name,
				(input: Input = {}, { signal }: CallOptions = {}) => run({ call, input, signal }),
			] as const,
	);
	return Object.fromEntries(made);
}

async function responseOf(options: ClientOptions, request: Request): Promise<unknown> {
	const response = await send(options, addressOf(options, request), request);
	switch (request.call.kind) {
		case 'nothing':
			return undefined;
		case 'bytes':
			return response.body;
		case 'record':
		case 'list':
		case 'stream':
			return read(request, () => response.json());
	}
}

async function* everyRecord(options: ClientOptions, request: Request): AsyncGenerator<unknown> {
	let address: URL | undefined = addressOf(options, request);
	while (address !== undefined) {
		const response = await send(options, address, request);
		yield* (await read(request, () => response.json())) as readonly unknown[];
		const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
		address = next === undefined ? undefined : new URL(next, address);
	}
}

/** Resumes after the last event seen; a refusal that a retry cannot help ends it. */
async function* followStream(
	options: ClientOptions,
	request: Request,
): AsyncGenerator<StreamEvent<string, unknown>> {
	const { signal } = request;
	const isLeft = () => signal?.aborted === true;
	let lastId: string | undefined;
	let hasBegun = false;
	while (!isLeft()) {
		try {
			const response = await send(options, addressOf(options, request), request, lastId);
			hasBegun = true;
			for await (const event of eventsOf(response.body)) {
				lastId = event.id ?? lastId;
				yield event;
			}
		} catch (fault) {
			if (isLeft()) return;
			if (!hasBegun || !mayRetry(fault)) throw fault;
		}
		await pause(options.reconnectMs ?? 1_000, signal);
	}
}

/** True if a retry may help: no connection, 429, or a server error. */
export function mayRetry(fault: unknown): boolean {
	const { status } = fault as { readonly status?: number };
	return status === undefined || status === 429 || status >= 500;
}

function acceptedOf({ call, isFollowed }: Request): string {
	if (isFollowed === true) return 'text/event-stream';
	return call.kind === 'bytes' ? '*/*' : 'application/json';
}

async function send(
	options: ClientOptions,
	address: URL,
	request: Request,
	lastId?: string,
): Promise<Response> {
	const { call, input, signal = null } = request;
	const takesBody = Object.values(call.fields).includes('json');
	const body = takesBody
		? JSON.stringify(Object.fromEntries(fieldsIn(call, input, 'json')))
		: undefined;
	const headers = new Headers({
		accept: acceptedOf(request),
		...(takesBody && { 'content-type': 'application/json' }),
		...(await keyHeaders(options, { method: call.method, address, body })),
	});
	for (const [name, value] of fieldsIn(call, input, 'header')) headers.set(name, String(value));
	if (lastId !== undefined) headers.set('last-event-id', lastId);
	const response = await read(request, () =>
		fetch(address, {
			method: call.method,
			headers,
			signal,
			redirect: 'error',
			...(takesBody && { body }),
		}),
	);
	if (!response.ok) throw refusalOf(response, await read(request, () => response.text()));
	return response;
}

interface SentRequest {
	readonly method: string;
	readonly address: URL;
	readonly body: string | undefined;
}

/** What is signed is the path as the exchange has it, without one of the address before it. */
async function keyHeaders(
	{ url, key, signing }: ClientOptions,
	{ method, address, body }: SentRequest,
): Promise<Readonly<Record<string, string>>> {
	if (signing === undefined) return key === undefined ? {} : { 'x-api-key': key };
	const before = new URL(url).pathname.replace(/\/+$/, '');
	const path = address.pathname.slice(before.length) + address.search;
	return signedHeaders(signing, { method, path, body });
}

/**
 * A connection that breaks before the response is complete leaves open whether the call was carried
 * out.
 */
async function read<Result>({ call }: Request, part: () => Promise<Result>): Promise<Result> {
	try {
		return await part();
	} catch (fault) {
		throw new NoResponseError(call.method !== 'GET', { cause: fault });
	}
}

function addressOf({ url }: ClientOptions, { call, input }: Request): URL {
	const path = call.path.replace(/\{(\w+)\}/g, (_place, name: string) => {
		const text = String(input[name] ?? '');
		if (!/[^.]/.test(text)) throw new TypeError(`${name} must be an id, and is '${text}'`);
		return encodeURIComponent(text);
	});
	const address = new URL(url.replace(/\/+$/, '') + path);
	for (const [name, value] of fieldsIn(call, input, 'query')) {
		address.searchParams.set(name, String(value));
	}
	return address;
}

function fieldsIn(
	call: OperationCall,
	input: Input,
	place: string,
): (readonly [string, unknown])[] {
	for (const name of Object.keys(input)) {
		if (!(name in call.fields)) throw new TypeError(`${call.path} takes no field ${name}`);
	}
	return Object.entries(input).filter(
		([name, value]) => value !== undefined && call.fields[name] === place,
	);
}

export function pause(forMs: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', end);
			resolve();
		};
		const timer = setTimeout(end, forMs);
		signal?.addEventListener('abort', end);
	});
}
