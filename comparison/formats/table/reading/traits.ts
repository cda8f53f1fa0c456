/**
 * What a cell has besides its value: kind, number format, formula, link and look; packed into one string
 * per row, like the cells.
 */
import { joinWords, type Look } from '../../package/looks';
import { shownBeside } from './number-formats';
import { cellMark, withoutMark } from './table';

export interface Trait {
	/** Empty for a text. */
	readonly kind: '' | 'number' | 'date' | 'truth' | 'error';
	/** The number format as in the file; empty if there is none. */
	readonly format: string;
	/** Without the leading `=`; empty if there is none. */
	readonly formula: string;
	/** Where the cell leads; empty if it is no link. */
	readonly link: string;
	/** What a reader sees otherwise than plain text, such as `struck through`; empty if nothing. */
	readonly look: string;
}

const partMark = '\u001e';
export const plainText: Trait = { kind: '', format: '', formula: '', link: '', look: '' };

/** What a reader sees with the value, such as `EUR` or `struck through`. */
export function shownLook({ format, look }: Trait): string {
	return joinWords([shownBeside(format), look]);
}

/** `sight`: why its text is not seen, or nothing. */
export function cellLook(look: Look, sight: string): string {
	return joinWords([look['strike'] ?? '', look['script'] ?? '', sight]);
}

export function packTraits(traits: readonly Trait[]): string {
	return traits
		.map(({ kind, format, formula, link, look }) => {
			const parts = [kind, format, formula, link, look].map(withoutMarks);
			while (parts.at(-1) === '') parts.pop();
			return parts.join(partMark);
		})
		.join(cellMark);
}

/** `width`: the least number of cells; the packed traits may lack the last ones. */
export function traitsOf(row: string, width = 0): readonly Trait[] {
	const traits = row.split(cellMark).map(traitOf);
	while (traits.length < width) traits.push(plainText);
	return traits;
}

export function hasFormula(row: string): boolean {
	return row.split(cellMark).some((cell) => traitOf(cell).formula !== '');
}

function traitOf(packed: string): Trait {
	if (packed === '') return plainText;
	const [kind = '', format = '', formula = '', link = '', look = ''] = packed.split(partMark);
	return { kind: kindOf(kind), format, formula, link, look };
}

function kindOf(text: string): Trait['kind'] {
	return text === 'number' || text === 'date' || text === 'truth' || text === 'error' ? text : '';
}

function withoutMarks(text: string): string {
	return text === '' ? text : withoutMark(text).replaceAll(partMark, '\u241e');
}
