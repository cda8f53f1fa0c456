/** The accuracy level of a kept file, which decides what counts as a difference. */
import type { Model } from '../../api/types';

export type Level = Model<'KeeperFile'>['accuracyLevel'];

/** The coarsest first. */
export const levelNames = [
	'Lowest',
	'Low',
	'Medium',
	'High',
	'Excellent',
] as const satisfies readonly Level[];

/** Whether `level` is as fine as `other` or finer. */
export function isAtLeast(level: Level, other: Level): boolean {
	return levelNames.indexOf(level) >= levelNames.indexOf(other);
}
