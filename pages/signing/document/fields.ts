/**
 * The fields somebody fills in before they sign: which are theirs, in the order of the document, what they
 * have given so far, and which one they are at. The server checks what is sent.
 */
import { useState } from 'preact/hooks';
import type { Request } from '../link/link';

export type Field = NonNullable<Request['fields']>[number];

export interface Fields {
	/** All that are shown, those of others with what is in them. */
	readonly all: readonly Field[];
	/** What this person fills in. */
	readonly own: readonly Field[];
	readonly values: Readonly<Record<string, string>>;
	/** The place of the one that is filled in now; nothing before the first. */
	readonly current: number | undefined;
	readonly set: (name: string, value: string) => void;
	/** Shows the field on its page, and asks for it. */
	readonly go: (place: number) => void;
}

export function useFields({ fields: all = [], signerEmail, state }: Request): Fields {
	const [values, setValues] = useState<Readonly<Record<string, string>>>({});
	const [current, setCurrent] = useState<number>();
	const own = all
		.filter((field) => state === 'Asked' && field.signerEmail === signerEmail)
		.filter(({ value }) => value === undefined)
		.sort(inOrder);
	return {
		...{ all, own, values, current },
		set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
		go(place) {
			setCurrent(place);
			document.getElementById(markId(own[place]))?.scrollIntoView({ block: 'center' });
		},
	};
}

/** As they are read: by page, then from above, then from the left. */
function inOrder(one: Field, other: Field): number {
	return (
		Number(one.page) - Number(other.page) ||
		Number(one.y) - Number(other.y) ||
		Number(one.x) - Number(other.x)
	);
}

export function markId(field: Field | undefined): string {
	return `field ${field?.name ?? ''}`;
}

/** Whether it is filled in by signing, not by typing. */
export function isFilledBySigning({ type }: Field): boolean {
	return type === 'Signature' || type === 'Date';
}

export function isEmpty({ name, type }: Field, values: Fields['values']): boolean {
	const value = values[name] ?? '';
	return type === 'Checkbox' ? value !== 'true' : value.trim() === '';
}

/** Those without which nobody signs. */
export function missingOf({ own, values }: Fields): readonly Field[] {
	return own.filter(
		(field) => field.required && !isFilledBySigning(field) && isEmpty(field, values),
	);
}

/** What is sent of them. */
export function sentValues({ own, values }: Fields) {
	return own
		.filter((field) => !isFilledBySigning(field) && (values[field.name] ?? '') !== '')
		.map(({ name }) => ({ name, value: values[name] ?? '' }));
}
