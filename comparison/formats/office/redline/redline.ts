/**
 * Creates a DOCX with tracked changes: a copy of the kept document in which accepting all gives
 * the text of the sent one and rejecting all the old text. Existing tracked changes count as
 * accepted, as in the comparison. Macros and an attached template are left out. For an ODT the
 * copy is a plain DOCX with its paragraphs. The copy is read before it is handed out, and what it
 * leaves out is named.
 */
import { strToU8, zipSync, type Zippable } from 'fflate';
import { present } from '../../../../server/at';
import type { Both } from '../../../core/format-comparer';
import { openZip, type Zip } from '../../archive/zip-reading';
import {
	compareDocuments,
	countedDifference,
	type ComparedBlock,
	type ComparedPart,
} from '../../blocks/matching/comparing';
import type { Block, OfficeDocument } from '../../blocks/document/document';
import type { Counts, DifferenceClass } from '../../blocks/matching/differences';
import { nameOf } from '../../blocks/report/report';
import { inertParts, isMacroPart } from './inert';
import { plainWord } from './plain-word';
import { type PartPlan, planRedline } from './plan';
import { differencesOfCopy, turned } from './proof';
import { RedlineWriter } from './writing';
import { WordReading } from '../word/reading';
import { hasPart, partsOf } from '../../package/parts';
import { attribute, openTag, type XmlElement, xmlText } from '../../package/xml';

export interface Redline {
	readonly bytes: Uint8Array;
	/** Places whose differences could not be marked, such as `Paragraph 3`. */
	readonly leftOut: readonly string[];
}

/** Larger documents are not copied. */
export const redlineBytesMax = 64 * 1024 * 1024;

export async function redlineOf(
	bytes: Uint8Array,
	{ kept, sent }: Both<OfficeDocument>,
	counts: Counts,
): Promise<Redline> {
	const zip = await openZip(bytes);
	if (!hasPart(zip, 'content.xml')) return written(zip, { kept, sent }, counts);
	const plain = await openZip(plainWord(kept));
	const read = async (from: Zip) => (await WordReading.open(from)).document();
	const documents = { kept: await read(plain), sent: await read(await openZip(plainWord(sent))) };
	const copy = await written(plain, documents, counts);
	const others = beyondWords(compareDocuments(kept, sent), counts);
	return { ...copy, leftOut: namesOf([...others, ...copy.differences]) };
}

/** The plain copy has words alone. */
function beyondWords(parts: readonly ComparedPart[], counts: Counts): readonly Block[] {
	const isLook: Counts = (difference) =>
		difference !== undefined && looks.has(difference) && counts(difference);
	return parts
		.flatMap(({ blocks }) => blocks)
		.filter((block) => hasObjects(block) || countedDifference(block, isLook) !== undefined)
		.map(({ kept, sent }) => present(sent ?? kept, 'a side of a block'));
}

const looks: ReadonlySet<DifferenceClass> = new Set(['emphasis', 'numbering', 'appearance']);

function hasObjects({ cells }: ComparedBlock): boolean {
	const paragraphs = cells.flatMap((cell) => cell.paragraphs);
	return paragraphs.some(({ segments }) => segments.some(({ objects }) => objects !== undefined));
}

function namesOf(blocks: readonly Block[]): readonly string[] {
	return [...new Set(blocks.map(nameOf))];
}

async function written(zip: Zip, { kept, sent }: Both<OfficeDocument>, counts: Counts) {
	const parts = await writtenParts(zip, planRedline(compareDocuments(kept, sent)));
	const bytes = await copyWith(zip, parts);
	const reverse = new Map([...parts].map(([name, xml]) => [name, turned(xml)]));
	const differences = [
		...(await differencesOfCopy(bytes, sent, counts)),
		...(await differencesOfCopy(await copyWith(zip, reverse), kept, counts)),
	];
	return { bytes, differences, leftOut: namesOf(differences) };
}

/** The parts that are not those of the file: with the changes, and without what would be run. */
async function writtenParts(
	zip: Zip,
	plans: ReadonlyMap<string, PartPlan>,
): Promise<ReadonlyMap<string, string>> {
	const reading = await WordReading.open(zip);
	const ids = { next: 1_000_000 };
	const parts = new Map<string, string>();
	for (const { name } of zip.entries) {
		const plan = plans.get(name);
		if (plan === undefined && !isWithChanges(name, reading)) continue;
		parts.set(name, await writtenPart(reading, name, plan ?? new Map(), ids));
	}
	const [settingsPart] = partsOf(reading.relationships, 'settings');
	return new Map([...parts, ...(await inertParts(zip, settingsPart))]);
}

async function copyWith(zip: Zip, parts: ReadonlyMap<string, string>): Promise<Uint8Array> {
	const files: Zippable = {};
	for (const { name, isFolder } of zip.entries) {
		if (isFolder || isMacroPart(name)) continue;
		const xml = parts.get(name);
		files[name] =
			xml === undefined
				? [(await zip.read(name)) ?? new Uint8Array(), levelOf(name)]
				: strToU8(xml);
	}
	return zipSync(files, { mtime: noTime });
}

/** A fixed time makes the copy reproducible. */
const noTime = new Date(2000, 0, 1);

/** Compressed formats are stored without compressing again. */
function levelOf(name: string): { readonly level: 0 | 6 } {
	return { level: /\.(png|jpe?g|gif|bin)$/i.test(name) ? 0 : 6 };
}

/** True if a part may have tracked changes of its own, which are accepted in the copy. */
function isWithChanges(name: string, { mainPart, relationships }: WordReading): boolean {
	if (name === mainPart) return true;
	return textTypes.some((type) => partsOf(relationships, type).includes(name));
}

const textTypes = ['header', 'footer', 'footnotes', 'endnotes', 'comments'];

async function writtenPart(
	reading: WordReading,
	part: string,
	plan: PartPlan,
	ids: { next: number },
): Promise<string> {
	const writer = new RedlineWriter(plan, ids);
	const written = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'];
	let count = 0;
	let isRoot = true;
	await reading.walk(part, {
		open: (element) => {
			written.push(openTag(isRoot ? withPrefix(element) : element));
			isRoot = false;
		},
		close: ({ tag }) => written.push(`</${tag}>`),
		text: (text) => written.push(isRoot ? '' : xmlText(text)),
		onParagraph: (element, pieces) => {
			writer.paragraphs.set(element, { index: count, pieces });
			count += 1;
		},
		block: (element, _container, blocks) => {
			for (const _ of blocks.blocksOf(element)) continue;
			written.push(writer.write(element));
			writer.paragraphs.clear();
		},
	});
	return written.join('');
}

/** Declares the prefix `w`, with which the changes are written; the file may use another one. */
function withPrefix(root: XmlElement): XmlElement {
	if (attribute(root, 'xmlns:w') !== undefined) return root;
	const [, address = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'] =
		Object.entries(root.written).find(
			([name, uri]) => name.startsWith('xmlns:') && uri.endsWith('wordprocessingml/2006/main'),
		) ?? [];
	return { ...root, written: { ...root.written, 'xmlns:w': address } };
}
