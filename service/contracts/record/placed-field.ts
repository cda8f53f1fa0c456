/**
 * A stored field of a contract. Contracts and templates store their fields as one JSON text, and
 * each signer the values they filled in.
 */
import { kindOf, type FieldType } from '../../../api/sealer/contract-fields';

export interface PlacedField {
	/** Unique within its contract. */
	readonly name: string;
	readonly type: FieldType;
	/** Position of its signer, from 1. */
	readonly signer: number;
	/** Absent for the first file of its contract. */
	readonly fileNumber?: number;
	/** From 1. */
	readonly page: number;
	/** x, y, width and height are fractions of the page as shown, from its upper left corner. */
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	readonly required: boolean;
	/** Of a Select or a Radio. */
	readonly options?: readonly string[];
	/** Of a Number, as decimal texts. */
	readonly min?: string;
	readonly max?: string;
	/** Given by the contract's creator; its signer cannot change it. */
	readonly value?: string;
	/** Size of the text tag that the field replaces and covers, from its lower left corner. */
	readonly tag?: { readonly width: number; readonly height: number };
}

/** A signer's values by field name. */
export type FieldTexts = Readonly<Record<string, string>>;

/** True for fields that signing fills in. */
export function isFilledBySigning({ type }: Pick<PlacedField, 'type'>): boolean {
	return kindOf(type).by === 'Signing';
}

/** Null if empty, like rows from before there were fields. */
export function fieldsText(fields: readonly PlacedField[]): string | null {
	return fields.length === 0 ? null : JSON.stringify(fields);
}

export function fieldsIn(text: string | null): readonly PlacedField[] {
	return text === null ? [] : (JSON.parse(text) as readonly PlacedField[]);
}

export function textsIn(text: string | null): FieldTexts {
	return text === null ? {} : (JSON.parse(text) as FieldTexts);
}

/** Null if empty. */
export function textsText(texts: FieldTexts): string | null {
	return Object.keys(texts).length === 0 ? null : JSON.stringify(texts);
}
