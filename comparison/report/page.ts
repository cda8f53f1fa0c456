/**
 * The diff report as one HTML page: title, figures, notes and links to files around the comparer's
 * content, in UTF-8. It has no scripts and loads nothing; all text of the files is escaped.
 */
import { differencesAt, type ComparedKindName } from '../../api/comparison/kinds';
import { placeText } from '../../api/comparison/place';
import { countText, Markup, markup, numberText, utcText } from '../../server/html/markup';
import type { ChangeKind, Ignored } from '../core/comparison';
import type { Level } from '../core/level';
import { formattedCount, type Outcome } from '../core/outcome';
import { addressBeside, type ReportFile } from '../core/report-file';
import { marked } from './parts';
import { percentText } from './percent';
import { changeSigns } from './signs';
import { reportStyle } from './style';

/** Further facts in a report. */
export interface ReportFacts {
	readonly displayName: string;
	readonly level: Level;
	/** The address of the report; files beside it are below. */
	readonly address: string;
	/** Has a version number if the document has versions, and a date if it is kept. */
	readonly kept: { readonly fileName: string; readonly version?: number; readonly date?: string };
	readonly sent: { readonly fileName: string; readonly date: string };
}

/** Smaller files are embedded in the report, so that mailing it includes them. */
export const carriedSizeBytesMax = 1024 * 1024;

