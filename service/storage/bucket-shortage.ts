import { refuse, type Refusal } from '../../server/refusal';
import { QuotaExceeded } from '../objects/quota';
import { TooFewBuckets } from '../objects/shards/too-few-buckets';

/** The refusal for a shortage of buckets or quota; undefined for other faults. */
export function shortageRefusal(fault: unknown): Refusal | undefined {
	if (fault instanceof QuotaExceeded) {
		return refuse('Storage_QuotaExceeded', fault.storedBytes, fault.quotaBytes);
	}
	if (!(fault instanceof TooFewBuckets)) return undefined;
	const { task, needed, present, faults } = fault;
	const code = task === 'read' ? 'Storage_TooFewBucketsToRead' : 'Storage_TooFewBucketsToWrite';
	return refuse(code, needed, present, faults);
}
