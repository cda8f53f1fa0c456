/**
 * The classes of difference of a format: each counts from a level on. The alignment is the same at every
 * level, so a coarser level only overlooks more of it.
 */
import { isAtLeast, type Level } from './level';

export interface Classes<Class extends string> {
	/** True if a class counts at the level; undefined never does. */
	countsAt(level: Level, one: Class | undefined): boolean;
	/** The class that counts at the most levels, the first of equal ones. */
	coarsest(classes: Iterable<Class | undefined>): Class | undefined;
}

export function classesFrom<Class extends string>(
	from: Readonly<Record<Class, Level>>,
): Classes<Class> {
	return {
		countsAt: (level, one) => one !== undefined && isAtLeast(level, from[one]),
		coarsest(classes) {
			let found: Class | undefined;
			for (const one of classes) {
				if (one === undefined) continue;
				if (found === undefined || !isAtLeast(from[one], from[found])) found = one;
			}
			return found;
		},
	};
}
