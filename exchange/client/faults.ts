/** What a call of the client can end with beside its answer: a refusal, or no answer at all. */

/** The exchange said no, and nothing was done, unless the refusal is of an order that was kept. */
export class ExchangeRefusal extends Error {
	override readonly name = 'ExchangeRefusal';

	constructor(
		readonly status: number,
		/** A code of docs/errors.md; empty where something between answered. */
		readonly errorCode: string,
		message: string,
		/** What the message speaks of: the field and the values. */
		readonly values: readonly string[],
		/** What the log of the exchange knows the request by. */
		readonly requestId: string | undefined,
		/** How long to wait before asking again, where the exchange says so. */
		readonly retryAfterSeconds: number | undefined,
	) {
		super(message);
	}
}

/**
 * The connection broke before the answer was whole. Where the call changes something it may have been
 * carried out: send an order again under the same clientOrderId, or ask what became of it.
 */
export class NoResponseError extends Error {
	override readonly name = 'NoResponseError';

	constructor(
		readonly mayHaveHappened: boolean,
		options: { readonly cause: unknown },
	) {
		super(
			mayHaveHappened
				? 'the exchange did not answer, and may have carried the call out'
				: 'the exchange did not answer',
			options,
		);
	}
}

export interface RefusalBody {
	readonly errorCode?: string;
	readonly message?: string;
	readonly arguments?: readonly string[];
	readonly requestId?: string;
}

/** A refusal as it was answered; what is not of the exchange's form keeps its text as the message. */
export function refusalOf(response: Response, text: string): ExchangeRefusal {
	const body = bodyOf(text);
	const retryAfter = response.headers.get('retry-after');
	return new ExchangeRefusal(
		response.status,
		body.errorCode ?? '',
		body.message ?? `status ${response.status}: ${text.slice(0, 200)}`,
		body.arguments ?? [],
		body.requestId,
		retryAfter === null ? undefined : Number(retryAfter),
	);
}

function bodyOf(text: string): RefusalBody {
	try {
		return (JSON.parse(text) ?? {}) as RefusalBody;
	} catch {
		return {};
	}
}
