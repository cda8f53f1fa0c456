import { Action } from '../parts/forms/action';
import { isUnderWay, sidesOf, type Comparison } from './comparison-words';
import type { DocumentPlace } from './place';
import { useSession } from './session';

interface ProgressProps {
	readonly place: DocumentPlace;
	readonly comparison: Comparison;
	/** Called after the cancellation was requested. */
	readonly onCancelled: () => void;
}

export function Progress({ place, comparison, onCancelled }: ProgressProps) {
	const { keeper } = useSession();
	if (!isUnderWay(comparison)) return null;
	const { id, progress } = comparison;
	const done = Math.round(progress * 100);
	const what = `the comparison: ${sidesOf(comparison)}`;
	const cancel = async () => {
		await keeper.call('cancelComparison', { ...place, comparisonId: id });
		onCancelled();
	};
	return (
		<div class="under-way">
			<progress max={100} value={done} aria-label={`How much is done of ${what}`} />
			<span>{done} %</span>
			<Action name="Cancel" what={what} act={cancel} />
		</div>
	);
}
