import { within } from '../../../server/deadline';
import { BucketFault } from './bucket';

/** What a step at a bucket gives, or a `BucketFault` after `timeoutMs`; `onLate` as of `within`. */
export function withinPatience<Value>(
	{ bucket, timeoutMs }: { readonly bucket: string; readonly timeoutMs: number },
	step: Promise<Value>,
	onLate?: (value: Value) => Promise<void>,
): Promise<Value> {
	const fault = (message: string) => new BucketFault(bucket, 'unavailable', message);
	return within(timeoutMs, step, { fault, ...(onLate !== undefined && { onLate }) });
}
