/**
 * Allowed values of fields by type, and the values a signer fills in. The day of signing is filled
 * in automatically.
 */
import { refuse } from '../../../server/refusal';
import { unwritable } from '../../sealing/pdf/fonts';
import {
	isFilledBySigning,
	type FieldTexts,
	type FieldType,
	type PlacedField,
} from '../record/placed-field';

const lengthMax: Readonly<Record<FieldType, number>> = {
	Signature: 0,
	Date: 0,
	Initials: 10,
	Name: 100,
	Text: 500,
	Checkbox: 5,
};

/** A field's name and its value. */
export interface SentText {
	readonly name: string;
	readonly value: string;
}

/** Refuses a value that the field's type does not allow. */
export function requireText({ name, type }: Pick<PlacedField, 'name' | 'type'>, text: string) {
	const fault = textFault(type, text);
	if (fault !== undefined) throw refuse('Sealer_FieldInvalid', name, fault);
}

function textFault(type: FieldType, text: string): string | undefined {
	switch (type) {
		case 'Signature':
			return 'is filled in with the signature itself, and takes no value';
		case 'Date':
			return 'is filled in with the day of signing, and takes no value';
		case 'Checkbox':
			return text === 'true' || text === 'false' ? undefined : 'takes true or false';
		case 'Initials':
		case 'Name':
		case 'Text':
			if (Array.from(text).length > lengthMax[type]) {
				return `takes at most ${lengthMax[type]} characters`;
			}
			return text.isWellFormed() && !/\p{Cc}/u.test(text)
				? lettersFault(text)
				: 'takes one line of readable text';
	}
}

const namedMax = 10;

function lettersFault(text: string): string | undefined {
	const found = unwritable(text);
	if (found.length === 0) return undefined;
	const named = [...found.slice(0, namedMax), ...(found.length > namedMax ? ['…'] : [])].join(', ');
	return `has characters that the sealed file cannot show: ${named}; write it in Latin, Greek, Cyrillic, Hebrew, Arabic or Devanagari letters`;
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
		requireText(field, value);
		texts.set(name, value.trim());
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
