import type { Model } from '../../../api/types';
import type { PlacedField } from './placed-field';
import type { Standing } from './standing';

type WireField = NonNullable<Model<'Contract'>['fields']>[number];

/** Each field with its signer's address and its value. */
export function wireFields({
	fields,
	parties,
	fieldTexts,
}: Pick<Standing, 'fields' | 'parties' | 'fieldTexts'>): readonly WireField[] {
	return fields.map((field) => {
		const { name, type, signer, required } = field;
		const value = field.value ?? fieldTexts[signer - 1]?.[name];
		return {
			name,
			type,
			signerEmail: parties[signer - 1]?.address ?? '',
			fileNumber: field.fileNumber ?? 1,
			...placeOf(field),
			...detailsOf(field),
			required,
			...(value !== undefined && { value }),
		};
	});
}

export function wireTemplateFields(
	fields: readonly PlacedField[],
): NonNullable<Model<'Template'>['fields']> {
	return fields.map((field) => {
		const { name, type, signer, required, value } = field;
		return {
			name,
			type,
			signer,
			...placeOf(field),
			...detailsOf(field),
			required,
			...(value !== undefined && { value }),
		};
	});
}

function placeOf({ page, x, y, width, height }: PlacedField) {
	return { page, x, y, width, height };
}

function detailsOf({ options, min, max }: PlacedField) {
	return {
		...(options !== undefined && { options }),
		...(min !== undefined && { min }),
		...(max !== undefined && { max }),
	};
}
