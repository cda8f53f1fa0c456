/** The accuracy level, which decides what counts as a difference. */
import { accuracyLevels, textUnits, type AccuracyLevel } from '../../api/comparison/levels';

export type Level = AccuracyLevel;

/** The coarsest first. */
export const levelNames = accuracyLevels;

/** The unit of counts of a text at each level. */
export const unitsOfText = textUnits;

export type TextUnit = (typeof textUnits)[Level];

/** True if `level` is at least as fine as `other`. */
export function isAtLeast(level: Level, other: Level): boolean {
	return levelNames.indexOf(level) >= levelNames.indexOf(other);
}
