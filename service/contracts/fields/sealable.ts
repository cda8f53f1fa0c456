/**
 * Checks that the file of a new contract can be sealed later: refuses a PDF that is encrypted,
 * truncated or partly unreadable. Other files are sealed inside a ZIP, whatever they hold.
 */
import { refuse } from '../../../server/refusal';
import type { Upload } from '../../operations/handler';
import type { WantedPlaces } from '../../sealing/pdf/reading';
import { isPdf, sealedPdfBytesMax } from '../../sealing/pdf/structure';
import type { PdfPlaces } from '../../sealing/pdf/text-tags';
import { SealingLimitError, type SealingThreads } from '../../sealing/running/sealing-threads';

const headBytes = 1024;

/** Returns the pages of a PDF and, if wanted, its text tags; undefined for any other file. */
export async function requireSealable(
	threads: SealingThreads,
	{ object }: Upload,
	wanted?: WantedPlaces,
): Promise<PdfPlaces | undefined> {
	if (object.sizeBytes > sealedPdfBytesMax || !isPdf(await head(object))) return undefined;
	const reading = await threads
		.run(async () => ({ kind: 'read' as const, bytes: await whole(object), wanted }))
		.catch((fault: unknown) => {
			if (!(fault instanceof SealingLimitError)) throw fault;
			return { isReadable: false as const, reason: fault.message };
		});
	if (!reading.isReadable) throw refuse('Sealer_ContractUnreadable', reading.reason);
	return reading.places;
}

async function head(object: Upload['object']): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	for await (const chunk of object.read()) {
		chunks.push(chunk);
		sizeBytes += chunk.length;
		if (sizeBytes >= headBytes) break;
	}
	return Buffer.concat(chunks);
}

async function whole(object: Upload['object']): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of object.read()) chunks.push(chunk);
	return Buffer.concat(chunks);
}
