/** How a call of the client can fail: with a refusal, or without a response. */

/** The exchange refused the call and did nothing, except that a refused order may be stored. */
export class ExchangeRefusal extends Error {
	override readonly name = 'ExchangeRefusal';

	constructor(
		readonly status: number,
		/** A code of docs/errors.md; empty if the response came from a proxy. */
		readonly errorCode: string,
		message: string,
		/** The values that the message mentions, such as the field. */
		readonly values: readonly string[],
		/** Identifies the request in the log of the exchange. */
		readonly requestId: string | undefined,
		/** Wait before a retry, if the exchange says so. */
		readonly retryAfterSeconds: number | undefined,
	) {
		super(message);
	}
}

/**
 * The connection broke before the response was complete. A call that changes something may have
 * been carried out: send an order again under the same clientOrderId, or query its status.
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

/** Parses a refusal; a response in another form becomes the message. */
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
