import { fieldsIn, textsIn, type PlacedField } from '../record/placed-field';
import type { StampedField } from '../../sealing/pdf/field-stamps';

interface SignedRow {
	readonly position: number;
	readonly address: string;
	readonly field_values: string | null;
}

/**
 * The stamps of a completed contract's fields in one of its files. Pictures are named by the index of their signature;
 * an empty field only covers its tag, but for
 * the boxes that are to be ticked.
 */
export function stampsOf(
	{ fields }: { readonly fields: string | null },
	fileNumber: number,
	signatures: readonly SignedRow[],
): readonly StampedField[] {
	const placed = fieldsIn(fields).filter((field) => (field.fileNumber ?? 1) === fileNumber);
	return placed.map((field) => {
		const { page, x, y, width, height, tag } = field;
		const place = { page, x, y, width, height, ...(tag !== undefined && { tag }) };
		return { ...place, content: contentOf(field, signatures) };
	});
}

function contentOf(
	{ name, type, signer, value, options = [] }: PlacedField,
	signatures: readonly SignedRow[],
): StampedField['content'] {
	const at = signatures.findIndex(({ position }) => position === signer - 1);
	const signed = signatures[at];
	if (type === 'Signature') {
		return { kind: 'picture', signer: at, otherwise: signed?.address ?? '' };
	}
	const text = value ?? textsIn(signed?.field_values ?? null)[name] ?? '';
	if (type === 'Radio') return { kind: 'choice', options, chosen: text };
	return type === 'Checkbox'
		? { kind: 'check', isChecked: text === 'true' }
		: { kind: 'text', text };
}
