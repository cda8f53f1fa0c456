/**
 * The report of a comparison by fingerprints: places that differ, without any text of the files.
 */
import { markup, type Markup } from '../../server/html/markup';
import { changesMax, type Change, type ReportBody } from '../core/comparison';
import type { Place } from '../../api/comparison/place';
import { changeAnchor } from '../report/anchors';
import { changeSigns } from '../report/signs';

const style = `
.places { width: 100%; background: var(--paper); border: 1px solid var(--line); }
.places th { text-align: left; } .places th, .places td { padding: .35rem .75rem; vertical-align: top; }
.places tr + tr { border-top: 1px solid var(--line); } .places td { overflow-wrap: anywhere; }
`;

export function placesReport(changes: readonly Change[]): ReportBody {
	if (changes.length === 0) return { content: markup``, files: [] };
	const listed = changes.slice(0, changesMax);
	const content = markup`<table class="places">
<thead><tr><th>Difference</th><th>Kind</th><th>In the kept file</th><th>In the sent one</th></tr></thead>
<tbody>
${listed.map((change, index) => row(change, index + 1, listed.length))}</tbody>
</table>`;
	return { style, content, files: [] };
}

function row({ kind, kept, sent }: Change, number: number, count: number): Markup {
	return markup`<tr><td>${changeAnchor(number, count)}</td><td><span class="key ${kind}">${changeSigns[kind]}</span></td><td>${placeText(kept)}</td><td>${placeText(sent)}</td></tr>
`;
}

/** `sheet Prices, row 7` */
function placeText(place: Place | undefined): string {
	if (place === undefined) return '';
	const { entry, sheet, cell, page, line, path, box } = place;
	const parts = [
		entry !== undefined && entry,
		sheet !== undefined && `sheet ${sheet}`,
		cell !== undefined && `row ${cell}`,
		page !== undefined && `page ${page}`,
		line !== undefined && `line ${line}`,
		path !== undefined && path !== '' && path,
		box !== undefined && `${Math.round(box.y * 100)} % down`,
	].filter((part) => part !== false);
	return parts.length === 0 ? 'somewhere' : parts.join(', ');
}
