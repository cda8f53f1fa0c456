/**
 * One attempt to deliver an event by Standard Webhooks: headers and signatures, short timeouts, no
 * redirects, and little of the answer is read. The result is a value.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { isNativeError } from 'node:util/types';
import { errors, request, type Dispatcher } from 'undici';
import { inOwnTrace, noteAnswer, traceHeaders } from '../../traces/spans';

export interface Attempt {
	readonly url: string;
	/** The same for all attempts. */
	readonly eventId: string;
	readonly body: string;
	/** All valid secrets, the newest first. */
	readonly secrets: readonly string[];
	/** Milliseconds. */
	readonly now: number;
}

/**
 *   TAKEN    2xx
 *   GONE     410: the receiver wants no further events
 *   BUSY     429, 502, 503, 504: the receiver wants fewer for a while
 *   FAILED   anything else, including redirects and no answer
 */
export interface AttemptResult {
	readonly kind: 'TAKEN' | 'GONE' | 'BUSY' | 'FAILED';
	/** HTTP status, if there was an answer. */
	readonly status?: number;
	readonly reason?: string;
	/** From Retry-After. */
	readonly retryAfterMs?: number;
}

export type Send = (attempt: Attempt) => Promise<AttemptResult>;

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** Bytes read of an answer. */
const answerBytesMax = 16 * 1024;
const attemptTimeoutMs = 20_000;
const retryAfterMsMax = 24 * 60 * 60 * 1000;

const busy = [429, 502, 503, 504];

export function newSigningSecret(): string {
	return secretPrefix + randomBytes(secretBytes).toString('base64');
}

/** Headers of an attempt, with one signature for each secret. */
export function webhookHeaders({ eventId, now, body, secrets }: Omit<Attempt, 'url'>) {
	const timestamp = String(Math.floor(now / 1000));
	const signed = `${eventId}.${timestamp}.${body}`;
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
		return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
	});
	return {
		'webhook-id': eventId,
		'webhook-timestamp': timestamp,
		'webhook-signature': signatures.join(' '),
	};
}

/** Sends through a dispatcher that only connects to allowed addresses. */
export function sendThrough(dispatcher: Dispatcher): Send {
	return (attempt) => {
		const attributes = () => ({
			'http.request.method': 'POST',
			'server.address': new URL(attempt.url).hostname,
			'sealkeeper.event.id': attempt.eventId,
		});
		return inOwnTrace({ name: 'POST webhook', kind: 'CLIENT', attributes }, async () => {
			const result = await attemptThrough(dispatcher, attempt);
			noteAnswer(result.status);
			return result;
		});
	};
}

async function attemptThrough(dispatcher: Dispatcher, attempt: Attempt): Promise<AttemptResult> {
	try {
		const answer = await request(attempt.url, {
			method: 'POST',
			dispatcher,
			body: attempt.body,
			signal: AbortSignal.timeout(attemptTimeoutMs),
			headers: {
				'content-type': 'application/json',
				'user-agent': 'Sealkeeper-Webhooks/1',
				...webhookHeaders(attempt),
				...traceHeaders(),
			},
		});
		await readSome(answer.body);
		return meaningOf(answer.statusCode, answer.headers['retry-after'], attempt.now);
	} catch (fault) {
		// The process is ending: the outcome is unknown, so it is sent again.
		if (fault instanceof errors.ClientDestroyedError) throw fault;
		return { kind: 'FAILED', reason: faultText(fault) };
	}
}

/** Drains the answer, so that the connection can be reused. */
async function readSome(body: Dispatcher.ResponseData['body']): Promise<void> {
	await body.dump({ limit: answerBytesMax }).catch(() => undefined);
}

function meaningOf(
	status: number,
	retryAfter: string | string[] | undefined,
	now: number,
): AttemptResult {
	if (status >= 200 && status < 300) return { kind: 'TAKEN', status };
	const reason = `the target answered ${status}`;
	if (status === 410) return { kind: 'GONE', status, reason };
	if (!busy.includes(status)) return { kind: 'FAILED', status, reason };
	const retryAfterMs = pauseAsked([retryAfter].flat()[0], now);
	return { kind: 'BUSY', status, reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Seconds, or a date. */
function pauseAsked(text: string | undefined, now: number): number | undefined {
	if (text === undefined) return undefined;
	const pauseMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
	return Number.isNaN(pauseMs) ? undefined : Math.min(Math.max(0, pauseMs), retryAfterMsMax);
}

function faultText(fault: unknown): string {
	if (!isNativeError(fault)) return String(fault);
	const { code } = fault as NodeJS.ErrnoException;
	if (fault.name === 'TimeoutError') return 'the target did not answer in time';
	return (fault.message || code || fault.name).slice(0, 300);
}
