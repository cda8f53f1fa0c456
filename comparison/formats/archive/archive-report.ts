/** The report of two archives: the differing entries, then the differences in each. */
import { present } from '../../../server/at';
import { countText, Markup, markup, numberText } from '../../../server/html/markup';
import type { Compared, ReportBody } from '../../core/comparison';
import { countTexts } from '../../core/outcome';
import type { ReportFile } from '../../core/report-file';
import { changeAnchor } from '../../report/anchors';
import { percentText } from '../../report/percent';
import { changeSigns } from '../../report/signs';
import { type ComparedEntry, nameOf } from './entries';

/** Most entries listed. */
const rowsMax = 4000;

/** Limit for the reports of all entries, in characters. */
const insideLengthMax = 8 * 1024 * 1024;

/** Limit for the files beside the report. */
const filesBytesMax = 64 * 1024 * 1024;
export const filesMax = 50;

const style = `
.entries { width: 100%; background: var(--paper); border: 1px solid var(--line); }
.entries th { text-align: left; } .entries th, .entries td { padding: .35rem .75rem; vertical-align: top; }
.entries td:nth-child(odd) { white-space: nowrap; } .entries td:last-child { min-width: 10rem; overflow-wrap: break-word; }
.entries tr + tr { border-top: 1px solid var(--line); }
.entry { margin-top: 2rem; border-top: 2px solid var(--line); }
@media screen and (max-width: 45rem) { .entries thead { display: none; } .entries :is(tbody, tr, td), .entries tbody { display: block; }
.entries, .entries td { width: 100%; } .entries td { padding: .1rem .5rem; } .entries td:empty { display: none; } }
`;

const signs = { ...changeSigns, same: '' } as const;

export function archiveReport(counted: readonly ComparedEntry[], entryCount: number): ReportBody {
	const listed = counted.slice(0, rowsMax);
	const shown = withReports(listed);
	const rows = listed.map((entry, index) =>
		row(entry, index + 1, counted.length, shown.has(entry)),
	);
	const files = filesOf([...shown]);
	const styles = [...shown].map(({ compared }) => compared?.report?.style ?? '');
	return {
		style: style + [...new Set(styles)].join(''),
		content: markup`<p>${numberText(entryCount - counted.length)} of ${countText(entryCount, 'file')} without a difference.</p>
${rows.length === 0 ? markup`` : list(rows)}
${leftOut('Entries that differ, counted and not listed', counted.length - listed.length)}${leftOut('Reports of entries that are not shown, because together they are too long', withReport(listed) - shown.size)}${leftOut('Files of entries that are not beside this report, but beside that of the entry by itself', files.leftCount)}
${[...shown].map((entry) => inside(entry, listed.indexOf(entry) + 1))}`,
		files: files.beside,
	};
}

function leftOut(what: string, count: number): Markup {
	return count === 0 ? markup`` : markup`<p class="note">${what}: ${numberText(count)}.</p>`;
}

const withReport = (entries: readonly ComparedEntry[]) =>
	entries.filter(({ compared }) => compared?.report !== undefined).length;

function list(rows: readonly Markup[]): Markup {
	return markup`<table class="entries">
<thead><tr><th scope="col">Difference</th><th scope="col">Entry</th><th scope="col">Size</th><th scope="col">What differs</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

/** The entries whose reports are included, within the limit. */
function withReports(entries: readonly ComparedEntry[]): ReadonlySet<ComparedEntry> {
	const shown = new Set<ComparedEntry>();
	let length = 0;
	for (const entry of entries) {
		const text = entry.compared?.report?.content.text;
		if (text === undefined || length + text.length > insideLengthMax) continue;
		length += text.length;
		shown.add(entry);
	}
	return shown;
}

function row(entry: ComparedEntry, number: number, count: number, isShown: boolean): Markup {
	const { kind, kept, sent, compared } = entry;
	const name = markup`<bdi>${nameOf(entry)}</bdi>`;
	const named = isShown ? markup`<a href="#entry-${number}">${name}</a>` : name;
	const now =
		kind === 'moved' ? markup`, now <bdi>${present(sent, 'the moved entry').name}</bdi>` : markup``;
	const sizes = [kept, sent].flatMap((side) => (side === undefined ? [] : [side.sizeBytes]));
	const sizeText = [...new Set(sizes)].map((bytes) => numberText(bytes)).join(' → ');
	return markup`<tr class="${kind}"><td>${changeAnchor(number, count)} <span class="key ${kind}">${signs[kind]}</span> ${kind}</td><td>${named}${now}</td><td>${sizeText} bytes</td><td>${compared === undefined ? '' : whatDiffers(compared)}</td></tr>
`;
}

/** `99.8 % equal: 2 lines changed, 1 added` */
function whatDiffers(compared: Compared): string {
	const parts = countTexts(compared);
	const share = `${percentText(compared.accuracy)} equal`;
	return parts.length === 0 ? share : `${share}: ${parts.join(', ')}`;
}

/** Prefixes the anchors of an entry's report, so that its links stay inside. */
function inside(entry: ComparedEntry, number: number): Markup {
	const { text, signs } = present(entry.compared?.report, 'the report of an entry').content;
	const own = text.replace(/( id="| href="#)(?=(?:change|entry)-)/g, `$1entry-${number}-`);
	return markup`<section class="entry" id="entry-${number}">
<h2><bdi>${nameOf(entry)}</bdi></h2>
${new Markup(own, signs)}
</section>
`;
}

interface FilesBeside {
	readonly beside: readonly ReportFile[];
	readonly leftCount: number;
}

function filesOf(entries: readonly ComparedEntry[]): FilesBeside {
	const beside: ReportFile[] = [];
	let [bytes, leftCount] = [0, 0];
	for (const entry of entries) {
		for (const file of entry.compared?.report?.files ?? []) {
			if (bytes + file.bytes.length > filesBytesMax || beside.length === filesMax) {
				leftCount += 1;
				continue;
			}
			bytes += file.bytes.length;
			const folders = nameOf(entry).split('/').slice(0, -1);
			beside.push({
				...file,
				label: `${nameOf(entry)}: ${file.label}`,
				fileName: [...folders, file.fileName].join('-'),
			});
		}
	}
	return { beside, leftCount };
}
