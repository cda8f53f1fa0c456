/** An office document as a PDF, on which fields are placed and which is signed. Nothing of it is kept. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileNameFrom } from '../../../api/file-names';
import type { ByteReply } from '../../../server/http/files/file-reply';
import { refuse } from '../../../server/refusal';
import { conversionLimits, type OfficeConverter } from '../../office/converter';
import type {
	AreaAdmissions,
	AreaHandlers,
	RequestContext,
	Upload,
} from '../../operations/handler';
import { SealingLimitError, type SealingThreads } from '../../sealing/running/sealing-threads';
import { fileTypeOf, headBytes } from '../../signing/file-type';

export interface ConversionParts {
	readonly converter: OfficeConverter;
	/** Of its own, so that no seal waits for a document that is looked into. */
	readonly looking: Pick<SealingThreads, 'run'>;
}

export function conversionHandlers(
	parts: ConversionParts,
): Pick<AreaHandlers<'sealer'>, 'convertToPdf'> {
	return {
		convertToPdf: (context, { file }) =>
			parts.converter.hold(context.caller.organisationId, () => pdfOf(parts, context, file)),
	};
}

export function conversionAdmissions(): Pick<AreaAdmissions<'sealer'>, 'convertToPdf'> {
	const terms = { file: { isSpooled: true, sizeBytesMax: conversionLimits.inputBytesMax } };
	return { convertToPdf: () => Promise.resolve(terms) };
}

async function pdfOf(
	{ converter, looking }: ConversionParts,
	{ leaving }: RequestContext,
	{ fileName, object }: Upload,
): Promise<ByteReply> {
	const bytes = await buffer(Readable.from(object.read()));
	if (fileTypeOf(bytes.subarray(0, headBytes), fileName) === 'application/pdf') {
		return pdfReply(fileName, bytes);
	}
	if (converter.program === undefined) throw refuse('Sealer_NoConverter');
	const look = await looking
		.run(() => ({ kind: 'office' as const, bytes }))
		.catch((fault: unknown) => {
			if (!(fault instanceof SealingLimitError)) throw fault;
			return { reason: 'It takes too much time or memory.' };
		});
	if ('reason' in look) throw refuse('Sealer_NotConverted', look.reason);
	const pdf = await converter.convert({ bytes, kind: look.kind, leaving: leaving() });
	return pdfReply(fileNameFrom(fileName.replace(/\.[^.]*$/, ''), '.pdf'), pdf);
}

function pdfReply(fileName: string, bytes: Buffer): ByteReply {
	return {
		fileName,
		mediaType: 'application/pdf',
		etag: createHash('sha256').update(bytes).digest('hex'),
		sizeBytes: bytes.length,
		read: ({ first, last } = { first: 0, last: bytes.length - 1 }) =>
			Promise.resolve(Readable.from([bytes.subarray(first, last + 1)])),
	};
}
