/**
 * The error a handler throws on purpose: a code of `api/errors.ts` with the arguments of its
 * message. Any other error is a bug and answers 500.
 */
import { errors, type ErrorCode, type ErrorDescription } from '../api/errors';

export type RefusalArgument = string | number;

/** Fills the placeholders `{0}`, `{1}` of a message. */
function fill(sentence: string, args: readonly RefusalArgument[]): string {
	return sentence.replace(/\{(\d)\}/g, (place, index: string) =>
		String(args[Number(index)] ?? place),
	);
}

export class Refusal extends Error {
	constructor(
		readonly code: ErrorCode,
		readonly args: readonly RefusalArgument[],
	) {
		// The caller's fault has no place in this code, and a stack costs most of such an answer.
		const { stackTraceLimit } = Error;
		Error.stackTraceLimit = 0;
		super(fill(errors[code].happened, args));
		Error.stackTraceLimit = stackTraceLimit;
		this.name = 'Refusal';
	}

	get status(): number {
		const description: ErrorDescription = errors[this.code];
		return description.status;
	}

	get retryAfterSeconds(): number | undefined {
		const { retryAfterSeconds, retryAfterArgument }: ErrorDescription = errors[this.code];
		if (retryAfterArgument === undefined) return retryAfterSeconds;
		return Number(this.args[retryAfterArgument]);
	}

	/** What the caller can change so that the same request succeeds. */
	get change(): string {
		return fill(errors[this.code].change, this.args);
	}
}

/** `throw refuse('Factory_FactoryNotFound', assetId)`. */
export function refuse(code: ErrorCode, ...args: readonly RefusalArgument[]): Refusal {
	return new Refusal(code, args);
}
