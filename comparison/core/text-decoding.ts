/**
 * Decodes bytes to text without losing differences: different bytes in the same encoding give
 * different texts. Detects what is not text.
 *
 * The encoding follows, in this order, from the byte order mark, from valid UTF-8, from zero bytes
 * on one side of each pair (UTF-16), and from the frequencies of the bytes.
 */
import { analyse } from 'chardet';
import { at } from '../../server/at';

export interface DecodedText {
	readonly text: string;
	/** As the WHATWG names it: `UTF-8`, `UTF-16LE`, `windows-1252`, `Shift_JIS`. */
	readonly encoding: string;
}

/**
 * Control characters and noncharacters that do not occur in texts; tab, line ends, form feed and
 * escape may.
 */
const binaryCharacter = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f\u007f\ufdd0-\ufdef\ufffe\uffff]/;

/** Above this share of bytes over 127, the decoded text must look like a language. */
const highByteShareMax = 0.3;
const letterShareMin = 0.9;

/** Size of the sample for detection. */
const sampleSizeBytes = 64 * 1024;

/**
 * Decodes `bytes`; undefined if they are not text. `isWhole` is false for the beginning of a longer
 * file, which may end within a character.
 */
export function decodeText(bytes: Uint8Array, isWhole: boolean): DecodedText | undefined {
	const [first, second] = bytes;
	if (first === 0xff && second === 0xfe) return decoded(bytes, 'UTF-16LE', isWhole);
	if (first === 0xfe && second === 0xff) return decoded(bytes, 'UTF-16BE', isWhole);
	const sample = bytes.subarray(0, sampleSizeBytes);
	const wide = wideEncoding(sample);
	const wideText = wide && decoded(bytes, wide, isWhole);
	if (wideText !== undefined && isLanguage(wideText.text)) return wideText;
	if (hasEscapes(sample)) return decoded(bytes, 'ISO-2022-JP', isWhole);
	return decoded(bytes, 'UTF-8', isWhole) ?? guessed(bytes, sample, isWhole);
}

/** UTF-16 without a mark: most zero bytes are on one side of each pair. */
function wideEncoding(sample: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | undefined {
	if (!sample.includes(0)) return undefined;
	const zeros = [0, 0];
	for (const [index, byte] of sample.entries()) {
		if (byte === 0) zeros[index & 1] = at(zeros, index & 1) + 1;
	}
	const [even = 0, odd = 0] = zeros;
	if (even * 20 < odd) return 'UTF-16LE';
	return odd * 20 < even ? 'UTF-16BE' : undefined;
}

/** 7-bit Japanese, which would also be valid ASCII. */
function hasEscapes(sample: Uint8Array): boolean {
	return /\u001b\$[@B]/.test(Buffer.from(sample).toString('latin1'));
}

function guessed(bytes: Uint8Array, sample: Uint8Array, isWhole: boolean): DecodedText | undefined {
	const highBytes = sample.reduce((count, byte) => (byte > 127 ? count + 1 : count), 0);
	const isHigh = highBytes > sample.length * highByteShareMax;
	for (const { name } of analyse(sample)) {
		if (name.startsWith('UTF-') || !isKnown(name)) continue;
		const found = decoded(bytes, name === 'ISO-8859-1' ? 'windows-1252' : name, isWhole);
		if (found !== undefined && (!isHigh || isLanguage(found.text))) return found;
	}
	return isHigh ? undefined : decoded(bytes, 'windows-1252', isWhole);
}

/** True if letters, spaces and capitals are distributed as in languages. */
function isLanguage(text: string): boolean {
	const sample = text.slice(0, sampleSizeBytes);
	const letters = sample.match(/[\p{L}\p{N}\p{P}\s]/gu)?.length ?? 0;
	const oddWords = sample.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0;
	const isPlain = oddWords * 50 <= sample.length && /\s/.test(sample);
	return isPlain && letters >= letterShareMin * sample.length;
}

function isKnown(name: string): boolean {
	try {
		return new TextDecoder(name).encoding !== '';
	} catch {
		return false;
	}
}

/** The byte order mark stays in the text: it is a difference at the finest level. */
function decoded(bytes: Uint8Array, encoding: string, isWhole: boolean): DecodedText | undefined {
	const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
	try {
		const text = decoder.decode(bytes, { stream: !isWhole });
		return binaryCharacter.test(text) ? undefined : { text, encoding };
	} catch {
		return undefined;
	}
}
