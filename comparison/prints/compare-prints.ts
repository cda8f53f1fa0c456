/**
 * Compares two files by their fingerprints: the rows of their outlines are aligned like texts. What
 * an outline leaves out is not seen (notes.ts), and differences have places but no text.
 */
import type { ComparedKindName } from '../../api/comparison/kinds';
import { accuracyOf, type Change, type Compared } from '../core/comparison';
import type { Both } from '../core/format-comparer';
import { RuleHits } from '../core/rule-hits';
import { unitsOfText, type Level, type TextUnit } from '../core/level';
import type { CompareRules } from '../core/rules';
import type { Place } from '../../api/comparison/place';
import { countedIn } from '../formats/text/report/counted';
import { findingsOf } from '../formats/text/report/findings';
import { compareRows, weightsAt } from '../formats/text/matching/row-comparison';
import { notesOn } from './notes';
import type { PrintedContent } from './prints';
import { Pseudonyms } from './pseudonyms';
import { placesReport } from './report';

/** The bytes are known to differ, since identical files are never compared. */
export function onlyBytesDiffer(reason: string): Compared {
	return {
		isReadable: true,
		method: 'fingerprints of bytes',
		accuracy: 0,
		unit: 'file',
		counts: { added: 0, removed: 0, changed: 1, moved: 0 },
		changes: [],
		ignored: [],
		notes: [reason, ...notesOn('bytes')],
		report: placesReport([]),
	};
}

export function comparePrints(
	{ kept, sent }: Both<PrintedContent>,
	options: {
		readonly kind: ComparedKindName;
		readonly level: Level;
		readonly rules: CompareRules;
	},
): Compared {
	const { kind, level, rules } = options;
	const names = new Pseudonyms();
	const { ignoreCase = false, ignoreWhiteSpace = false } = rules;
	const rows = { kept: names.rowsOf(kept), sent: names.rowsOf(sent) };
	// Other rules were applied before the words were hashed.
	const folds = { ignoreCase, ignoreWhiteSpace };
	const hits = new RuleHits(folds, ['ignoreCase', 'ignoreWhiteSpace']);
	const comparison = compareRows(rows.kept, rows.sent, folds, hits);
	const counted = countedLevel(kind, level);
	const weights = weightsAt(comparison, counted);
	const { unit, counts, changes } =
		kind === 'text'
			? countedIn(printedUnit(level), comparison, level)
			: { unit: sent.unit, ...findingsOf(comparison, counted) };
	const places = changes.map(withoutText);
	return {
		isReadable: true,
		method: 'fingerprints of words',
		unit,
		counts,
		accuracy: accuracyOf(
			isOtherForm(kind, level, rules) ? { ...weights, differing: weights.differing || 1 } : weights,
		),
		changes: places,
		notes: notesOn(kind),
		ignored: hits.ignored,
		report: placesReport(places),
	};
}

/**
 * At Excellent every byte counts; only for texts the outline is complete enough to tell what a rule
 * hid.
 */
function isOtherForm(kind: ComparedKindName, level: Level, rules: CompareRules): boolean {
	const isRuled = kind === 'text' && Object.keys(rules).length > 0;
	return level === 'Excellent' && !isRuled;
}

/** Outlines of these kinds are reduced to what counts at the level, so every difference counts. */
function countedLevel(kind: ComparedKindName, level: Level): Level {
	if (kind === 'table') return level === 'Lowest' ? 'Lowest' : 'Excellent';
	return reducedKinds.has(kind) ? 'Excellent' : level;
}

const reducedKinds: ReadonlySet<ComparedKindName> = new Set(['tree', 'picture', 'archive']);

/** Words are the smallest unit of fingerprints. */
function printedUnit(level: Level): TextUnit {
	return unitsOfText[level] === 'character' ? 'word' : unitsOfText[level];
}

/** Removes texts and columns: both refer to pseudonyms. */
function withoutText({ kind, kept, sent }: Change): Change {
	const withoutColumn = ({ column: _, ...place }: Place) => place;
	return { kind, kept: kept && withoutColumn(kept), sent: sent && withoutColumn(sent) };
}
