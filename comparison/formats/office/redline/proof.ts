/**
 * Reads a copy with tracked changes before it is handed out: accepted it must read as the sent file, and
 * rejected as the kept one. Where it does not, a difference could not be marked.
 */
import { present } from '../../../../server/at';
import { openZip } from '../../archive/zip-reading';
import type { Block, OfficeDocument } from '../../blocks/document/document';
import {
	compareDocuments,
	countedDifference,
	type ComparedBlock,
	type Matching,
	standsElsewhere,
} from '../../blocks/matching/comparing';
import type { Counts } from '../../blocks/matching/differences';
import { Nearness } from '../../blocks/matching/nearness';
import { WordReading } from '../word/reading';

/** Accepting a split or a merge leaves the paragraphs of the other file. */
const asParagraphs: Matching = { nearness: new Nearness({}), findsBroken: false };

/**
 * The blocks of this document as which the copy, with its changes accepted, does not read. For what
 * the copy has beyond them, the block of the document behind which it stands.
 */
export async function differencesOfCopy(
	copy: Uint8Array,
	document: OfficeDocument,
	counts: Counts,
): Promise<readonly Block[]> {
	const read = await (await WordReading.open(await openZip(copy))).document();
	const isDifferent = (block: ComparedBlock) =>
		countedDifference(block, counts) !== undefined || standsElsewhere(block);
	return compareDocuments(read, document, asParagraphs).flatMap(({ blocks }) =>
		blocks.flatMap((block, at) => (isDifferent(block) ? [placeIn(blocks, at)] : [])),
	);
}

/** Blocks of the copy are counted otherwise than those of the document, so they name no place. */
function placeIn(blocks: readonly ComparedBlock[], at: number): Block {
	const isThere = ({ sent }: ComparedBlock) => sent !== undefined;
	const nearest = blocks.slice(0, at + 1).findLast(isThere) ?? blocks.slice(at).find(isThere);
	return present(nearest?.sent ?? blocks[at]?.kept, 'a block');
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
