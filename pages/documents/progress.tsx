import { useTexts } from '../parts/language/texts';
import { Action } from '../parts/forms/action';
import { isUnderWay, sidesOf, type Comparison } from './comparison-words';
import type { DocumentPlace } from './place';
import { useSession } from './session';
import { texts } from './texts';

interface ProgressProps {
	readonly place: DocumentPlace;
	readonly comparison: Comparison;
	/** Called after the cancellation was requested. */
	readonly onCancelled: () => void;
}

export function Progress({ place, comparison, onCancelled }: ProgressProps) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	if (!isUnderWay(comparison)) return null;
	const { id, progress } = comparison;
	const done = Math.round(progress * 100);
	const sides = sidesOf(comparison, say);
	const cancel = async () => {
		await keeper.call('cancelComparison', { ...place, comparisonId: id });
		onCancelled();
	};
	return (
		<div class="under-way">
			<progress
				max={100}
				value={done}
				aria-label={say('How much is done of the comparison: {sides}', { sides })}
			/>
			<span>{say('{percent} %', { percent: done })}</span>
			<Action name={say('Cancel')} what={say('the comparison: {sides}', { sides })} act={cancel} />
		</div>
	);
}
