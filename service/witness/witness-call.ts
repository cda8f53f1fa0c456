/**
 * One call to a witness: sends the offer and parses the answer by the protocol. Any other
 * behaviour, such as too much data or a timeout, is a fault with a reason.
 */
import { offerSizeBytesMax, originHash, writeOffer, type Offer } from './add-checkpoint';

export type Answer =
	/** Signature lines as received. */
	| { readonly kind: 'COSIGNED'; readonly lines: string }
	/** The size it has seen, which differs from `oldSize`. */
	| { readonly kind: 'HAS'; readonly treeSize: number }
	/** The proof does not lead from its size to the offered checkpoint. */
	| { readonly kind: 'UNPROVEN' }
	| { readonly kind: 'FAULT'; readonly reason: string };

export interface CallOptions {
	/** Address of the witness, without a trailing slash. */
	readonly url: string;
	readonly timeoutMs: number;
	/** Aborts the call at shutdown. */
	readonly signal: AbortSignal;
}

export async function offerTo(options: CallOptions, offer: Offer): Promise<Answer> {
	try {
		const { status, text } = await call(options, '/add-checkpoint', {
			method: 'POST',
			headers: { 'content-type': 'text/plain; charset=utf-8' },
			body: writeOffer(offer),
		});
		return readAnswer(status, text);
	} catch (fault) {
		return { kind: 'FAULT', reason: reasonOf(fault) };
	}
}

/** The checkpoint a witness publishes for a log; not every witness does. */
export async function shownCheckpoint(
	options: CallOptions,
	origin: string,
): Promise<string | undefined> {
	try {
		const { status, text } = await call(options, `/${originHash(origin)}/checkpoint`, {});
		return status === 200 ? text : undefined;
	} catch {
		// Only used as evidence; without an answer there is none.
		return undefined;
	}
}

async function call({ url, timeoutMs, signal }: CallOptions, path: string, request: RequestInit) {
	const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
	const response = await fetch(url + path, { ...request, redirect: 'error', signal: ends });
	return { status: response.status, text: await boundedText(response) };
}

async function boundedText({ body }: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	for await (const chunk of body ?? []) {
		const bytes = chunk as Uint8Array;
		sizeBytes += bytes.length;
		if (sizeBytes > offerSizeBytesMax) throw new Error('its answer does not end');
		chunks.push(bytes);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function readAnswer(status: number, text: string): Answer {
	switch (status) {
		case 200:
			return { kind: 'COSIGNED', lines: text };
		case 409:
			return readSize(text);
		case 422:
			return { kind: 'UNPROVEN' };
		default:
			return { kind: 'FAULT', reason: `it answers ${status}${clause(text)}` };
	}
}

function readSize(text: string): Answer {
	const treeSize = Number(/^(0|[1-9]\d*)\n?$/.exec(text)?.[1]);
	if (!Number.isSafeInteger(treeSize)) {
		return { kind: 'FAULT', reason: 'it answers 409 without a tree size' };
	}
	return { kind: 'HAS', treeSize };
}

/** Text of a foreign program, shortened and without control characters. */
function clause(text: string): string {
	const said = text.replace(/[^\x20-\x7e]+/g, ' ').trim();
	return said === '' ? '' : `: ${said.slice(0, 200)}`;
}

function reasonOf(fault: unknown): string {
	if (!(fault instanceof Error)) return 'it cannot be reached';
	if (fault.name === 'TimeoutError') return 'it did not answer in time';
	const { cause } = fault;
	const inner = cause instanceof Error ? cause : fault;
	const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message;
	return `it cannot be reached: ${code.slice(0, 200)}`;
}
