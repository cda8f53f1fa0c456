/** The accuracy level of a kept file, which decides what counts as a difference. */
import { accuracyLevels, textUnits, type AccuracyLevel } from '../../api/comparison/levels';

export type Level = AccuracyLevel;

/** The coarsest first. */
export const levelNames = accuracyLevels;

/** What a text is counted in at each level. */
export const unitsOfText = textUnits;

export type TextUnit = (typeof textUnits)[Level];

/** Whether `level` is as fine as `other` or finer. */
export function isAtLeast(level: Level, other: Level): boolean {
	return levelNames.indexOf(level) >= levelNames.indexOf(other);
}
