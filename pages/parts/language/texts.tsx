/** The texts of a page in the language of its reader. */
import type { ComponentChildren } from 'preact';
import { useLanguage } from './language';
import { piecesOf, textIn, type SayText, type TextTable, type Values } from './text-table';

export interface Say<Name extends string> extends SayText<Name> {
	/** A text with components in its placeholders. */
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
