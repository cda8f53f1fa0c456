/** Counts the differences in the unit of a level; the differences are the same in every unit. */
import type { Level, TextUnit } from '../../../core/level';
import { findingsOf, type UnitFindings } from './findings';
import { paragraphFindings } from './paragraph-findings';
import type { TextComparison } from '../matching/row-comparison';
import { wordFindings } from './word-findings';

export function countedIn(
	unit: TextUnit,
	comparison: TextComparison,
	level: Level,
): UnitFindings & { readonly unit: TextUnit } {
	return { unit, ...findingsIn(unit, comparison, level) };
}

function findingsIn(unit: TextUnit, comparison: TextComparison, level: Level): UnitFindings {
	switch (unit) {
		case 'paragraph':
			return paragraphFindings(comparison, level);
		case 'line':
			return findingsOf(comparison, level);
		case 'word':
		case 'character':
			return wordFindings(comparison, level, unit);
	}
}
