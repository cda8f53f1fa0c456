/**
 * Generates docs/comparison.md (from `api/comparison/levels.ts`, with accuracy formula, rules,
 * bounds and limits) and the short table of the root README. `npm run generate` writes both; a
 * test fails if one is out of date.
 */
import fs from 'node:fs';
import path from 'node:path';
import {
	accuracyLevels,
	comparedKinds,
	levelMeanings,
	textUnits,
	type ComparedKind,
	type ComparedKindName,
} from '../api/comparison/levels';
import { leftOut } from '../api/comparison/fingerprint-gaps';
import { ruleMeanings } from '../api/comparison/rule-meanings';
import { filesMax } from '../service/comparison/archive/archive-report';
import { zipBounds } from '../service/comparison/archive/zip-reading';
import { changesMax } from '../service/comparison/comparison';
import { carriedSizeBytesMax } from '../service/comparison/report/page';
import { usualLimits } from '../service/comparison/running/comparisons';
import { tableBounds } from '../service/comparison/table/reading/workbook';
import { nodesMax } from '../service/comparison/tree/reading/tree';

const comparisonPageFile = path.join('docs', 'comparison.md');

const kinds = Object.entries(comparedKinds) as ReadonlyArray<[ComparedKindName, ComparedKind]>;

/** Method name in the reply, weights, and unit of the counts. */
const measures: Readonly<Record<ComparedKindName, readonly [string, string, string]>> = {
	text: ['`words`', 'words and marks', textUnitsText()],
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

/** Such as `paragraphs at Lowest, lines at Low and Medium`. */
function textUnitsText(): string {
	const units = [...new Set(accuracyLevels.map((level) => textUnits[level]))];
	return units
		.map((unit) => {
			const levels = accuracyLevels.filter((level) => textUnits[level] === unit);
			return `${unit}s at ${levels.join(' and ')}`;
		})
		.join(', ');
}

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
	const rows = Object.entries(ruleMeanings).map(([rule, { does, of }]) => [
		`\`${rule}\``,
		does,
		of.map((kind) => comparedKinds[kind].name).join(', '),
	]);
	return table(['Rule', 'What it does', 'For'], rows);
}

function head(): string {
	return `# How documents are compared

<!-- Written by \`npm run generate\` from api/comparison/levels.ts and tools/comparison-page.ts; do not edit. -->

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

The first ${count(changesMax)} changes are listed with their places; more are counted.

What a text is counted in follows its level, the accuracy does not: it is that of words and marks at each. Where
\`a\` words stand in the place of \`b\` others, the smaller of both numbers is changed and the rest was removed or
added; a mark is a word, and white space belongs to the word before it. So of words (High)

    accuracy = 1 - (2 * changed + added + removed + 2 * moved) / all words of both files

Characters (Excellent) are counted so as well, from the first to the last that differ in one place. Lines are
counted as they stand beside each other in the report. Paragraphs (Lowest) are lines between blank ones, and never
more than the lines that differ. Swapping the files swaps what was added and removed in each unit.`;
}

const outcomes = `## Outcomes

| Outcome | When |
| --- | --- |
| \`equal\` | nothing differs at the level; \`identical\` says whether the bytes are the same too |
| \`different\` | something differs at the level |
| \`unreadable\` | one of the files has no content to compare: broken, cut off, protected by a password, empty, of another format than the other, the error page of a server in place of a page, or nothing is left of it by the rules |

An unreadable file is never equal and never kept as a version; its accuracy is that of its bytes, and the summary
says which file it is and why.`;

const reports = `## Reports and the files beside them

A report is one HTML page without scripts that needs nothing else: it can be saved, mailed and printed. Unified
diffs, patches, lists of changes and marked copies lie beside it at addresses of their own
(\`/reports/<token>/<name>\`, in \`files\` of the answer), as long as the report itself does. Those of at most
${mebibytes(carriedSizeBytesMax)} are carried inside the report too; of larger ones it has a link. Of an archive at most ${filesMax} lie beside
the report.`;

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

