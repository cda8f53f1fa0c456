interface Late<Value> {
	/** Makes the fault of a timeout; an `Error` by default. */
	readonly fault?: (message: string) => Error;
	/** Receives a late result, so that nothing opened late stays open. */
	readonly onLate?: (value: Value) => Promise<void>;
}

/** Resolves like `answer`, or rejects after `timeoutMs`; `answer` then goes on unobserved. */
export async function within<Value>(
	timeoutMs: number,
	answer: Promise<Value>,
	{ fault = (message) => new Error(message), onLate }: Late<Value> = {},
): Promise<Value> {
	let timer: NodeJS.Timeout | undefined;
	let isLate = false;
	const deadline = new Promise<never>((_, reject) => {
		timer = setTimeout(() => {
			isLate = true;
			reject(fault(`no answer within ${timeoutMs} ms`));
		}, timeoutMs);
		// The timer must not keep the process alive.
		timer.unref();
	});
	const outcome = answer.then(async (value) => {
		if (isLate) await onLate?.(value);
		return value;
	});
	try {
		return await Promise.race([outcome, deadline]);
	} finally {
		clearTimeout(timer);
	}
}
