/**
 * The comparer of DOCX and of ODT: both are read into the same form. A DOCX is not compared with an
 * ODT, because worker/common-format.ts refuses two formats.
 */
import type { ComparisonTask } from '../../core/comparison';
import {
	comparerOf,
	type Both,
	type MatchResult,
	type MatchTask,
} from '../../core/format-comparer';
import { countText, numberText } from '../../../server/html/markup';
import { nameBeside, type ReportFile } from '../../core/report-file';
import { countFolded, foundIn, outlineOf } from '../blocks/report/changes';
import {
	blockText,
	compareDocuments,
	type ComparedBlock,
	standsElsewhere,
	differingOf,
	weightOfDocument,
} from '../blocks/matching/comparing';
import { countsAt, type Counts } from '../blocks/matching/differences';
import { type Block, type OfficeDocument, partKinds } from '../blocks/document/document';
import { withoutIgnored } from '../blocks/matching/ignoring';
import { Nearness } from '../blocks/matching/nearness';
import {
	macroNotes,
	readOfficeFile,
	requireContent,
	type OfficeForm,
} from '../package/office-file';
import { hasPart } from '../package/parts';
import { OpenReading } from './open/reading';
import { redlineBytesMax, redlineOf } from './redline/redline';
import { officeReport, blocksStyle } from '../blocks/report/report';
import { WordReading } from './word/reading';

export const officeComparer = comparerOf<OfficeDocument>('document', () => ({
	read: ({ bytes }) => readOfficeFile(bytes, officeForm),
	match: matchDocuments,
	outline(document, { ruled }) {
		requireContent([document], officeForm);
		const { parts } = withoutIgnored(document, ruled);
		return outlineOf(partKinds.flatMap((kind) => parts[kind]));
	},
}));

async function matchDocuments(both: Both<OfficeDocument>, task: MatchTask): Promise<MatchResult> {
	const { level, rules, hits, onProgress, isReported } = task;
	const { kept, sent } = both;
	requireContent([kept, sent], officeForm);
	const documents = {
		kept: withoutIgnored(withContent(kept), hits.side('kept')),
		sent: withoutIgnored(withContent(sent), hits.side('sent')),
	};
	const how = { nearness: new Nearness(rules, hits), findsBroken: true };
	const parts = compareDocuments(documents.kept, documents.sent, how);
	const blocks = parts.flatMap((part) => part.blocks);
	countFolded(blocks, hits);
	onProgress(0.5);
	const counts = countsAt(level, rules);
	const redline =
		isReported && differingOf(blocks, counts) > 0
			? await trackedChanges(task, both, counts)
			: undefined;
	return {
		method: 'paragraphs and words',
		...foundIn(blocks, counts),
		weights: {
			differing: differingOf(blocks, counts),
			total: weightOfDocument(documents.kept) + weightOfDocument(documents.sent),
		},
		notes: [
			...notesOf('kept', kept),
			...notesOf('sent', sent),
			...anchorNotes(blocks),
			...shapeNotes(kept.shapeCount, sent.shapeCount),
			...pageNotes(kept.pageSizes, sent.pageSizes),
			...(redline?.notes ?? []),
		],
		show: () => ({
			style: blocksStyle,
			content: officeReport(documents, blocks, counts),
			files: redline === undefined ? [] : [redline.file],
		}),
	};
}

interface TrackedChanges {
	readonly file: ReportFile;
	readonly notes: readonly string[];
}

/** A copy of the kept file if that is a DOCX, otherwise of a plain DOCX with its paragraphs. */
async function trackedChanges(
	{ kept, sent }: ComparisonTask,
	documents: Both<OfficeDocument>,
	counts: Counts,
): Promise<TrackedChanges | undefined> {
	if (kept.bytes.length > redlineBytesMax) return undefined;
	const { bytes, leftOut } = await redlineOf(kept.bytes, documents, counts);
	const notes = leftOut.length === 0 ? [] : [leftOutNote(leftOut)];
	const fileName = nameBeside(sent.fileName, 'tracked-changes.docx');
	const label = 'DOCX with tracked changes';
	return { file: { kind: 'trackedChanges', label, fileName, mediaType, bytes }, notes };
}

const namedMax = 10;

function leftOutNote(places: readonly string[]): string {
	const named = places.slice(0, namedMax).join('; ');
	const more = places.length - namedMax;
	const rest = more > 0 ? `; and ${countText(more, 'more place')}` : '';
	return `The DOCX with tracked changes does not show what differs here, such as looks, numbers, pictures, fields, formulas, whole notes and where they stand: ${named}${rest}.`;
}

const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const officeForm: OfficeForm<OfficeDocument> = {
	noun: 'document',
	program: 'Word',
	form: 'DOCX',
	isEmpty,
	read: async (zip) =>
		hasPart(zip, 'content.xml') ? OpenReading.read(zip) : (await WordReading.open(zip)).document(),
};

function isEmpty({ parts }: OfficeDocument): boolean {
	return partKinds.every((kind) => parts[kind].every((block) => blockText(block).trim() === ''));
}

/** Without text there is nothing that could be removed: the empty paragraphs are left out. */
function withContent(document: OfficeDocument): OfficeDocument {
	if (!isEmpty(document)) return document;
	const none: readonly Block[] = [];
	const parts = { body: none, headers: none, footers: none };
	return { ...document, parts: { ...parts, footnotes: none, endnotes: none, comments: none } };
}

/** Where a comment stands is read, but is no difference of the text. */
function anchorNotes(blocks: readonly ComparedBlock[]): readonly string[] {
	const count = blocks.filter(standsElsewhere).length;
	if (count === 0) return [];
	return [
		count === 1
			? 'A comment stands at other words in the sent file; where it stands is not compared.'
			: `${numberText(count)} comments stand at other words in the sent file; where they stand is not compared.`,
	];
}

function shapeNotes(kept: number, sent: number): readonly string[] {
	if (kept === sent) return [];
	return [
		`The kept file has ${countText(kept, 'drawn shape')} without words, and the sent file ${numberText(sent)}; shapes are not compared.`,
	];
}

function pageNotes(kept: readonly string[], sent: readonly string[]): readonly string[] {
	const [before, after] = [sizesText(kept), sizesText(sent)];
	if (before === after || before === '' || after === '') return [];
	return [`The pages were ${before} and are ${after}; the size of pages is not compared.`];
}

/** Sections that follow each other with pages of one size are one. */
function sizesText(sizes: readonly string[]): string {
	const known = sizes.filter((size) => size !== '');
	return known.filter((size, at) => size !== known[at - 1]).join(', then ');
}

function notesOf(
	side: 'kept' | 'sent',
	{ pendingCount, unread, macros }: OfficeDocument,
): readonly string[] {
	const notes: string[] = [];
	if (pendingCount > 0) {
		const changes =
			pendingCount === 1 ? 'a tracked change' : countText(pendingCount, 'tracked change');
		notes.push(
			`The ${side} file carries ${changes} that nobody has accepted or rejected; it is compared as if all were accepted.`,
		);
	}
	if (unread.length > 0) {
		notes.push(
			`The ${side} file holds documents (${unread.slice(0, 5).join(', ')}) that are not read, but compared by their bytes.`,
		);
	}
	return [...notes, ...macroNotes(side, macros)];
}
