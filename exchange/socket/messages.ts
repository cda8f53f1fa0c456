/**
 * The format of a socket's messages: a call has an id, a method and params, and is answered under
 * that id with a status, as over HTTP, and a result or an error. Pure.
 */
import type { Values } from '../../server/http/routing/checks';
import { errorOf } from '../../server/http/refusals';
import { ambiguityOf } from '../../server/json-ambiguity';
import { refuse, Refusal } from '../../server/refusal';

/** Chosen by the caller and repeated in the answer; null if none could be read. */
export type MessageId = string | number | null;

export interface MethodCall {
	readonly method: string;
	readonly params: Values;
}

const parts: ReadonlySet<string> = new Set(['id', 'method', 'params']);

export interface Message {
	readonly id: MessageId;
	/** A refusal for a malformed call. */
	readonly call: MethodCall | Refusal;
}

/** Parses a message; the id is read first, so that a refusal can be answered under it. */
export function readMessage(text: string): Message {
	let id: MessageId = null;
	try {
		const message = readObject(text);
		id = readId(message);
		return { id, call: ambiguityOf(text, message) ?? readCall(message) };
	} catch (fault) {
		if (fault instanceof Refusal) return { id, call: fault };
		throw fault;
	}
}

function readObject(text: string): Values {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw refuse('Request_Malformed', 'the message is not JSON');
	}
	if (isObject(value)) return value;
	throw refuse('Request_Malformed', 'the message is not a JSON object');
}

function readId({ id }: Values): string | number {
	const isText = typeof id === 'string' && /^[!-~]{1,64}$/.test(id);
	if (isText || Number.isSafeInteger(id)) return id as string | number;
	const form = 'must be a whole number or 1 to 64 visible characters without blanks';
	throw refuse('Request_Invalid', 'id', id === undefined ? 'is missing' : form);
}

function readCall(message: Values): MethodCall {
	const unknown = Object.keys(message).find((name) => !parts.has(name));
	if (unknown !== undefined) {
		throw refuse('Request_Invalid', unknown.slice(0, 100), 'is not known here; leave it out');
	}
	const { method } = message;
	// As in a body, null stands for a field left out.
	const params = message['params'] ?? {};
	if (typeof method !== 'string') {
		throw refuse('Request_Invalid', 'method', method === undefined ? 'is missing' : mustBeText);
	}
	if (!isObject(params)) throw refuse('Request_Invalid', 'params', 'must be an object');
	return { method, params };
}

const mustBeText = 'must be a string';

function isObject(value: unknown): value is Values {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Reply {
	readonly status: number;
	/** JSON. */
	readonly resultText: string;
}

export function answerText(id: MessageId, { status, resultText }: Reply): string {
	return `{"id":${JSON.stringify(id)},"status":${status},"result":${resultText}}`;
}

export function refusalText(id: MessageId, refusal: Refusal, requestId: string): string {
	const { status, retryAfterSeconds } = refusal;
	const error = {
		...errorOf(refusal),
		requestId,
		...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
	};
	return JSON.stringify({ id, status, error });
}
