/**
 * State of the fields that the reader fills in, in reading order. The server validates what is
 * sent.
 */
import { useState } from 'preact/hooks';
import { kindOf } from '../../../api/sealer/contract-fields';
import type { Request } from '../link/link';
import { keptNumber } from '../texts/numbers';
import type { Language } from '../../parts/language/languages';

export type Field = NonNullable<Request['fields']>[number];

export interface Fields {
	/** All fields, including those of others with their values. */
	readonly all: readonly Field[];
	/** How many files the contract has. */
	readonly fileCount: number;
	/** The reader's own fields. */
	readonly own: readonly Field[];
	readonly values: Readonly<Record<string, string>>;
	/** Index of the current field; undefined before the first. */
	readonly current: number | undefined;
	readonly set: (name: string, value: string) => void;
	/** Scrolls to a field and makes it current. */
	readonly go: (place: number) => void;
}

export function useFields({ fields: all = [], files = [], signerEmail, state }: Request): Fields {
	const [values, setValues] = useState<Readonly<Record<string, string>>>({});
	const [current, setCurrent] = useState<number>();
	const own = all
		.filter((field) => state === 'Asked' && field.signerEmail === signerEmail)
		.filter(({ value }) => value === undefined)
		.sort(inOrder);
	return {
		all,
		fileCount: files.length,
		own,
		values,
		current,
		set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
		go(place) {
			setCurrent(place);
			document.getElementById(markId(own[place]))?.scrollIntoView({ block: 'center' });
		},
	};
}

/** Reading order: by file and page, then top to bottom, then left to right. */
function inOrder(one: Field, other: Field): number {
	return (
		Number(one.fileNumber) - Number(other.fileNumber) ||
		Number(one.page) - Number(other.page) ||
		Number(one.y) - Number(other.y) ||
		Number(one.x) - Number(other.x)
	);
}

export function markId(field: Field | undefined): string {
	return `field ${field?.name ?? ''}`;
}

/** True if signing fills it in. */
export function isFilledBySigning({ type }: Field): boolean {
	return kindOf(type).by === 'Signing';
}

export function isEmpty({ name, type }: Field, values: Fields['values']): boolean {
	const value = values[name] ?? '';
	return type === 'Checkbox' ? value !== 'true' : value.trim() === '';
}

/** Required fields that are still empty. */
export function missingOf({ own, values }: Fields): readonly Field[] {
	return own.filter(
		(field) => field.required && !isFilledBySigning(field) && isEmpty(field, values),
	);
}

/** Numbers that are not written as the language has it. */
export function misreadOf({ own, values }: Fields, language: Language): readonly Field[] {
	return own.filter(
		({ name, type }) => type === 'Number' && keptNumber(values[name] ?? '', language) === undefined,
	);
}

export function sentValues({ own, values }: Fields, language: Language) {
	return own
		.filter((field) => !isFilledBySigning(field) && (values[field.name] ?? '') !== '')
		.map(({ name, type }) => {
			const value = values[name] ?? '';
			return { name, value: type === 'Number' ? (keptNumber(value, language) ?? value) : value };
		});
}
