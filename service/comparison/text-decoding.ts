/**
 * Reads bytes as text without losing any difference between them: two byte sequences in the same
 * encoding give the same text only when they are the same. What is not text is found here.
 */
export interface DecodedText {
	readonly text: string;
	readonly encoding: 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';
}

/** Control characters that texts do not hold; tab, line ends, form feed and escape they may. */
const binaryCharacter = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f\u007f]/;

/** Beyond this share of bytes above 127, bytes that are not Unicode are not taken for text. */
const highByteShareMax = 0.3;

/**
 * The text in `bytes`, or nothing when they are not text. `isWhole` is false for the beginning of
 * a longer file, which may end in the middle of a character.
 */
export function decodeText(bytes: Uint8Array, isWhole: boolean): DecodedText | undefined {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return decoded(bytes, 'UTF-16LE', isWhole);
	if (first === 0xfe && second === 0xff) return decoded(bytes, 'UTF-16BE', isWhole);
	return decoded(bytes, 'UTF-8', isWhole) ?? latinText(bytes, isWhole);
}

function latinText(bytes: Uint8Array, isWhole: boolean): DecodedText | undefined {
	const highBytes = bytes.reduce((count, byte) => (byte > 127 ? count + 1 : count), 0);
	if (highBytes > bytes.length * highByteShareMax) return undefined;
	return decoded(bytes, 'Windows-1252', isWhole);
}

/** A mark of the byte order stays in the text: it is a difference at the finest level. */
function decoded(
	bytes: Uint8Array,
	encoding: DecodedText['encoding'],
	isWhole: boolean,
): DecodedText | undefined {
	const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
	try {
		const text = decoder.decode(bytes, { stream: !isWhole });
		return binaryCharacter.test(text) ? undefined : { text, encoding };
	} catch {
		return undefined;
	}
}
