/**
 * Compares texts, Markdown and code by their lines and words. The encoding and the mark of the byte
 * order are no part of the text: they differ at the finest level alone, and a note says so.
 */
import {
	accuracyOf,
	type Compared,
	type Comparer,
	type Outline,
	type Side,
	type Unreadable,
} from '../comparison';
import type { Level } from '../level';
import { decodeText } from '../text-decoding';
import { findingsOf, type Findings } from './findings';
import { compareRows, weightsAt, type TextComparison } from './row-comparison';
import { rowView, rowViewStyle } from './row-view';
import { rowsFrom, type Rows } from './rows';
import { linesOf } from './text-lines';
import { eachToken } from './tokens';

interface ReadText {
	readonly isReadable: true;
	readonly encoding: string;
	readonly hasMark: boolean;
	readonly rows: Rows;
}

export const textComparer: Comparer = {
	compare: ({ kept, sent, level, isReported }) =>
		Promise.resolve(compareTexts(kept, sent, level, isReported)),
	outline: (side) => Promise.resolve(outlineOf(side)),
};

function compareTexts(
	keptSide: Side,
	sentSide: Side,
	level: Level,
	isReported: boolean,
): Compared | Unreadable {
	const kept = readText(keptSide, 'kept');
	if (!kept.isReadable) return kept;
	const sent = readText(sentSide, 'sent');
	if (!sent.isReadable) return sent;
	const comparison = compareRows(kept.rows, sent.rows);
	const findings = findingsOf(comparison, level);
	return {
		isReadable: true,
		method: 'words',
		accuracy: accuracyOf(weights(comparison, level)),
		unit: 'line',
		counts: findings.counts,
		changes: findings.changes,
		notes: notesOn(kept, sent, comparison),
		ignored: [],
		...(isReported ? { report: reportOf(findings) } : {}),
	};
}

/** Files whose bytes differ are never equal at the finest level. */
function weights(comparison: TextComparison, level: Level) {
	const found = weightsAt(comparison, level);
	const onlyForm = level === 'Excellent' && found.differing === 0;
	return onlyForm ? { ...found, differing: 1 } : found;
}

function reportOf(findings: Findings) {
	return { style: rowViewStyle, content: rowView(findings), files: [] };
}

function notesOn(kept: ReadText, sent: ReadText, { isCoarse }: TextComparison): readonly string[] {
	const notes: string[] = [];
	if (kept.encoding !== sent.encoding) {
		notes.push(`The encoding changed from ${kept.encoding} to ${sent.encoding}.`);
	}
	if (kept.hasMark !== sent.hasMark) {
		notes.push(`Only the ${kept.hasMark ? 'kept' : 'sent'} file has a mark of the byte order.`);
	}
	if (isCoarse) {
		notes.push('Parts differ too much to be matched in full; they may have more in common.');
	}
	return notes;
}

function readText({ bytes }: Side, side: 'kept' | 'sent'): ReadText | Unreadable {
	const decoded = decodeText(bytes, true);
	if (decoded === undefined) {
		return { isReadable: false, side, reason: 'It is no text in an encoding that can be told.' };
	}
	const hasMark = decoded.text.startsWith('\ufeff');
	const text = hasMark ? decoded.text.slice(1) : decoded.text;
	return { isReadable: true, encoding: decoded.encoding, hasMark, rows: rowsFrom(linesOf(text)) };
}

function outlineOf(side: Side): Outline | Unreadable {
	const read = readText(side, 'kept');
	if (!read.isReadable) return read;
	const rows = Array.from({ length: read.rows.count }, (_, index) => {
		const { text, place } = read.rows.at(index);
		const words: string[] = [];
		eachToken(text, (from, to) => words.push(text.slice(from, to)));
		return { place, words };
	});
	return { isReadable: true, unit: 'line', rows };
}
