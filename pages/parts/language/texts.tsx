/** The texts of a page in the language of its reader. */
import type { ComponentChildren } from 'preact';
import { useLanguage } from './language';
import { piecesOf, textIn, type TextTable, type Values } from './text-table';

export interface Say<Name extends string> {
	/** A text with its placeholders filled; numbers as the reader writes them. */
	(name: Name, values?: Values): string;
	/** The same with components in the placeholders. */
	filled(name: Name, values: Readonly<Record<string, ComponentChildren>>): ComponentChildren;
}

export function useTexts<Table extends TextTable>(table: Table): Say<keyof Table & string> {
	const { language, locale } = useLanguage();
	const say = (name: string, values: Values = {}) =>
		textIn(table, { language, name }, { values, locale });
	return Object.assign(say, {
		filled: (name: string, values: Readonly<Record<string, ComponentChildren>>) => (
			<>{piecesOf(table, { language, name }, (place) => values[place])}</>
		),
	});
}
