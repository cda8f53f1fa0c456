/** How the differences of two files are counted and listed, whatever their form. */
import type { Change, ChangeKind } from '../core/comparison';
import type { Place } from '../../api/comparison/place';

export function noChanges() {
	return { added: 0, removed: 0, changed: 0, moved: 0 };
}

/** What a side says where it differs. */
export interface ChangeSide {
	readonly place: Place;
	readonly text: string;
}

/** What one side alone says was added or removed, unless another kind is known. */
export function changeOf(
	kept: ChangeSide | undefined,
	sent: ChangeSide | undefined,
	kind: ChangeKind = kept === undefined ? 'added' : sent === undefined ? 'removed' : 'changed',
): Change {
	return {
		kind,
		...(kept && { kept: kept.place, oldText: kept.text }),
		...(sent && { sent: sent.place, newText: sent.text }),
	};
}
