/**
 * The texts of a page, in one table of the page: a row is named by its English text, and has the German and the French
 * one. Braces hold placeholders. Pure.
 */
import type { Language, Reader } from './languages';

export type TextTable = Readonly<Record<string, readonly [german: string, french: string]>>;

/** A table whose rows are known by name. */
export function textTable<const Table extends TextTable>(table: Table): Table {
	return table;
}

/** A text in pieces: its own words, and what `put` makes of each placeholder. */
export function piecesOf<Piece>(
	table: TextTable,
	{ language, name }: { readonly language: Language; readonly name: string },
	put: (place: string) => Piece,
): readonly (string | Piece)[] {
	return textOf(table, language, name)
		.split(/\{(\w+)\}/)
		.map((part, index) => (index % 2 === 0 ? part : put(part)));
}

function textOf(table: TextTable, language: Language, name: string): string {
	if (language === 'English') return name;
	const row = table[name];
	if (row === undefined) throw new Error(`no text is called ${name}`);
	return language === 'German' ? row[0] : row[1];
}

export type Values = Readonly<Record<string, string | number | bigint>>;

/** A text with its placeholders filled, in the language of the reader. */
export type SayText<Name extends string> = (name: Name, values?: Values) => string;

/** What was put into a text to make it what is said; undefined if it was made of another. */
export function valuesIn(name: string, said: string): Values | undefined {
	const places = new Set<string>();
	const pattern = name.replace(/\{(\w+)\}|[\\^$.*+?()[\]{}|]/g, (found, place?: string) => {
		if (place === undefined) return `\\${found}`;
		if (places.has(place)) return `\\k<_${place}>`;
		places.add(place);
		return `(?<_${place}>.+?)`;
	});
	const found = new RegExp(`^${pattern}$`, 's').exec(said);
	if (found === null) return undefined;
	const put = (place: string) => numberOr(found.groups?.[`_${place}`] ?? '');
	return Object.fromEntries([...places].map((place) => [place, put(place)]));
}

/** A whole number is shown in the reader's form. */
function numberOr(text: string): string | number {
	return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Words of a program that stand in a table, in the language; undefined for others. */
export function wordsIn(
	table: TextTable,
	said: string,
	{ language, locale }: Reader,
): string | undefined {
	for (const name of Object.keys(table)) {
		const values = valuesIn(name, said);
		if (values !== undefined) return textIn(table, { language, name }, { values, locale });
	}
	return undefined;
}

/** A text with its placeholders filled; numbers as the locale writes them. */
export function textIn(
	table: TextTable,
	text: { readonly language: Language; readonly name: string },
	{ values, locale }: { readonly values: Values; readonly locale: string | undefined },
): string {
	const numbers = new Intl.NumberFormat(locale);
	return piecesOf(table, text, (place) => {
		const value = values[place] ?? '';
		return typeof value === 'string' ? value : numbers.format(value);
	}).join('');
}
