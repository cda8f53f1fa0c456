import {
	comparedKinds,
	type ComparedKind,
	type ComparedKindName,
} from '../../api/comparison/kinds';

/** Notes of a comparison by fingerprints: what it cannot see, and what it judges more strictly. */
export function notesOn(kind: ComparedKindName): readonly string[] {
	const { unseen, strict }: ComparedKind['fromFingerprints'] = comparedKinds[kind].fromFingerprints;
	return [
		'Made from fingerprints, since the folder keeps no content: what stood in the kept file cannot be shown.',
		...(unseen === undefined ? [] : [`Not seen: ${unseen}.`]),
		...(strict === undefined ? [] : [`Taken more strictly than contents would be: ${strict}.`]),
	];
}
