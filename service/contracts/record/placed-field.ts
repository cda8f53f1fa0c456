/**
 * A field of a contract as it is kept: who fills it in, where it stands, and what its creator has filled
 * in already. Contracts and templates keep their fields as one text, and each signer what they filled in.
 */
import type { fieldTypes } from '../../../api/sealer/contract-fields';

export type FieldType = (typeof fieldTypes)[number];

export interface PlacedField {
	/** Unique within its contract. */
	readonly name: string;
	readonly type: FieldType;
	/** Place of its signer, from 1. */
	readonly signer: number;
	/** From 1. */
	readonly page: number;
	/** Shares of the page as it is shown, from its upper left corner. */
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly required: boolean;
	/** Of who created the contract; its signer does not change it. */
	readonly value?: string;
	/** The text tag it was made of, which it covers: from its lower left corner. */
	readonly tag?: { readonly width: number; readonly height: number };
}

/** What a signer filled in, by the names of the fields. */
export type FieldTexts = Readonly<Record<string, string>>;

/** Filled in by the signature itself. */
export function isFilledBySigning({ type }: Pick<PlacedField, 'type'>): boolean {
	return type === 'Signature' || type === 'Date';
}

/** Null where there are none, as before there were any. */
export function fieldsText(fields: readonly PlacedField[]): string | null {
	return fields.length === 0 ? null : JSON.stringify(fields);
}

export function fieldsIn(text: string | null): readonly PlacedField[] {
	return text === null ? [] : (JSON.parse(text) as readonly PlacedField[]);
}

export function textsIn(text: string | null): FieldTexts {
	return text === null ? {} : (JSON.parse(text) as FieldTexts);
}

/** Null where nothing was filled in. */
export function textsText(texts: FieldTexts): string | null {
	return Object.keys(texts).length === 0 ? null : JSON.stringify(texts);
}
