import type { Readable } from 'node:stream';
import type { Field } from '../../api/language/description';
import { refuse } from '../../server/refusal';

/** The limit of file systems, so that a download can be saved under this name. */
const fileNameLengthMax = 255;

/** The decoder yields U+FFFD for bytes that are not UTF-8. */
export function usableFileName(field: string, fileName: string | undefined): string {
	if (fileName === undefined || fileName === '') {
		throw refuse('Request_Invalid', field, 'must be a file part with a file name');
	}
	if (fileName.length > fileNameLengthMax) {
		const limit = `must have a file name of at most ${fileNameLengthMax} characters`;
		throw refuse('Request_Invalid', field, limit);
	}
	if (/[\p{Cc}\ufffd]/u.test(fileName)) {
		throw refuse(
			'Request_Invalid',
			field,
			'must have a file name in UTF-8, without control characters',
		);
	}
	return fileName;
}

/** Yields the bytes of a part; refuses as soon as there are too many. */
export async function* limited(
	part: Readable & { readonly truncated?: boolean },
	field: string,
	sizeBytesMax: number,
): AsyncGenerator<Buffer> {
	let sizeBytes = 0;
	try {
		for await (const chunk of part as AsyncIterable<Buffer>) {
			sizeBytes += chunk.byteLength;
			if (sizeBytes > sizeBytesMax) throw refuse('Request_TooLarge', field, sizeBytesMax);
			yield chunk;
		}
	} catch (fault) {
		throw fault === part.errored ? refuse('Request_Malformed', reason(fault)) : fault;
	}
	if (part.truncated) throw refuse('Request_TooLarge', field, sizeBytesMax);
}

/**
 * Reads the text of a field. A text longer than the field allows is read but not kept; the result
 * is then another text that is too long, which the field's check refuses.
 */
export async function boundedText(
	name: string,
	field: Field,
	bytes: AsyncIterable<Buffer>,
): Promise<string> {
	const lengthMax = textLengthMax(field);
	const kept: Buffer[] = [];
	let sizeBytes = 0;
	for await (const chunk of bytes) {
		sizeBytes += chunk.byteLength;
		if (sizeBytes <= utf8BytesMax * lengthMax) kept.push(chunk);
		else kept.length = 0;
	}
	return sizeBytes > utf8BytesMax * lengthMax
		? 'x'.repeat(lengthMax + 1)
		: decode(name, Buffer.concat(kept));
}

/** Bytes of one character at most. */
const utf8BytesMax = 4;

/** The most characters a value of the field can have. */
function textLengthMax(field: Field): number {
	// A record field is bounded by the form's limit for texts.
	if (field.type === 'record') return Infinity;
	if (field.type !== 'string') return 'false'.length;
	const { choices, maxLength = Infinity } = field;
	return choices === undefined ? maxLength : Math.max(...choices.map(({ length }) => length));
}

function decode(field: string, bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw refuse('Request_Invalid', field, 'must be UTF-8 text');
	}
}

/** Reason why a form could not be read, as the end of a sentence. */
export function reason(error: unknown): string {
	if (!(error instanceof Error)) return 'the form is not well formed';
	return error.message.toLowerCase().replace(/\.+$/, '');
}
