/**
 * Sends requests the way a stranger's program does: JSON through undici, forms through a multipart
 * package that is not ours. It knows nothing of the description, so that it cannot share a mistake
 * with it. `until` waits for a condition that the service brings about on its own.
 */
import { setTimeout as delay } from 'node:timers/promises';
import FormData from 'form-data';
import { Agent, request as exchange } from 'undici';

export type FormPart =
	| { readonly name: string; readonly value: string | Buffer }
	| {
			readonly name: string;
			readonly fileName: string;
			readonly contentType?: string;
			readonly content: string | Buffer;
	  };

export interface Request {
	readonly method: string;
	readonly url: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** At most one of the three. */
	readonly json?: unknown;
	readonly text?: string | Buffer;
	readonly form?: readonly FormPart[];
}

export interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly text: string;
	/** The body as JSON; throws when it is not. */
	json(): unknown;
}

/** A connection for each request, so that none is left over when a service ends or starts again. */
const agent = new Agent({ pipelining: 0 });

export async function send(request: Request): Promise<Answer> {
	const { headers, body } = encode(request);
	const answer = await exchange(request.url, {
		method: request.method as 'GET',
		headers: { ...headers, ...request.headers },
		body,
		dispatcher: agent,
	});
	const text = await answer.body.text();
	return {
		status: answer.statusCode,
		headers: answer.headers,
		text,
		json: () => JSON.parse(text) as unknown,
	};
}

function encode({ json, text, form }: Request): {
	readonly headers: Record<string, string>;
	readonly body: string | Buffer | undefined;
} {
	if (form !== undefined) return encodeForm(form);
	if (json === undefined) return { headers: {}, body: text };
	return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

/** The bytes of a form with the header that names its boundary. */
export function encodeForm(parts: readonly FormPart[]): {
	readonly headers: { 'content-type': string };
	readonly body: Buffer;
} {
	const form = new FormData();
	for (const part of parts) {
		if ('value' in part) form.append(part.name, part.value);
		else {
			const { name, content, fileName: filename, contentType } = part;
			form.append(name, content, { filename, contentType });
		}
	}
	return {
		headers: { 'content-type': `multipart/form-data; boundary=${form.getBoundary()}` },
		body: form.getBuffer(),
	};
}

/** Between two looks: who is waited for needs the processor, too. */
const lookEveryMs = 5;

/** Asks again and again until the answer is there; the test's own time limit ends a vain wait. */
export async function until<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
	for (;;) {
		const value = await ask();
		if (value !== undefined) return value;
		await delay(lookEveryMs);
	}
}