export function reportPage(
	facts: ReportFacts,
	outcome: Omit<Outcome, 'report'>,
	body: {
		readonly style?: string;
		readonly content: Markup;
		readonly files: readonly ReportFile[];
		/** The kind as which they were compared; unknown for identical files. */
		readonly kind?: ComparedKindName;
	},
): Uint8Array {
	const title = `Comparison of ${facts.displayName}`;
	const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title>
<style>${new Markup(reportStyle + (body.style ?? ''))}</style>
</head>
<body>
<main style="overflow-wrap: anywhere">
${header(facts, outcome, body.kind)}
${notes(outcome)}
${filesBeside(body.files, facts.address)}
${figures(outcome, body.content)}
${body.content}
</main>
</body>
</html>
`;
	return Buffer.from(page.text);
}

function header(
	{ displayName, level, kept, sent }: ReportFacts,
	found: Omit<Outcome, 'report'>,
	kind: ComparedKindName | undefined,
): Markup {
	const { outcome, accuracy, summary, method } = found;
	return markup`<header>
<p class="share ${outcome}">${outcome === 'unreadable' ? markup`<strong>Unreadable</strong>` : markup`<strong>${percentText(accuracy)}</strong> equal`}</p>
<h1><bdi>${displayName}</bdi></h1>
<p class="summary">${summary}</p>
${firstChanges(found)}<details>
<summary>Which files, and what counts</summary>
<dl>
<div><dt>Kept</dt><dd>${kept.version === undefined ? '' : markup`version ${kept.version}, `}<bdi>${kept.fileName}</bdi>${kept.date === undefined ? '' : markup`, kept ${utcText(kept.date)}`}</dd></div>
<div><dt>Sent</dt><dd><bdi>${sent.fileName}</bdi>, compared ${utcText(sent.date)}</dd></div>
<div><dt>Compared</dt><dd>${method}, at accuracy ${level}</dd></div>
${kind === undefined ? '' : counted(kind, level)}</dl>
</details>
</header>`;
}

const firstMax = 3;
const firstLengthMax = 80;

/** The first differences in words, since they are what a reader came for; the whole list is below. */
function firstChanges({ outcome, changes }: Omit<Outcome, 'report'>): Markup {
	if (outcome !== 'different' || changes.length === 0) return markup``;
	const items = changes.slice(0, firstMax).map(({ kind, kept, sent, oldText, newText }) => {
		const before = kind === 'moved' ? markup`` : markup`${marked('kept', cut(oldText))} `;
		return markup`<li><span class="sign">${changeSigns[kind]}</span><span class="spoken"> ${kindWords[kind]}</span> <span class="place">${placeText(sent ?? kept)}</span> ${before}${marked('sent', cut(newText))}</li>\n`;
	});
	const more = changes.length - items.length;
	return markup`<ol class="first">
${items}</ol>
<p class="screen"><a href="#change-1">${more > 0 ? `All differences, ${numberText(more)} more` : 'Where they stand'}</a></p>
`;
}

function cut(text = ''): string {
	const letters = [...text];
	return letters.length > firstLengthMax ? `${letters.slice(0, firstLengthMax).join('')}…` : text;
}

function counted(kind: ComparedKindName, level: Level): Markup {
	const { counted: seen, notCounted } = differencesAt(kind, level);
	const overlooked =
		notCounted.length === 0
			? ''
			: markup`<div><dt>Not counted</dt><dd>${notCounted.join('; ')}</dd></div>\n`;
	return markup`<div><dt>Counted</dt><dd>${seen.join('; ')}</dd></div>\n${overlooked}`;
}

function notes({ notes: sentences, ignored }: Omit<Outcome, 'report'>): Markup {
	const said = [...sentences.map((sentence) => markup`${sentence}`), ...ignored.map(leftOut)];
	return markup`${said.map((sentence) => markup`<p class="note">${sentence}</p>\n`)}`;
}

function leftOut({ rule, kept, sent }: Ignored): Markup {
	const named = markup`the rule <code>${rule}</code>`;
	if (kept + sent === 0) return markup`Nothing was found that ${named} leaves out.`;
	return markup`Left out by ${named}: ${numberText(kept)} in the kept file, ${numberText(sent)} in the sent one.`;
}

function filesBeside(files: readonly ReportFile[], address: string): Markup {
	if (files.length === 0) return markup``;
	return markup`<p class="files">Beside this report: ${files.map(
		(file, index) => markup`${index > 0 ? ', ' : ''}${fileLink(file, address)}`,
	)}</p>`;
}

function fileLink({ label, fileName, mediaType, bytes }: ReportFile, address: string): Markup {
	if (bytes.length > carriedSizeBytesMax) {
		const size = (bytes.length / 1024 / 1024).toFixed(1);
		return markup`<a href="${addressBeside(address, fileName)}">${label}</a> (${size} MiB, as long as the address of this report works)`;
	}
	const data = Buffer.from(bytes).toString('base64');
	return markup`<a download="${fileName}" href="data:${mediaType};base64,${data}">${label}</a>`;
}

const kindWords: Readonly<Record<ChangeKind, string>> = {
	removed: 'removed',
	added: 'added',
	changed: 'changed',
	moved: 'same content at another place',
	formatted: 'same content in another form',
};

const kinds = ['removed', 'added', 'changed', 'moved', 'formatted'] as const;

/** Explains the signs of the report: a line that changed may be shown as one removed and one added. */
function legend({ signs }: Markup): Markup {
	const shown = kinds.filter((kind) => signs.has(kind));
	return markup`<p class="legend">${shown.map(
		(kind) =>
			markup`<span class="key ${kind}">${changeSigns[kind]}</span> <span>${kindWords[kind]}</span> `,
	)}</p>
`;
}

function figures(
	{ outcome, counts, unit, changes }: Omit<Outcome, 'report'>,
	content: Markup,
): Markup {
	if (outcome !== 'different' || unit === undefined) return markup``;
	const items = (['changed', 'removed', 'added', 'moved'] as const).map(
		(kind) => markup`<li><strong>${numberText(counts[kind])}</strong> ${kind}</li>\n`,
	);
	const form = formattedCount(changes);
	const formItem =
		form === 0 ? '' : markup`<li><strong>${numberText(form)}</strong> of form</li>\n`;
	return markup`<ul class="counts" aria-label="${countText(2, unit)} by kind of change">
${items}${formItem}</ul>
${legend(content)}`;
}
