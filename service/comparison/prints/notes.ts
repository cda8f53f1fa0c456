/** What a comparison from fingerprints says of itself, from the table of what it leaves out. */
import type { ComparedKindName } from '../../../api/comparison/levels';
import { leftOut } from '../../../api/comparison/fingerprint-gaps';

/** What a reader of a comparison should know. */
export function notesOn(kind: ComparedKindName): readonly string[] {
	const { unseen, strict } = leftOut[kind];
	return [
		'Made from fingerprints, since the folder keeps no content: what stood in the kept file cannot be shown.',
		...(unseen === undefined ? [] : [`Not seen: ${unseen}.`]),
		...(strict === undefined ? [] : [`Taken more strictly than contents would be: ${strict}.`]),
	];
}
