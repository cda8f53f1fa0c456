/**
 * The page that says how documents are compared: the table of `api/comparison-levels.ts`, the formula of
 * accuracy, rules, bounds and limits. `npm run generate` writes it; a test fails while it is not fresh.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
	accuracyLevels,
	comparedKinds,
	levelMeanings,
	type ComparedKind,
	type ComparedKindName,
} from '../api/comparison-levels';
import { zipBounds } from './comparison/archive/zip-reading';
import { changesMax } from './comparison/comparison';
import type { CompareRules } from './comparison/rules';
import { usualLimits } from './comparison/running/comparisons';
import { tableBounds } from './comparison/table/workbook';
import { nodesMax } from './comparison/tree/tree';

export const comparisonPageFile = path.join('docs', 'comparison.md');

const kinds = Object.entries(comparedKinds) as ReadonlyArray<[ComparedKindName, ComparedKind]>;

/** By what the reply calls the method, what is weighed, and what its counts count. */
const measures: Readonly<Record<ComparedKindName, readonly [string, string, string]>> = {
	text: ['`words`', 'words and marks', 'lines'],
	tree: ['`paths and values`', 'values, objects and arrays', 'paths'],
	table: ['`cells`', 'cells that hold something; what was only renamed or moved as two', 'rows'],
	pdf: [
		'`words of pages`; of scans `pictures of pages`',
		'letters; what moved as half, how words are set as a tenth; a page of pictures as 1,500 letters, pictures beside text as 300',
		'words; of scans regions',
	],
	document: [
		'`paragraphs and words`',
		'letters, and for each word one for its spacing and one for its look; what moved as half',
		'paragraphs',
	],
	page: [
		'the parts that count, such as `main text`',
		'words and marks; structure and code as no more than the text, each',
		'paragraphs',
	],
	picture: ['`pixels`', 'pixels', 'regions'],
	archive: [
		'`entries, each by its type`',
		'bytes of entries, by the share that differs in each; what moved as half',
		'files',
	],
	bytes: ['`bytes`; of large files `pieces of bytes`', 'bytes', 'ranges'],
};

/** What each rule does, and for which kinds it means something. */
const rules: Readonly<
	Record<keyof CompareRules, { does: string; of: readonly ComparedKindName[] }>
