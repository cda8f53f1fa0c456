/**
 * Reads the file name of a Content-Disposition header. The name must not lead out of a folder,
 * whatever service sent it.
 */
import { safeFileName } from '../../api/file-names';

/** Prefers the encoded form of RFC 8187; undefined if there is no name. */
export function fileNameOf(disposition: unknown): string | undefined {
	if (typeof disposition !== 'string') return undefined;
	const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
	const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
	const name = (encoded === undefined ? undefined : decoded(encoded.trim())) ?? plain;
	return name === undefined ? undefined : safeFileName(name);
}

function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		// Malformed encoding; the plain name or a default is used.
		return undefined;
	}
}
