/**
 * The handwriting font of typed signatures, loaded on demand in the parts that the letters need.
 */
import cyrillic from '@fontsource/caveat/files/caveat-cyrillic-400-normal.woff2';
import latinExtended from '@fontsource/caveat/files/caveat-latin-ext-400-normal.woff2';
import latin from '@fontsource/caveat/files/caveat-latin-400-normal.woff2';

/** The ranges are those of the font's own style sheet. */
const parts: readonly (readonly [string, string])[] = [
	[latin, 'U+0000-00FF, U+0131, U+0152-0153, U+2000-206F'],
	[latinExtended, 'U+0100-0130, U+0132-0151, U+0154-02BA, U+1E00-1E9F, U+1EF2-1EFF'],
	[cyrillic, 'U+0400-045F, U+0490-0491, U+2116'],
];

export const hand = 'Caveat';

/** Resolves when the font is loaded for the text, or known to lack its letters. */
export async function handReady(font: string, text: string): Promise<void> {
	addHand();
	await document.fonts.load(font, text);
}

let isAdded = false;

function addHand(): void {
	if (isAdded) return;
	isAdded = true;
	for (const [file, unicodeRange] of parts) {
		document.fonts.add(new FontFace(hand, `url(${file})`, { unicodeRange }));
	}
}

/** No font has a sign for it, so it is drawn as whatever stands for a missing letter, or not at all. */
const nobodysLetter = '\u{10FFFF}';

/**
 * The letters of a text that no font of this device has, each once and with its code, which is seen
 * where the letter is not. The font must be ready.
 */
export function missingLetters(font: string, text: string): readonly string[] {
	const canvas = document.createElement('canvas');
	canvas.width = canvas.height = 160;
	const context = canvas.getContext('2d', { willReadFrequently: true });
	if (context === null) return [];
	context.font = font;
	context.textBaseline = 'middle';
	const drawn = (letter: string) => {
		context.clearRect(0, 0, canvas.width, canvas.height);
		context.fillText(letter, 20, canvas.height / 2);
		return context.getImageData(0, 0, canvas.width, canvas.height).data.join();
	};
	const missing = drawn(nobodysLetter);
	const blank = drawn('');
	const letters = new Set(text.match(/[\p{L}\p{N}\p{P}\p{S}]/gu));
	return [...letters]
		.filter((letter) => [missing, blank].includes(drawn(letter)))
		.map((letter) => `${letter} (U+${letter.codePointAt(0)?.toString(16).toUpperCase()})`);
}
