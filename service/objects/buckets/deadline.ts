import { within } from '../../../server/deadline';
import { BucketFault } from './bucket';

/**
 * Resolves with the result of `step`, or rejects with a `BucketFault` after `timeoutMs`. The step
 * goes on; a late result is passed to `onLate`, so that nothing opened late stays open.
 */
export function withTimeout<Value>(
	{ bucket, timeoutMs }: { readonly bucket: string; readonly timeoutMs: number },
	step: Promise<Value>,
	onLate?: (value: Value) => Promise<void>,
): Promise<Value> {
	const fault = (message: string) => new BucketFault(bucket, 'unavailable', message);
	return within(timeoutMs, step, { fault, ...(onLate !== undefined && { onLate }) });
}
