/**
 * Generates docs/comparison.md (from `api/comparison/kinds.ts`, with accuracy formula, rules,
 * bounds and limits) and the short table of the root README. `npm run generate` writes both; a
 * test fails if one is out of date.
 */
import fs from 'node:fs';
import path from 'node:path';
import { accuracyLevels, levelMeanings } from '../api/comparison/levels';
import {
	comparedKinds,
	phrasesFrom,
	type ComparedKind,
	type ComparedKindName,
} from '../api/comparison/kinds';
import type { RuleName } from '../api/comparison/rules';
import { kindsWith, ruleMeanings } from '../api/comparison/rule-meanings';
import { filesMax } from '../comparison/formats/archive/archive-report';
import { zipBounds } from '../comparison/formats/archive/zip-reading';
import { changesMax } from '../comparison/core/comparison';
import { stepMsMax } from '../comparison/core/patterns';
import { carriedSizeBytesMax } from '../comparison/report/page';
import { usualLimits } from '../comparison/worker/comparisons';
import { tableBounds } from '../comparison/formats/table/reading/workbook';
import { nodesMax } from '../comparison/formats/tree/reading/tree';

const comparisonPageFile = path.join('docs', 'comparison.md');

const kinds = Object.entries(comparedKinds) as ReadonlyArray<[ComparedKindName, ComparedKind]>;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function kindsTable(): string {
	const rows = kinds.map(([, { name, compared, diffFile }]) => [name, compared, diffFile]);
	return table(['Type', 'Compared', 'Diff file'], rows);
}

function levelsTable(): string {
	const rows = kinds.map(([kind, { name }]) => [
		name,
		...accuracyLevels.map((level) => phrasesFrom(kind, level).join('; ') || '-'),
	]);
	return table(['Type', ...accuracyLevels], rows);
}

function measuresTable(): string {
	const rows = kinds.map(([, { name, measure }]) => [name, ...measure]);
	return table(['Type', 'Method', 'Weighed', 'Counted'], rows);
}

function rulesTable(): string {
	const rows = (Object.entries(ruleMeanings) as [RuleName, string][]).map(([rule, does]) => [
		`\`${rule}\``,
		does,
		kindsWith(rule)
			.map((kind) => comparedKinds[kind].name)
			.join(', '),
	]);
	return table(['Rule', 'What it does', 'For'], rows);
}

function head(): string {
	return `# How documents are compared

<!-- Written by \`npm run generate\` from api/comparison/kinds.ts and tools/comparison-page.ts; do not edit. -->

The content of a document decides how it is compared; its name only distinguishes the kinds of text.

${kindsTable()}`;
}

const count = (number: number) => number.toLocaleString('en-US');
const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

function levels(): string {
	return `## What counts at which accuracy level

A document has the accuracy level it was added with. Each level counts the differences in its column and in all
columns to its left, and ignores those to its right. For every phrase a test compares a pair of files that differs
in this alone.

${accuracyLevels.map((level) => `- **${level}**: ${levelMeanings[level]}.`).join('\n')}

${levelsTable()}`;
}

function accuracy(): string {
	return `## Accuracy

    accuracy = 1 - differing / total

Both are weights over the two files together. The files are aligned once; the level only decides which
differences add to \`differing\`, and \`total\` is the same at every level. So:

- accuracy is 1 exactly if nothing differs at the level, otherwise at most 0.999999;
- a coarser level never reports more difference than a finer one;
- a file saved again with the same content has accuracy 1 at High and below, a picture compressed again with loss too;
  at Excellent any other byte counts, unless a rule hid something or had only a part compared: then the bytes alone
  tell nothing, and only what is read and not hidden counts. A rule that hid nothing changes nothing;
- swapping the files swaps added and removed, and does not change the accuracy.

The reply names the method, and how many of which unit were added, removed, changed and moved:

${measuresTable()}

The first ${count(changesMax)} changes are listed with their places; further ones are only counted.

The level decides the unit of the counts of a text, but not its accuracy, which is always computed from words and
punctuation marks. Where \`a\` words replace \`b\` others, the smaller number counts as changed and the rest as removed
or added. A mark is a word, and white space belongs to the word before it. So for words (High)

    accuracy = 1 - (2 * changed + added + removed + 2 * moved) / all words of both files

Characters (Excellent) are counted in the same way, from the first to the last that differ in one place. Lines are
counted as the report shows them side by side. Paragraphs (Lowest) are lines between blank lines, and never more than
the lines that differ. Swapping the files swaps added and removed in each unit.`;
}

