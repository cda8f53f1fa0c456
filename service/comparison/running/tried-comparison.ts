/**
 * Has a comparer work on two files, broken or hostile as they may be: whatever it throws becomes a sentence
 * for people, and whoever runs it is told of what should not have been thrown. What is compared in the
 * place of the contents is left to the caller.
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

/** A sentence where the contents cannot be compared. */
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
