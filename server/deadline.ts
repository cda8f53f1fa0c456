/** Limits how long a promise is waited for. */

interface Late<Value> {
	/** Made when the time is over; by default an `Error` that says so. */
	readonly fault?: (message: string) => Error;
	/** Takes what comes after that, so that nothing opened late stays open. */
	readonly onLate?: (value: Value) => Promise<void>;
}

/** What `answer` gives, or a fault after `timeoutMs`; it goes on unseen then. */
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
		// An answer left behind must not keep a process alive that has nothing else to do.
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
