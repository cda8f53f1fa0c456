/**
 * Runs a comparer on two possibly broken or malicious files: errors become sentences for people,
 * and unexpected ones are reported. The caller decides what is compared in place of the contents.
 */
import {
	type Compared,
	type Comparer,
	type ComparisonTask,
	TooMuchToCompare,
	type Unreadable,
} from '../comparison';

export const faultyReason =
	'The contents could not be compared for a fault of this program, which its log shows: the bytes were compared.';

/** A sentence if the contents cannot be compared. */
export async function triedComparison(
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
