/**
 * Reads a copy with tracked changes before it is handed out: accepted it must read as the sent file, and
 * rejected as the kept one. Where it does not, a difference could not be marked.
 */
import { openZip } from '../../archive/zip-reading';
import type { OfficeDocument } from '../document/document';
import {
	compareDocuments,
	countedDifference,
	type ComparedBlock,
	type Matching,
	standsElsewhere,
} from '../matching/comparing';
import type { Counts } from '../matching/differences';
import { Nearness } from '../matching/nearness';
import { WordReading } from '../word/reading';

/** Accepting a split or a merge leaves the paragraphs of the other file. */
const asParagraphs: Matching = { nearness: new Nearness({}), findsBroken: false };

/** Where the copy, with its changes accepted, does not read as this document. */
export async function differencesOfCopy(
	copy: Uint8Array,
	document: OfficeDocument,
	counts: Counts,
): Promise<readonly ComparedBlock[]> {
	const read = await (await WordReading.open(await openZip(copy))).document();
	return compareDocuments(read, document, asParagraphs)
		.parts.flatMap(({ blocks }) => blocks)
		.filter((block) => countedDifference(block, counts) !== undefined || standsElsewhere(block));
}

/** The part with each insertion as a deletion and the other way: accepting it rejects the part. */
export function turned(xml: string): string {
	return xml
		.replace(/<(\/?)w:(ins|del)(?=[\s/>])/g, (_tag, slash: string, kind: string) => {
			return `<${slash}w:${kind === 'ins' ? 'del' : 'ins'}`;
		})
		.replace(/<(\/?)w:delText(?=[\s/>])/g, '<$1w:t')
		.replace(/<(\/?)w:delInstrText(?=[\s/>])/g, '<$1w:instrText');
}
