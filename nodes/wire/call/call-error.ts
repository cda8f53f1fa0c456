/**
 * Converts a failed answer, or a missing one, to the error shown in n8n: what happened, and what to
 * change. The texts are in `api/errors.ts`; an answer that is not ours is explained as a wrong
 * address. No error contains the request, because it contains the key.
 */
import { NodeApiError, type INode } from 'n8n-workflow';
import { errors, type ErrorDescription } from '../../../api/errors';

/** The explanation of a refusal, with its code when it is one of the interface. */
export interface Explanation {
	readonly message: string;
	readonly description: string;
	readonly errorCode?: string;
}

export type Labels = Readonly<Record<string, string>>;

const table: Readonly<Record<string, ErrorDescription>> = errors;

function fill(sentence: string, args: readonly string[]): string {
	return sentence.replace(/\{(\d)\}/g, (_place, index: string) => args[Number(index)] ?? '?');
}

/** A text of the table as a pattern; its groups are the arguments. */
function pattern(sentence: string): RegExp {
	const escaped = sentence.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
	return new RegExp(`^${escaped.replace(/\{(\d)\}/g, '(?<a$1>.*?)')}$`, 's');
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		// Not JSON, so not a refusal of the interface; the caller explains it.
		return undefined;
	}
}

/** Replaces a field's wire name by its label. */
function labelled(sentence: string, labels: Labels): string {
	return sentence.replace(
		/(field ')([^']+)(?=')/gi,
		(_match, before: string, name: string) => before + (labels[name] ?? name),
	);
}

function fromTable(
	errorCode: string,
	args: readonly string[],
	labels: Labels,
): Explanation | undefined {
	const known = table[errorCode];
	if (known === undefined) return undefined;
	return {
		message: labelled(fill(known.happened, args), labels),
		description: labelled(fill(known.change, args), labels),
		errorCode,
	};
}

function fromCode(body: Record<string, unknown>, labels: Labels): Explanation | undefined {
	const { errorCode, message } = body;
	if (typeof errorCode !== 'string') return undefined;
	const args = Array.isArray(body.arguments) ? body.arguments.map(String) : [];
	return (
		fromTable(errorCode, args, labels) ?? {
			message: typeof message === 'string' && message !== '' ? message : errorCode,
			description: `The service gives the code ${errorCode} for it.`,
			errorCode,
		}
	);
}

/** The storage product sends no code; its message is matched with the texts of possible codes. */
function fromMessage(
	body: Record<string, unknown>,
	{ status, codes, labels }: Refused,
): Explanation | undefined {
	const { message } = body;
	if (typeof message !== 'string' || message === '' || typeof body.status !== 'number') {
		return undefined;
	}
	for (const errorCode of codes) {
		const known = table[errorCode];
		const match = known?.status === status ? pattern(known.happened).exec(message) : null;
		if (match !== null) {
			const args = Array.from(
				{ length: 10 },
				(_value, index) => match.groups?.[`a${index}`] ?? '?',
			);
			return fromTable(errorCode, args, labels);
		}
	}
	const advice = typeof body.body === 'string' && body.body !== '' ? body.body : undefined;
	return { message, description: advice ?? `The storage service answered with status ${status}.` };
}

/** A failed answer. */
export interface Refused {
	readonly status: number;
	readonly body: string;
	/** Label of the credential's field with the called address. */
	readonly addressLabel: string;
	/** Codes that the call can be refused with. */
	readonly codes: readonly string[];
	/** Labels of the fields of the call, by their names on the wire. */
	readonly labels: Labels;
}

/** Explains an answer by its status and its body, from the service or from a proxy before it. */
export function explain(refused: Refused): Explanation {
	const { status, body, addressLabel, labels } = refused;
	const json = parsed(body);
	const known = isRecord(json) ? (fromCode(json, labels) ?? fromMessage(json, refused)) : undefined;
	if (known !== undefined) return known;
	if (status >= 300 && status < 400) {
		return {
			message: 'The address in the credential leads on to another one',
			description: `Enter the final address in '${addressLabel}' of the credential, with https where the service uses it.`,
		};
	}
	if (status >= 500) {
		return {
			message: `The service answered with status ${status}`,
			description: 'The service, or a proxy before it, is not working. Try again later.',
		};
	}
	return {
		message: `A server answered with status ${status}, but not as a Sealkeeper service does`,
		description: `Check '${addressLabel}' in the credential.`,
	};
}

/** Codes of a service that did nothing. */
export const saidUndone: readonly string[] = [
	'Core_Ending',
	'Core_DatabaseReadOnly',
	'Core_DatabaseFull',
	'Exchange_InMaintenance',
];

/** The node error of an answer. */
export function refusalError(
	node: INode,
	explanation: Explanation,
	at: { readonly itemIndex?: number; readonly status: number },
): NodeApiError {
	const error = new NodeApiError(
		node,
		{},
		{
			message: explanation.message,
			description: explanation.description,
			httpCode: String(at.status),
			itemIndex: at.itemIndex,
		},
	);
	const { errorCode } = explanation;
	if (errorCode !== undefined) error.context.errorCode = errorCode;
	error.context.mayBeDone = at.status >= 500 && !saidUndone.includes(errorCode ?? '');
	return error;
}

const connectionTroubles: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing listens there',
	ENOTFOUND: 'there is no host of that name',
	EAI_AGAIN: 'the host name could not be resolved',
	ECONNRESET: 'the connection was cut',
	EPIPE: 'the connection was cut',
	ETIMEDOUT: 'the host does not answer in time',
	ECONNABORTED: 'the host does not answer in time',
	EHOSTUNREACH: 'the host cannot be reached',
	ERR_INVALID_URL: 'it is not an address',
	EPROTO: 'it does not speak the protocol of the address',
};

/** Searches the causes, because n8n wraps the error of its HTTP library. */
function codeOf(error: unknown): string | undefined {
	for (let current = error; isRecord(current) || current instanceof Error;) {
		const { code, cause }: { code?: unknown; cause?: unknown } = current;
		if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return code;
		current = cause;
	}
	return undefined;
}

/** Describes why there was no answer. */
export function troubleOf(error: unknown): string {
	const known = connectionTroubles[codeOf(error) ?? ''];
	return known ?? (error instanceof Error ? error.message : 'there was no answer');
}

/** Failures before anything was sent. */
const neverSent: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ERR_INVALID_URL',
	'EPROTO',
]);

/** True if the call may have been carried out although no answer came. */
export function mayBeDone(error: unknown): boolean {
	return error instanceof NodeApiError && error.context.mayBeDone === true;
}

function wasCancelled(error: unknown): boolean {
	return codeOf(error) === 'ERR_CANCELED';
}

/** The node error of an unanswered call. The cause is left out, because it contains the key. */
export function connectionError(
	node: INode,
	error: unknown,
	at: { readonly itemIndex?: number; readonly addressLabel: string },
): NodeApiError {
	const failure = new NodeApiError(
		node,
		{},
		{
			message: wasCancelled(error)
				? 'The execution was cancelled'
				: `The service could not be reached: ${troubleOf(error)}`,
			description: `Check '${at.addressLabel}' in the credential, and that the service runs.`,
			itemIndex: at.itemIndex,
		},
	);
	failure.context.mayBeDone = !neverSent.has(codeOf(error) ?? '');
	return failure;
}
