/**
 * What a cell has beside its value: whether it is a number, a date or a text, how it is shown, and the
 * formula it was worked out by; of a whole row one string, as its cells are.
 */
import { cellMark, withoutMark } from './table';

export interface Trait {
	/** Empty of a text. */
	readonly kind: '' | 'number' | 'date' | 'truth' | 'error';
	/** The format of numbers as the file writes it; empty where there is none. */
	readonly format: string;
	/** Without the sign it begins with; empty where there is none. */
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