const outcomes = `## Outcomes

| Outcome | When |
| --- | --- |
| \`equal\` | nothing differs at the level; \`identical\` says whether the bytes are the same too |
| \`different\` | something differs at the level |
| \`unreadable\` | one of the files has no content to compare: broken, cut off, protected by a password, empty (a DOCX, ODT or PPTX only if both are), of another format than the other, the error page of a server in place of a page, or empty after the rules were applied |

An unreadable file is never equal and never stored as a version. Its accuracy is that of its bytes, and the summary
says which file is unreadable and why. \`keep-or-compare\` keeps no first file that is unreadable or not of the type its
name says, and puts a file that can be read in the place of a latest version that cannot. It refuses such a first file
with \`Keeper_Unreadable\`; the n8n node outputs it with the outcome \`unreadable\` instead, without a file or a version.`;

const reports = `## Reports and the files beside them

A report is one self-contained HTML page without scripts, which can be saved, mailed and printed. Unified diffs,
patches, lists of changes and marked copies have their own addresses (\`/reports/<token>/<name>\`, in \`files\` of the
reply) and exist as long as the report. Files of at most ${mebibytes(carriedSizeBytesMax)} are also embedded in the report; it links to larger
ones. An archive has at most ${filesMax} such files.

A DOCX with tracked changes is read before it is handed out: accepted it must read as the sent file, rejected as the
kept one. Pictures, formulas, fields and whole notes cannot be marked; they stay as in the kept file, and a note names
the places. Macros and an attached template are left out of the copy, so that opening it runs and fetches nothing
that came with the document. A marked PDF keeps every byte of the sent file, so that its signatures stay valid; a note
before the link names its scripts.`;

function ruleSection(): string {
	return `## Rules

A rule ignores or tolerates some differences. What it hid is counted, under the name of the rule, and shown in grey.
Entries of an archive are compared with the rules for their own kind.

${rulesTable()}

A rule that names something the file does not have (\`onlySelectors\`, \`keyColumns\`, \`arrayKey\`) makes a file
unreadable, with a sentence that says so.

Numbers are read in the same way in every format: \`5.00€\` and \`5.004€\` are near, \`5kg\` and \`5lb\`, \`5\` and \`5M\`, \`A4\`
and \`B4\` are not, and \`007\` is a code. A letter in \`ignoreColumns\` or \`keyColumns\` is that of the kept file; in the sent
one its column is followed by its name. Where no name tells it, the letter holds if all columns stand where they stood;
otherwise \`ignoreColumns\` leaves nothing out and a note says so, and \`keyColumns\` makes the sent file unreadable.
Fingerprints are made of one file alone: there a table with a column that \`ignoreColumns\` names by its letter is
unreadable. \`ignoreWhiteSpace\` leaves out white space within words and numbers as well, as in \`10 000\` and \`10000\`;
fingerprints, which hold words as they are parted, tell them.

Each time that the rules of a document are set is a record in the log and an entry of its timeline. A document whose
rules somebody edited in the database is not compared (\`Core_RecordCorrupted\`) until its rules are set again; where
only fingerprints are kept, it has to be kept anew.

Rules are one JSON object, such as \`{"ignorePatterns": ["^Printed on .*$"], "numberTolerance": 0.01}\`. They are
stored with a file when it is added (\`rules\`). \`PUT .../files/{fileId}/rules\` replaces all of them, \`{"rules": {}}\`
removes them, and a single comparison can use others. Patterns are JavaScript regular expressions with the flags \`m\`
and \`u\`. Each kind of rule has at most 100 values of at most 1,000 characters. The error for a rule that cannot be
used names it.`;
}

