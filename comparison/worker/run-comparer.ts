/**
 * Runs a comparer on files that may be broken or hostile: an exception becomes a message for
 * people, and unexpected ones are reported to `onFault`. The caller decides what to compare
 * instead.
 */
import {
	type Compared,
	type Comparer,
	type ComparisonTask,
	TooMuchToCompare,
	type Unreadable,
} from '../core/comparison';

export const faultyReason =
	'The contents could not be compared for a fault of this program, which its log shows: the bytes were compared.';

/** Returns a message if the contents cannot be compared. */
export async function runComparer(
	comparer: Comparer,
	task: ComparisonTask,
): Promise<Compared | Unreadable | string> {
	try {
		return await comparer.compare(task);
	} catch (fault) {
		if (fault instanceof TooMuchToCompare) return fault.message;
		task.onFault?.(fault);
		return faultyReason;
	}
}
