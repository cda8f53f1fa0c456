import { BucketFault } from './bucket';

/**
 * Resolves with the result of `step`, or rejects with a `BucketFault` after `timeoutMs`. The step
 * goes on; a late result is passed to `onLate`, so that nothing opened late stays open.
 */
export async function withTimeout<Value>(
	{ bucket, timeoutMs }: { readonly bucket: string; readonly timeoutMs: number },
	step: Promise<Value>,
	onLate?: (value: Value) => Promise<void>,
): Promise<Value> {
	let timer: NodeJS.Timeout | undefined;
	let late = false;
	const deadline = new Promise<never>((_, reject) => {
		timer = setTimeout(() => {
			late = true;
			reject(new BucketFault(bucket, 'unavailable', `no answer within ${timeoutMs} ms`));
		}, timeoutMs);
		// The timer must not keep the process alive.
		timer.unref();
	});
	const outcome = step.then(async (value) => {
		if (late) await onLate?.(value);
		return value;
	});
	try {
		return await Promise.race([outcome, deadline]);
	} finally {
		clearTimeout(timer);
	}
}