> = {
	ignorePatterns: {
		does: 'what a regular expression matches is taken for the same, whatever it is',
		of: ['text', 'tree', 'table', 'pdf', 'document', 'page'],
	},
	ignoreRegions: {
		does: 'regions of one page or of every page, as shares of its width and height',
		of: ['pdf', 'picture'],
	},
	ignorePaths: {
		does: 'JSON Pointers; `*` is any one member, `**` any number of them',
		of: ['tree'],
	},
	ignoreColumns: { does: 'columns by their names or letters', of: ['table'] },
	ignoreSelectors: { does: 'elements by CSS selectors', of: ['page'] },
	onlySelectors: { does: 'only these elements are compared', of: ['page'] },
	numberTolerance: {
		does: 'numbers that differ by at most this are the same',
		of: ['tree', 'table', 'pdf'],
	},
	dateToleranceSeconds: {
		does: 'dates that differ by at most this many seconds are the same',
		of: ['tree', 'table'],
	},
	arrays: { does: '`set`: the order of items does not count', of: ['tree'] },
	arrayKey: { does: 'items are matched by this member', of: ['tree'] },
	keyColumns: { does: 'rows are matched by these columns', of: ['table'] },
	ignoreCase: {
		does: 'capital and small letters are the same',
		of: ['text', 'tree', 'table', 'pdf', 'document', 'page'],
	},
	ignoreWhiteSpace: {
		does: 'white space does not count',
		of: ['text', 'tree', 'table', 'document', 'page'],
	},
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function kindsTable(): string {
	const rows = kinds.map(([, { name, compared, diffFile }]) => [name, compared, diffFile]);
	return table(['Type', 'Compared', 'Diff file'], rows);
}

function levelsTable(): string {
	const rows = kinds.map(([, { name, differences }]) => [
		name,
		...accuracyLevels.map((level) => differences[level].join('; ') || '-'),
	]);
	return table(['Type', ...accuracyLevels], rows);
}

function measuresTable(): string {
	const rows = kinds.map(([kind, { name }]) => [name, ...measures[kind]]);
	return table(['Type', 'Method', 'Weighed', 'Counted'], rows);
}

function rulesTable(): string {
	const rows = Object.entries(rules).map(([rule, { does, of }]) => [
		`\`${rule}\``,
		does,
		of.map((kind) => comparedKinds[kind].name).join(', '),
	]);
	return table(['Rule', 'What it does', 'For'], rows);
}

function head(): string {
	return `# How documents are compared

<!-- Written by \`npm run generate\` from api/comparison-levels.ts and service/comparison-page.ts; do not edit. -->

What a document is compared as is decided by its content; its name only tells the kinds of text apart.

${kindsTable()}`;
}

const count = (number: number) => number.toLocaleString('en-US');
const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

function levels(): string {
	return `## What counts at which accuracy level

A document has its accuracy level from the day it was added. Each level counts what its column names and what
all columns to its left name; what stands to its right is overlooked. Every phrase is held by a test with a pair
of files that differs in it alone.

${accuracyLevels.map((level) => `- **${level}**: ${levelMeanings[level]}.`).join('\n')}

${levelsTable()}`;
}

function accuracy(): string {
	return `## Accuracy

    accuracy = 1 - differing / total

Both are weights over the two files together. The files are aligned once; the level decides only which
differences add to \`differing\`, and \`total\` is the same at every level. So:

- it is 1 exactly when nothing differs at the level, and never above 0.999999 else;
- a coarser level never says more different than a finer one;
- a file saved again with the same content is 1 at High and below; at Excellent files whose bytes differ are
  never 1, unless a rule hid what differs;
- swapping the files swaps what was added and removed, and leaves the accuracy.

The reply names the method, and how many of which unit were added, removed, changed and moved:

${measuresTable()}

The first ${count(changesMax)} changes are listed with their places; more are counted.`;
}

const outcomes = `## Outcomes

| Outcome | When |
| --- | --- |
| \`equal\` | nothing differs at the level; \`identical\` says whether the bytes are the same too |
| \`different\` | something differs at the level |
| \`unreadable\` | one of the files has no content to compare: broken, cut off, protected by a password, empty, of another format than the other, the error page of a server in place of a page, or nothing is left of it by the rules |

An unreadable file is never equal and never kept as a version; its accuracy is that of its bytes, and the summary
says which file it is and why.`;

function ruleSection(): string {
	return `## Rules

A rule leaves something out or takes it less strictly. What it hid is counted and shown in grey. Entries of an
archive are compared under the rules for their own kind.

${rulesTable()}

A rule that names something that is not there (\`onlySelectors\`, \`keyColumns\`, \`arrayKey\`) makes a file
unreadable, with a sentence that says so.

Rules are one JSON object, such as \`{"ignorePatterns": ["^Printed on .*$"], "numberTolerance": 0.01}\`. They are
kept with a file when it is added (\`rules\`), set anew as a whole with \`PUT .../files/{fileId}/rules\`, where
\`{"rules": {}}\` takes them away, and can be others for one comparison. Patterns are regular expressions of
JavaScript with the flags \`m\` and \`u\`. A kind of rule has at most 100, each of at most 1,000 characters; one that
cannot be used is refused by its name.`;
}

function bounds(): string {
	return `## Bounds

One comparison runs in a process of its own, ${usualLimits.processesMax} at a time, with as much memory as \`COMPARISON_MEBIBYTES_MAX\`
says and ${usualLimits.timeoutMs / 1000} seconds at most. What is beyond these bounds is compared as pieces of bytes, and the reply says
why:

- files of more than ${usualLimits.contentMebibytes} MiB;
- JSON, YAML and XML of more than ${count(nodesMax)} values, YAML of more than 5 MiB;
- entries of archives of more than 64 MiB, and archives more than three deep in each other;
- contents that take more time or memory than a comparison may.

What is beyond these is unreadable, with a sentence that says what to change:

- archives, DOCX, ODT, XLSX and ODS of more than ${count(zipBounds.entriesMax)} entries, ${mebibytes(zipBounds.inflatedBytesMax)} unpacked, ${mebibytes(zipBounds.partBytesMax)} in one part, or packed more
  than ${zipBounds.ratioMax} to 1;
- tables of more than ${count(tableBounds.rowsMax)} rows or ${count(tableBounds.cellsMax)} cells;
- PDFs of more than 3,000 pages or 600,000 words; pictures of more than 100 million pixels or 200 pages;
- HTML of more than 16 MiB or nested more than 500 deep.

Scripts, macros and links are never run or followed; a note names macros, scripts and files inside a file.`;
}

const limits = `## Limits

- Blocks that moved inside of a picture are told as changed where they were and where they are; only a whole
  picture that was shifted, resized or stands on another page is told as such. Pictures that were turned,
  stretched or scanned anew cannot be aligned, and a note says so.
- Scanned pages are compared as pictures; no text is read from them.
- The layout of DOCX, ODT and HTML is not worked out: where a program would break lines and pages is not
  compared. What looks different by fonts, sizes and colours counts at Excellent alone.
- Pictures and objects in DOCX and ODT are compared by their bytes: one that was only compressed anew is another.
- Web pages are compared as they were sent; pages that scripts write show no text and are unreadable.
- The main text of a web page is told from the rest by its form; where that cannot be told, all of it is main
  text.
- Values of formulas are those that the file holds; nothing is worked out anew.
- Texts that hardly have anything in common are not matched in full: they may have more in common than is
  shown, and a note says so.
- Of files that are together larger than 128 MiB and compared as bytes a range begins and ends with a piece, so
  what differs may be shorter.`;

export function comparisonPage(): string {
	const parts = [head(), levels(), accuracy(), outcomes, ruleSection(), bounds(), limits];
	return `${parts.join('\n\n')}\n`;
}

if (require.main === module) {
	const target = path.resolve(comparisonPageFile);
	fs.writeFileSync(target, comparisonPage());
	process.stdout.write(`${target} written\n`);
}
