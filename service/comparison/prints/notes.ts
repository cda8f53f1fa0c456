import type { ComparedKindName } from '../../../api/comparison/levels';
import { leftOut } from '../../../api/comparison/fingerprint-gaps';

/** Notes for readers of a comparison from fingerprints, from the table of its gaps. */
export function notesOn(kind: ComparedKindName): readonly string[] {
	const { unseen, strict } = leftOut[kind];
	return [
		'Made from fingerprints, since the folder keeps no content: what stood in the kept file cannot be shown.',
		...(unseen === undefined ? [] : [`Not seen: ${unseen}.`]),
		...(strict === undefined ? [] : [`Taken more strictly than contents would be: ${strict}.`]),
	];
}
