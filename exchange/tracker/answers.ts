/**
 * Interprets the outcome of a call by this table. A cause never quotes the tracker; only a refusal
 * does, without the key. Pure.
 *
 *   outcome                                         a transfer   a list
 *   not sent                                        NOT_SENT     UNAVAILABLE
 *   broken                                          UNKNOWN      UNAVAILABLE
 *   2xx, no body and surely none                    DOUBTFUL*    UNAVAILABLE
 *   2xx, an empty list                              DOUBTFUL*    READ
 *   2xx, the one transfer asked for                 DONE
 *   2xx, other transfers                            DOUBTFUL
 *   2xx, a list of records                                       READ
 *   2xx, anything else                              UNKNOWN      UNAVAILABLE
 *   405, 501, and 404 without a code that names     as below     UNSUPPORTED
 *     an asset or a product
 *   408, 425, 429                                   UNKNOWN      UNAVAILABLE
 *   4xx in the interface's form                     REFUSED      REFUSED
 *   any other status                                UNKNOWN      UNAVAILABLE
 *
 *   * DONE of a tracker whose empty answers are believed, by the settings
 *
 * DOUBTFUL is UNKNOWN of a tracker that has said that it keeps an Idempotency-Key: it is not the
 * tracker that answers so, and asked again by the same key it names the transfer.
 */
import { isSameEmail } from '../../server/email-address';
import type { ModelName } from '../../api/models';
import type { Model } from '../../api/types';
import { readJson } from './exact-json';
import { isRecord, own } from './records';
import { isAddress } from './addresses';
import type {
	Doubtful,
	ReadAnswer,
	Refused,
	TransferAnswer,
	TransferRequest,
	Unknown,
} from './tracker';
import type { WireOutcome, Reply } from './wire';

const retryAfterMsMax = 3_600_000;
const messageLengthMax = 500;

/** Statuses below 500 that are temporary. */
const temporaryStatuses = new Set([408, 425, 429]);

export function transferAnswer(
	outcome: WireOutcome,
	request: AskedTransfer,
	now: number,
): TransferAnswer {
	if (outcome.kind === 'NOT_SENT') return outcome;
	if (outcome.kind === 'BROKEN') return unknown(outcome.cause);
	const secrets = [request.key, request.idempotencyKey];
	if (!isSuccess(outcome)) return failure(outcome, secrets, now);
	const { status } = outcome;
	const doubtful = (cause: string): Doubtful | Unknown =>
		request.keepsKeys ? unknown(cause) : { kind: 'DOUBTFUL', cause };
	const empty = request.believesEmpty
		? ({ kind: 'DONE', transactionId: null } as const)
		: doubtful(`status ${status} without a transfer`);
	if (isSurelyEmpty(outcome)) return empty;
	const records = readRecords('AssetTransaction', outcome, request.key);
	if (typeof records === 'string') return unknown(records);
	const [transfer, ...others] = records;
	if (transfer === undefined) return empty;
	const isAsked = others.length === 0 && fits(transfer, request);
	if (!isAsked) return doubtful(`status ${status} with another transfer`);
	return { kind: 'DONE', transactionId: transfer.id };
}

interface AskedTransfer extends Omit<TransferRequest, 'sendBefore'> {
	/** True if an answer without a record counts as a transfer. */
	readonly believesEmpty: boolean;
	/** True if the tracker has said that it keeps an Idempotency-Key. */
	readonly keepsKeys: boolean;
}

/** A name that is not an address cannot contradict the parties. */
function fits(transfer: Model<'AssetTransaction'>, asked: AskedTransfer): boolean {
	const isParty = (name: string, email: string | null) =>
		email === null || !isAddress(name) || isSameEmail(name, email);
	return (
		transfer.assetId === asked.assetId &&
		transfer.amount === BigInt(asked.units) &&
		isParty(transfer.senderDisplayName, asked.senderEmail) &&
		isParty(transfer.recipientDisplayName, asked.recipientEmail)
	);
}

export function pageAnswer<Name extends ModelName>(
	outcome: WireOutcome,
	{ model, key }: { readonly model: Name; readonly key: string },
	now: number,
): ReadAnswer<readonly Model<Name>[]> {
	if (outcome.kind !== 'REPLY') return unavailable(outcome.cause);
	if (isSuccess(outcome)) {
		const records = readRecords(model, outcome, key);
		return typeof records === 'string' ? unavailable(records) : { kind: 'READ', value: records };
	}
	if (hasNoRoute(outcome)) return { kind: 'UNSUPPORTED' };
	const answer = failure(outcome, [key], now);
	return answer.kind === 'REFUSED' ? answer : { ...answer, kind: 'UNAVAILABLE' };
}