function fingerprints(): string {
	const rows = kinds.map(([, { name, fromFingerprints }]) => {
		const { unseen = '-', strict = '-' } = fromFingerprints;
		return [name, unseen, strict];
	});
	return `## From fingerprints alone

A folder created with \`"keepsContent": false\` stores no content of its documents; this setting cannot be changed
later. For each version it stores the hash of the bytes and an object, encrypted like any other, with a keyed hash
(HMAC-SHA-256) of each word in order and the numbers of lines, pages and rows. Each document has its own secret key,
which is erased with it. File names and rules are stored as usual. While an asynchronous comparison waits for its
turn, the uploaded file is in the object store, encrypted; it is removed when the comparison is done.

Such a version is compared like any other, also with another such version; reply and report say that the comparison
used fingerprints. They give accuracy, counts and places, but never texts, and words instead of characters. Texts have
the same accuracy as with their contents; tables, trees, documents, pages and PDFs are within about 0.1 where words
differ; pictures and archives are coarser. Further differences:

${table(['Type', 'Not seen', 'Taken more strictly'], rows)}

At Excellent different bytes always differ, except in a text with rules, because its encoding is not stored. Rules
are applied before words are hashed, so a document keeps the rules it was added with: other rules are rejected
(\`Keeper_RulesFixed\`), and so are rules that compare values (\`numberTolerance\`, \`dateToleranceSeconds\`, \`arrays\`,
\`arrayKey\`, \`keyColumns\`, \`decimalSign\`) when the document is added. Entries of an archive are compared without rules. A version
cannot be downloaded (\`Keeper_ContentNotKept\`).`;
}

/** The kinds that are archives, by their extensions. */
function packedNames(): string {
	const names = kinds
		.filter(([kind, { endings }]) => kind !== 'archive' && endings.Binary !== undefined)
		.flatMap(([, { name }]) => name.split(', '))
		.filter((name) => name !== 'CSV');
	return `archives, ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function bounds(): string {
	return `## Bounds

Each comparison runs in its own process, ${usualLimits.processesMax} at a time and up to twice as many while an organisation without one has waited for a second, with as much memory as \`COMPARISON_MEBIBYTES_MAX\` allows
and for at most ${usualLimits.timeoutMs / 1000} seconds. Files beyond these bounds are compared as pieces of bytes, and the reply says why:

- files of more than ${usualLimits.contentMebibytes} MiB;
- JSON, YAML and XML of more than ${count(nodesMax)} values, YAML of more than 5 MiB;
- entries of archives of more than 64 MiB, and archives more than three deep in each other;
- contents that need more time or memory than allowed, such as two texts of more than about 25 MiB each;
- files with a pattern of the rules that takes more than ${stepMsMax / 1000} seconds for a text, a page or the tables of one side; the
  reply names the pattern.

Files beyond these bounds are unreadable; the reply says what to change:

- ${packedNames()} of more than ${count(zipBounds.entriesMax)} entries, ${mebibytes(zipBounds.inflatedBytesMax)} unpacked, ${mebibytes(zipBounds.partBytesMax)} in one part, or packed more
  than ${zipBounds.ratioMax} to 1;
- tables of more than ${count(tableBounds.rowsMax)} rows or ${count(tableBounds.cellsMax)} cells;
- PDFs of more than 3,000 pages or 600,000 words; pictures of more than 100 million pixels or 200 pages;
- HTML of more than 16 MiB or nested more than 500 deep.

A request waits ${usualLimits.waitMsMax / 1000} seconds at most for its turn, and is then refused (503 \`Keeper_ComparisonsBusy\`); with
\`respond-async\` it is made whenever its turn comes. A place that comes free goes to the organisation that has the fewest
places, then to the one that has had them for the least time.

Scripts and macros are never run and links never followed; a note names macros, scripts and files inside a file.`;
}

