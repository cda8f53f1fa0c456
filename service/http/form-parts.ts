/** The parts of a form by themselves: how long they may be, what a file is called, what a text says. */
import type { Readable } from 'node:stream';
import type { Field } from '../../api/language/description';
import { refuse } from '../../server/refusal';

/** What file systems take, so that a download can be saved under its own name. */
const fileNameLengthMax = 255;

/** The decoder puts U+FFFD where the bytes were no UTF-8. */
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

/** The bytes of a part; refuses as soon as they are more than they may be. */
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
 * The text of a field. What is longer than the field can be is read and not kept; another text that
 * is too long stands for it, which the check of the field refuses in its own words.
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

/** More characters than this no value of the field has. */
function textLengthMax(field: Field): number {
	// What may be in a record is its own; the form bounds it as any text.
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

/** Why a form could not be read, as the rest of a sentence. */
export function reason(error: unknown): string {
	if (!(error instanceof Error)) return 'the form is not well formed';
	return error.message.toLowerCase().replace(/\.+$/, '');
}
