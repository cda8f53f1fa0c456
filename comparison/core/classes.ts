/**
 * The classes of difference of a kind: each counts from a level on. The alignment is the same at every
 * level, so a coarser level only overlooks more of it.
 */
import type { ComparedClass, ComparedKindName, comparedKinds } from '../../api/comparison/kinds';
import { isAtLeast, type Level } from './level';

/** The classes that a comparer tells; bytes alone are told by what all comparers share. */
export type ClassOf<Kind extends ComparedKindName> = Exclude<
	keyof (typeof comparedKinds)[Kind]['classes'] & string,
	'bytes'
>;

export interface Classes<Class extends string> {
	/** True if a class counts at the level; undefined never does. */
	countsAt(level: Level, one: Class | undefined): boolean;
	/** The class that counts at the most levels, the first of equal ones. */
	coarsest<One extends Class>(among: Iterable<One | undefined>): One | undefined;
}

/** `classes`: those of a kind. */
export function classesOf<Class extends string>(
	classes: Readonly<Record<Class, ComparedClass>>,
): Classes<Class> {
	return {
		countsAt: (level, one) => one !== undefined && isAtLeast(level, classes[one].from),
		coarsest<One extends Class>(among: Iterable<One | undefined>) {
			let found: One | undefined;
			for (const one of among) {
				if (one === undefined) continue;
				if (found === undefined || !isAtLeast(classes[one].from, classes[found].from)) found = one;
			}
			return found;
		},
	};
}
