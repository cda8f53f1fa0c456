/**
 * The CSV file of all changes beside a report, one change per line. Texts that a spreadsheet would
 * read as formulas are escaped.
 */
import Papa from 'papaparse';
import type { Place } from '../../../../api/comparison/place';
import { nameBeside, type ReportFile } from '../../../core/report-file';
import type { TableChange } from './changes';

/** Matches formulas, except signed numbers. */
const formula = /^(?:[=@\t\r]|[+-](?!\d+(?:[.,]\d+)?$))/;

const head = ['change', 'of', 'column', 'sheet', 'kept place', 'sent place', 'kept', 'sent'];

export function changesFile(fileName: string, changes: readonly TableChange[]): ReportFile {
	const lines = changes.map((change) => [
		change.kind,
		change.of,
		change.columnName ?? '',
		change.sent?.sheet ?? change.kept?.sheet ?? '',
		placeText(change.kept),
		placeText(change.sent),
		change.oldText ?? '',
		change.newText ?? '',
	]);
	const text = Papa.unparse([head, ...lines], { escapeFormulae: formula, newline: '\r\n' });
	return {
		kind: 'changes',
		label: 'All changes as a table (CSV)',
		fileName: nameBeside(fileName, 'changes.csv'),
		mediaType: 'text/csv; charset=utf-8',
		bytes: Buffer.from(`\ufeff${text}\r\n`, 'utf8'),
	};
}

function placeText(place: Place | undefined): string {
	return place?.cell ?? '';
}