const limits = `## Limits

- A plus or minus, a decimal sign, a currency, a per cent and the brackets around a number belong to it: they are no
  punctuation, and count with its digits. A bracket that a blank or a page's line parts from its number does not.
- Blocks that moved inside a picture are reported as changed at the old and the new place; only a whole picture that
  was shifted, turned by at most 1.5 degrees, resized or moved to another page is reported as such. Pictures that were
  turned by more or stretched cannot be aligned; where hardly anything agrees, a note says so. Where no corner lies
  elsewhere by more than 1.5 % of the longer side, as a sheet on the glass of a scanner, that counts at Excellent alone,
  and a note says so.
- Noise of scanning and compression is told from content by the page: a pale stroke that hardly stands out from the
  noise around it is not found. Dust that is all over a page is not told from content.
- Pictures that are both transparent are compared and shown on the grey that their shapes hide least on; if only one is,
  on white.
- Scanned pages are compared as pictures; no text is read from them.
- PPTX are not drawn: what lies over what, animations, transitions, sounds, videos, embedded files, names of sections, and
  what layouts and masters show of their own are not compared; a note of the reply names those the file has. Looks that
  a layout gives to a text are not told, and places are compared to the millimetre.
- DOCX, ODT and HTML are not laid out: line and page breaks that a program would make are not compared. Fonts,
  sizes and colours count only at Excellent, but words in the colour behind them, or too small to read, at High.
  What a style lays behind a table is not read: no word in it is said to be unseen.
- Pictures in PPTX, pictures and objects in DOCX and ODT are compared by their bytes: a picture that was only compressed
  again is different. Of objects in ODT the words and numbers are compared. At which words of its paragraph a text box
  stands is not compared. Where a comment stands, and drawn shapes without words, are not compared; a note of the
  reply says so. Nor is how many columns a cell spans while the number of cells in its row stays.
- An empty paragraph behind a table that ends an ODT, which programs add when they save it, is not compared.
- Of the sign of a bullet counts what it says: an empty box, a tick or a cross. Other signs only look otherwise.
- Web pages are compared as the server sent them; pages that scripts build have no text and are unreadable. What a
  sheet of styles hides or strikes through counts at Excellent, as all of it does, and so do hidden fields and what
  \`meta\` and \`link\` tell programs. An element that came or went with all its words is told once, by its words.
- Of the address of a link or a picture counts at Excellent alone what a server makes anew: ids of sessions, tokens,
  campaigns and signatures (\`?sid=a1b2c3\`, \`utm_source\`), and behind the name of a file that a page loads its release
  (\`chair.jpg?v=2\`). They are known by their names, and a name such as \`sid\` or \`token\` by a value besides that
  looks made by a program. All else counts at High: host, path, any other part (\`?id=4712\`), and the hash of its
  content in the name of a picture.
- The main text of a web page is what stands in \`main\` (or \`role="main"\`). If not both pages have it, it is the body
  without \`nav\`, \`header\`, \`footer\` and \`aside\` outside of articles and sections, in both of them, and a note says
  so if one has it. What counts of a page whose frame is made of other elements is chosen by \`onlySelectors\`.
- What a mapping of YAML merges in (\`<<: *base\`) is compared as if it were written there.
- Rows with equal keys of \`keyColumns\` are paired first, then those whose keys differ in capitals or punctuation alone.
- The first row of a table is taken for the names of its columns only where numbers or dates below show it; a change of
  another first row counts at Lowest, as that of any row.
- In CSV, \`1,234\` is read with the decimal sign of the rule \`decimalSign\`, or else with the one that other numbers of
  the file show, or those of the other file. Where none shows one, or both are shown, it equals neither \`1234\` nor \`1.234\`, and so in fingerprints and
  texts of workbooks whatever the other numbers show.
- Values of formulas are those stored in the file; nothing is recalculated.
- Of the looks of workbooks, fonts, fills, borders, strokes through a part of a cell, formats by conditions, checks of
  input and defined names count at Excellent alone.
- Texts with hardly anything in common are not aligned completely: they may have more in common than is shown, and a
  note says so.
- In files compared as bytes that are together larger than 128 MiB, moved ranges begin and end at a piece (512 bytes
  on average, more in larger files). Differences between pieces that both files have are exact to the byte; a range
  of more than 32 MiB without a common piece counts as a whole, unless it has the same length in both files.
- A unified diff of more than 64 MiB is not offered. Beside the report on an archive are at most 50 files of its entries,
  of 64 MiB together; the report says how many it leaves out.`;

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
