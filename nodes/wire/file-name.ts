/**
 * The name a service gives to the bytes it sends, out of their Content-Disposition header. What is written to
 * a disk by it later must not lead out of its folder, whatever service the workflow asks.
 */
import { safeFileName } from '../../api/file-names';

/** The encoded form of RFC 8187 first, which is exact; undefined where neither names anything. */
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
		// A badly encoded name is no name; there is a plain one or a usual one.
		return undefined;
	}
}
