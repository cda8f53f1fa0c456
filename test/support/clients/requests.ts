/**
 * Sends requests the way a stranger's program does: JSON through undici, forms through a multipart
 * package that is not ours. It knows nothing of the description, so that it cannot share a mistake
 * with it. `until` and `eventually` wait for what the service brings about on its own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import FormData from 'form-data';
import { Agent, request as exchange, type Dispatcher } from 'undici';

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

/** Whoever sends thousands hands in an agent that keeps connections, and closes it before the service. */
export async function send(request: Request, dispatcher: Dispatcher = agent): Promise<Answer> {
	const { headers, body } = encode(request);
	const answer = await exchange(request.url, {
		method: request.method as 'GET',
		headers: { ...headers, ...request.headers },
		body,
		dispatcher,
	});
	const text = await answer.body.text();
	const wait = waits.getStore();
	if (wait !== undefined) wait.seen = `${answer.statusCode} ${text}`;
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
	const empty = new FormData();
	const end = empty.getBuffer();
	// Each by itself: the package copies a form anew for each of its parts.
	const bodies = parts.map((part) => {
		const form = new FormData();
		form.setBoundary(empty.getBoundary());
		append(form, part);
		return form.getBuffer().subarray(0, -end.length);
	});
	return {
		headers: { 'content-type': `multipart/form-data; boundary=${empty.getBoundary()}` },
		body: Buffer.concat([...bodies, end]),
	};
}

function append(form: FormData, part: FormPart): void {
	if ('value' in part) form.append(part.name, part.value);
	else {
		const { name, content, fileName: filename, contentType } = part;
		form.append(name, content, { filename, contentType });
	}
}

/** Between two looks: who is waited for needs the processor, too. */
const lookEveryMs = 5;

/** Left of the time of a test, or of a hook, for telling what it waited for. */
const tellMs = 5_000;

/** What `send` was answered last while one waits. */
const waits = new AsyncLocalStorage<{ seen?: string }>();

/**
 * Asks again and again until the answer is there. Shortly before the time of the test is over it throws
 * what it waited for, by its name or its code, and what `send` was answered last.
 */
export function until<Value>(
	ask: () => Promise<Value | undefined>,
	what = String(ask),
): Promise<Value> {
	const wait: { seen?: string } = {};
	return repeat(
		() => waits.run(wait, ask),
		() => new Error(`waited in vain for ${what}; the last answer was ${wait.seen ?? 'none'}`),
	);
}

/** Repeats an assertion until it holds; when the time of the test is over, it throws the last failure. */
export function eventually(assert: () => unknown): Promise<true> {
	let failure: unknown = new Error('the assertion has not ended');
	const holds = async () => {
		try {
			await assert();
			return true;
		} catch (fault) {
			failure = fault;
			return undefined;
		}
	};
	return repeat(holds, () => failure);
}

async function repeat<Value>(
	look: () => Promise<Value | undefined>,
	fault: () => unknown,
): Promise<Value> {
	const over = Promise.withResolvers<undefined>();
	let isOver = false;
	const timer = beforeTestEnds(() => {
		isOver = true;
		over.resolve(undefined);
	});
	try {
		for (;;) {
			const value = await Promise.race([look(), over.promise]);
			if (value !== undefined) return value;
			if (isOver) throw fault();
			await delay(lookEveryMs);
		}
	} finally {
		clearTimeout(timer);
	}
}

/** The environment of the tests says when that is; a benchmark has no end. */
function beforeTestEnds(action: () => void): NodeJS.Timeout | undefined {
	const { testEndsAt } = globalThis as { testEndsAt?: number };
	if (testEndsAt === undefined) return undefined;
	return setTimeout(action, Math.max(0, testEndsAt - performance.now() - tellMs));
}
