/**
 * Creates a DOCX with tracked changes: a copy of the kept document in which accepting all gives
 * the text of the sent one and rejecting all the old text. Existing tracked changes count as
 * accepted, as in the comparison. For an ODT the copy is a plain DOCX with its paragraphs.
 */
import { strToU8, zipSync, type Zippable } from 'fflate';
import { openZip, type Zip } from '../../archive/zip-reading';
import { compareDocuments, type ComparedDocument } from '../matching/comparing';
import { Nearness } from '../matching/nearness';
import type { OfficeDocument } from '../document/document';
import { plainWord } from './plain-word';
import { type PartPlan, planRedline } from './plan';
import { RedlineWriter } from './writing';
import { WordReading } from '../word/reading';
import { attribute, openTag, type XmlElement, xmlText } from '../document/xml';

export interface Redline {
	readonly bytes: Uint8Array;
	/** Number of differences that could not be marked: new notes, formulas, fields. */
	readonly unmarked: number;
}

/** Larger documents are not copied. */
export const redlineBytesMax = 64 * 1024 * 1024;

export async function redlineOf(
	bytes: Uint8Array,
	{ kept, sent }: { readonly kept: OfficeDocument; readonly sent: OfficeDocument },
): Promise<Redline> {
	const zip = await openZip(bytes);
	if (!zip.entries.some(({ name }) => name === 'content.xml')) return written(zip, kept, sent);
	const plain = await openZip(plainWord(kept));
	const read = async (from: Zip) => (await WordReading.open(from)).document();
	const copy = await written(plain, await read(plain), await read(await openZip(plainWord(sent))));
	return { ...copy, unmarked: copy.unmarked + changedObjects(compareDocuments(kept, sent)) };
}

/** The plain copy has words alone. */
function changedObjects({ parts }: ComparedDocument): number {
	let count = 0;
	for (const { cells } of parts.flatMap(({ blocks }) => blocks)) {
		for (const { segments } of cells.flatMap(({ paragraphs }) => paragraphs)) {
			for (const { objects } of segments) {
				count += Math.max(objects?.kept ?? 0, objects?.sent ?? 0);
			}
		}
	}
	return count;
}

async function written(zip: Zip, kept: OfficeDocument, sent: OfficeDocument): Promise<Redline> {
	// A copy that shows where paragraphs were split would need other paragraphs than the kept file has.
	const { parts, leftOut } = planRedline(
		compareDocuments(kept, sent, { nearness: new Nearness({}), findsBroken: false }),
	);
	const reading = await WordReading.open(zip);
	const ids = { next: 1_000_000 };
	const files: Zippable = {};
	let unmarked = leftOut;
	for (const { name, isFolder } of zip.entries) {
		const plan = parts.get(name);
		if (isFolder) continue;
		if (plan === undefined && !isWithChanges(name, reading)) {
			files[name] = [(await zip.read(name)) ?? new Uint8Array(), levelOf(name)];
			continue;
		}
		const copied = await writtenPart(reading, name, plan ?? nothing, ids);
		unmarked += copied.unmarked;
		files[name] = strToU8(copied.xml);
	}
	return { bytes: zipSync(files, { mtime: noTime }), unmarked };
}

/** A fixed time makes the copy reproducible. */
const noTime = new Date(2000, 0, 1);

const nothing: PartPlan = {
	...{ edited: new Map(), removed: new Set(), emptied: new Set() },
	...{ addedEnds: new Set(), removedEnds: new Set(), removedRows: new Set() },
	...{ rowsBefore: new Map(), rowsAfter: new Map(), before: new Map(), after: new Map() },
	...{ beforeTable: new Map(), afterTable: new Map() },
};

/** Compressed formats are stored without compressing again. */
function levelOf(name: string): { readonly level: 0 | 6 } {
	return { level: /\.(png|jpe?g|gif|bin)$/i.test(name) ? 0 : 6 };
}

/** True if a part may have tracked changes of its own, which are accepted in the copy. */
function isWithChanges(name: string, { mainPart, relationships }: WordReading): boolean {
	if (name === mainPart) return true;
	return relationships.all.some(({ part, type }) => part === name && textTypes.has(type));
}

const textTypes: ReadonlySet<string> = new Set([
	...['header', 'footer', 'footnotes', 'endnotes', 'comments'],
]);

async function writtenPart(
	reading: WordReading,
	part: string,
	plan: PartPlan,
	ids: { next: number },
): Promise<{ readonly xml: string; readonly unmarked: number }> {
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
			for (const _ of blocks.blocksOf(element, unnamed)) continue;
			written.push(writer.write(element));
			writer.paragraphs.clear();
		},
	});
	return { xml: written.join(''), unmarked: writer.unmarked };
}

const unnamed = { paragraphPath: () => '', tablePath: () => '' };

/** Declares the prefix `w`, with which the changes are written; the file may use another one. */
function withPrefix(root: XmlElement): XmlElement {
	if (attribute(root, 'xmlns:w') !== undefined) return root;
	const own = root.attributes.find(
		({ name, value }) => name.startsWith('xmlns:') && value.endsWith('wordprocessingml/2006/main'),
	);
	const value = own?.value ?? 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
	return { ...root, attributes: [...root.attributes, { tag: 'xmlns:w', name: 'xmlns:w', value }] };
}
