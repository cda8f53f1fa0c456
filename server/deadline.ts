/** Resolves like `answer`, or rejects after `timeoutMs`; `answer` then goes on unobserved. */
export async function within<Value>(timeoutMs: number, answer: Promise<Value>): Promise<Value> {
	let timer: NodeJS.Timeout | undefined;
	const deadline = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
	});
	try {
		return await Promise.race([answer, deadline]);
	} finally {
		clearTimeout(timer);
	}
}
