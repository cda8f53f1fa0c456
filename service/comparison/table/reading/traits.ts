/**
 * Traits of a cell other than its value: kind (number, date, text), number format, and formula.
 * The traits of a row are packed into one string, like its cells.
 */
import { cellMark, withoutMark } from './table';

export interface Trait {
	/** Empty for a text. */
	readonly kind: '' | 'number' | 'date' | 'truth' | 'error';
	/** Number format as written in the file; empty if there is none. */
	readonly format: string;
	/** Without the leading `=`; empty if there is none. */
	readonly formula: string;
}

const partMark = '\u001e';
const plainText: Trait = { kind: '', format: '', formula: '' };

export function packTraits(traits: readonly Trait[]): string {
	return traits
		.map(({ kind, format, formula }) => {
			const parts = formula === '' ? [kind, format] : [kind, format, formula];
			return parts.every((part) => part === '') ? '' : parts.map(withoutMarks).join(partMark);
		})
		.join(cellMark);
}

export function traitsOf(row: string): readonly Trait[] {
	return row.split(cellMark).map(traitOf);
}

export function hasFormula(row: string): boolean {
	return row.split(cellMark).some((cell) => cell.split(partMark).length > 2);
}

function traitOf(packed: string): Trait {
	if (packed === '') return plainText;
	const [kind = '', format = '', formula = ''] = packed.split(partMark);
	return { kind: kindOf(kind), format, formula };
}

function kindOf(text: string): Trait['kind'] {
	return text === 'number' || text === 'date' || text === 'truth' || text === 'error' ? text : '';
}

function withoutMarks(text: string): string {
	return withoutMark(text).replaceAll(partMark, '\u241e');
}