export function unavailable(cause: string): {
	readonly kind: 'UNAVAILABLE';
	readonly cause: string;
} {
	return { kind: 'UNAVAILABLE', cause };
}

function unknown(cause: string): Unknown {
	return { kind: 'UNKNOWN', cause };
}

function isSuccess({ status }: Reply): boolean {
	return status >= 200 && status <= 299;
}

/** Without a length, a body that was cut off before its first byte looks empty. */
function isSurelyEmpty({ status, headers, body }: Reply): boolean {
	const hasLength = 'content-length' in headers || 'transfer-encoding' in headers;
	return body.length === 0 && (status === 204 || hasLength);
}

/** Returns the records of a reply, or a text that says what is wrong. */
function readRecords<Name extends ModelName>(
	model: Name,
	{ status, body }: Reply,
	key: string,
): readonly Model<Name>[] | string {
	const list = readJson(body);
	if (list === undefined) return `status ${status} with a body that is not JSON`;
	const entries: readonly unknown[] = Array.isArray(list) ? list : [list];
	if (entries.some((entry) => (own(entry, 'errorCode') ?? null) !== null)) {
		return `status ${status} with an error inside`;
	}
	if (!Array.isArray(list) || !entries.every((entry) => isRecord(model, entry))) {
		return `status ${status} with a body of the wrong shape`;
	}
	if (entries.some((entry) => repeats(entry, key))) return `status ${status} repeats the key`;
	return entries;
}

/** True if a text of the record contains the key, which would be stored with an id. */
function repeats(entry: object, key: string): boolean {
	const secret = key.trim();
	return (
		secret !== '' &&
		Object.values(entry).some((value) => typeof value === 'string' && value.includes(secret))
	);
}

interface ErrorBody {
	readonly code: string;
	readonly message: string;
}

/** Returns the error if the body has the form of the interface. */
function errorOf(reply: Reply): ErrorBody | undefined {
	const body = readJson(reply.body);
	const code = own(body, 'errorCode');
	const message = own(body, 'message');
	const isForm =
		typeof code === 'string' &&
		/^\w{1,100}$/.test(code) &&
		typeof message === 'string' &&
		Array.isArray(own(body, 'arguments'));
	return isForm ? { code, message } : undefined;
}

function hasNoRoute(reply: Reply): boolean {
	const { status } = reply;
	if (status === 405 || status === 501) return true;
	return status === 404 && !/^(Factory|Product)_/.test(errorOf(reply)?.code ?? '');
}

function failure(reply: Reply, secrets: readonly string[], now: number): Refused | Unknown {
	const { status, headers } = reply;
	const isRefusal = status >= 400 && status <= 499 && !temporaryStatuses.has(status);
	const error = isRefusal ? errorOf(reply) : undefined;
	if (error !== undefined) {
		const { code, message } = error;
		return {
			kind: 'REFUSED',
			status,
			code: clean(code, secrets),
			message: clean(message, secrets),
		};
	}
	const retryAfterMs = readRetryAfter(headers['retry-after'], now);
	return { ...unknown(`status ${status}`), ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Makes a tracker's text safe to store and show. */
function clean(text: string, secrets: readonly string[]): string {
	return secrets
		.map((secret) => secret.trim())
		.filter((secret) => secret !== '')
		.reduce((words, secret) => words.replaceAll(secret, '[key]'), text)
		.replace(/\p{Cc}+/gu, ' ')
		.slice(0, messageLengthMax)
		.toWellFormed();
}

/** Parses `Retry-After`, in seconds or as an HTTP date, to milliseconds from 0 to an hour. */
function readRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
	const text = Array.isArray(header) ? header[0] : header;
	const askedMs = /^\d+$/.test(text ?? '')
		? Number(text) * 1000
		: /^[A-Z][a-z]{2}, .* GMT$/.test(text ?? '')
			? Date.parse(text ?? '') - now
			: NaN;
	return Number.isNaN(askedMs) ? undefined : Math.min(Math.max(askedMs, 0), retryAfterMsMax);
}
