/**
 * Allowed values of fields by type, and the values a signer fills in. The day of signing is filled
 * in automatically.
 */
import { fieldKinds } from '../../../api/sealer/contract-fields';
import { refuse } from '../../../server/refusal';
import { isFilledBySigning, type FieldTexts, type PlacedField } from '../record/placed-field';
import { checkedNumber, lettersFault } from './details';

/** A field's name and its value. */
export interface SentText {
	readonly name: string;
	readonly value: string;
}

type ValuedField = Pick<PlacedField, 'name' | 'type' | 'options' | 'min' | 'max'>;

/** The value as it is kept; refuses one that the field does not take. An empty one stays empty. */
export function checkedText(field: ValuedField, sent: string): string {
	const text = sent.trim();
	const number = field.type === 'Number' && text !== '' ? checkedNumber(field, text) : { text };
	const fault = 'fault' in number ? number.fault : textFault(field, text);
	if (fault !== undefined) throw refuse('Sealer_FieldInvalid', field.name, fault);
	return 'text' in number ? number.text : text;
}

function textFault({ type, options = [] }: ValuedField, text: string): string | undefined {
	switch (type) {
		case 'Signature':
			return 'is filled in with the signature itself, and takes no value';
		case 'Date':
			return 'is filled in with the day of signing, and takes no value';
		case 'Checkbox':
			return text === 'true' || text === 'false' ? undefined : 'takes true or false';
		case 'Select':
		case 'Radio':
			return text === '' || options.includes(text)
				? undefined
				: `takes one of its options: ${options.join(', ')}`;
		case 'Number':
			return undefined;
		case 'Initials':
		case 'Name':
		case 'Text': {
			const { lengthMax } = fieldKinds[type];
			if (Array.from(text).length > lengthMax) return `takes at most ${lengthMax} characters`;
			return text.isWellFormed() && !/\p{Cc}/u.test(text)
				? lettersFault(text)
				: 'takes one line of readable text';
		}
	}
}

interface Filling {
	/** All fields of the contract. */
	readonly fields: readonly PlacedField[];
	/** Position of the signer, from 1. */
	readonly signer: number;
	readonly sent: readonly SentText[];
	/** The day of signing, in the contract's language. */
	readonly day: string;
}

/** Returns the values of the signer's fields; refuses other signers' fields and missing values. */
export function filledTexts({ fields, signer, sent, day }: Filling): FieldTexts {
	const own = fields.filter((field) => field.signer === signer && field.value === undefined);
	const texts = new Map<string, string>();
	for (const { name, value } of sent) {
		const field = own.find((one) => one.name === name);
		if (field === undefined) {
			throw refuse('Sealer_FieldInvalid', name, 'is none that this signer fills in');
		}
		if (texts.has(name)) throw refuse('Sealer_FieldInvalid', name, 'is given more than once');
		texts.set(name, checkedText(field, value));
	}
	const missing = own.filter((field) => !isFilledBySigning(field) && isMissing(field, texts));
	if (missing.length > 0) {
		throw refuse('Sealer_FieldsMissing', missing.map(({ name }) => name).join(', '));
	}
	for (const field of own) if (field.type === 'Date') texts.set(field.name, day);
	return Object.fromEntries([...texts].filter(([, text]) => text !== ''));
}

/** A required checkbox is missing until it is ticked. */
function isMissing({ name, type, required }: PlacedField, texts: ReadonlyMap<string, string>) {
	const text = texts.get(name) ?? '';
	return required && (text === '' || (type === 'Checkbox' && text !== 'true'));
}

/** Names of the fields a signer filled in, with those that signing fills in. */
export function filledNames(
	fields: readonly PlacedField[],
	{ signer, texts }: { readonly signer: number; readonly texts: FieldTexts },
): readonly string[] {
	return fields
		.filter((field) => field.signer === signer && field.value === undefined)
		.filter(({ name, type }) => type === 'Signature' || texts[name] !== undefined)
		.map(({ name }) => name);
}
