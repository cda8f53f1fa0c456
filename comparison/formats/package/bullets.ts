/**
 * Bullets that say something: the boxes, ticks and crosses of checklists. Any other sign only looks
 * otherwise. Fonts of symbols have these signs in the place of letters, from U+F000 on or as they are.
 */
import { present } from '../../../server/at';

const said = [
	['with an empty box', '☐□▢❏❐❑❒◻'],
	['ticked', '☑✅✓✔🗸🗹'],
	['crossed', '☒✗✘✕✖❌❎🗴🗵🗶🗷'],
] as const;

const saidInFonts: Readonly<
	Record<string, readonly (readonly [words: string, codes: number[]])[]>
> = {
	wingdings: [
		['with an empty box', [0x6f, 0x70, 0x71, 0x72, 0xa8]],
		['ticked', [0xfc, 0xfe]],
		['crossed', [0xfb, 0xfd]],
	],
	'wingdings 2': [
		['with an empty box', [0xa3]],
		['ticked', [0x50, 0x52]],
		['crossed', [0x4f, 0x51, 0x53, 0x54]],
	],
};

/** Where Unicode has room for the signs of such fonts. */
const fontSigns = 0xf000;

/** Such as `ticked`; empty for a sign that says nothing. */
export function bulletWords(sign: string, font: string): string {
	const [first = ''] = sign.trim();
	const inFont = saidInFonts[font.toLowerCase()];
	if (first === '') return '';
	const point = present(first.codePointAt(0), 'a sign');
	const code = point >= fontSigns ? point - fontSigns : point;
	return (
		inFont?.find(([, codes]) => codes.includes(code))?.[0] ??
		said.find(([, signs]) => signs.includes(first))?.[0] ??
		''
	);
}
