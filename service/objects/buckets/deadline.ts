/** The patience the store has with a bucket: a step that takes longer counts as failed. */
import { BucketFault } from './bucket';

/**
 * What `step` gives, or a `BucketFault` after `timeoutMs`. The step itself goes on unseen: what it
 * still gives is handed to `onLate`, so that nothing opened late stays open.
 */
export async function within<Value>(
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
		// A step left behind must not keep a process alive that has nothing else to do.
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