function fingerprints(): string {
	const rows = kinds.map(([kind, { name }]) => {
		const { unseen = '-', strict = '-' } = leftOut[kind];
		return [name, unseen, strict];
	});
	return `## From fingerprints alone

A folder made with \`"keepsContent": false\` keeps no content of its documents, which never changes. Of a version it
keeps the hash of the bytes and an object, encrypted as any other, with a keyed hash (HMAC-SHA-256) of each word in
its order and the numbers of lines, pages and rows; the key is a secret of each document and is erased with it. File
names and rules are kept as ever. While a comparison that is not waited for waits for its turn, what was sent lies
in the object store, encrypted, and is removed when it is done.

Such a version is compared like any other, and two of them with each other; answer and report say that it was made
from fingerprints. Accuracy, counts and places are given, texts never are; what would be told in characters is told
in words. Texts come to the same accuracy as by their contents; tables, trees, documents, pages and PDFs within about
0.1 where words differ; pictures and archives are coarser. Beyond that:

${table(['Type', 'Not seen', 'Taken more strictly'], rows)}

At Excellent other bytes always differ, but in a text under rules, whose encoding is not seen. Rules are applied
before words are hashed, so a document stays with the rules it was kept with: others are refused
(\`Keeper_RulesFixed\`), and those that compare values (\`numberTolerance\`, \`dateToleranceSeconds\`, \`arrays\`,
\`arrayKey\`, \`keyColumns\`) when it is kept. Entries of an archive are compared without rules. A version cannot be
downloaded (\`Keeper_ContentNotKept\`).`;
}

function bounds(): string {
	return `## Bounds

One comparison runs in a process of its own, ${usualLimits.processesMax} at a time, with as much memory as \`COMPARISON_MEBIBYTES_MAX\`
says and ${usualLimits.timeoutMs / 1000} seconds at most. What is beyond these bounds is compared as pieces of bytes, and the reply says
why:

- files of more than ${usualLimits.contentMebibytes} MiB;
- JSON, YAML and XML of more than ${count(nodesMax)} values, YAML of more than 5 MiB;
- entries of archives of more than 64 MiB, and archives more than three deep in each other;
- contents that take more time or memory than a comparison may, such as two texts of more than about 25 MiB each.

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
- Of files that are together larger than 128 MiB and compared as bytes, ranges that moved begin and end with a
  piece (512 bytes on average, and more the larger the files are). What differs between pieces that both have is
  told to the byte; a stretch of more than 32 MiB without such a piece counts as a whole, unless it is as long in
  both files.`;

function comparisonPage(): string {
	const parts = [head(), levels(), accuracy(), outcomes, ruleSection()].concat(
		reports,
		fingerprints(),
		bounds(),
		limits,
	);
	return `${parts.join('\n\n')}\n`;
}

const readmeFile = 'README.md';
const tableBegins = '<!-- What is compared, written by `npm run generate`: -->\n\n';
const tableEnds = '\n\n<!-- Until here. -->';

/** The root README with its current table. */
function readmeWithTable(readme: string): string {
	const from = readme.indexOf(tableBegins) + tableBegins.length;
	const to = readme.indexOf(tableEnds, from);
	if (from < tableBegins.length || to < 0) throw new Error('the README has no place for its table');
	return readme.slice(0, from) + kindsTable() + readme.slice(to);
}

/** Generated texts by file. */
export function comparisonDocuments(root: string): Readonly<Record<string, string>> {
	return {
		[comparisonPageFile]: comparisonPage(),
		[readmeFile]: readmeWithTable(fs.readFileSync(path.join(root, readmeFile), 'utf8')),
	};
}

if (require.main === module) {
	for (const [name, text] of Object.entries(comparisonDocuments('.'))) {
		const target = path.resolve(name);
		fs.writeFileSync(target, text);
		process.stdout.write(`${target} written\n`);
	}
}
