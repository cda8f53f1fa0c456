/** Two texts counted in the unit of a level: what was found is the same, only what it is told in differs. */
import type { Level, TextUnit } from '../../level';
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
