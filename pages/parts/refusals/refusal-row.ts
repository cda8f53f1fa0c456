/** How a refusal is said in the language of a reader: the form of a row, and what is put into it. Pure. */
import type { ErrorCode } from '../../../api/errors';
import type { Language, Reader } from '../language/languages';

/**
 * Two lines a language: what happened, and what to change. `{0}` stands for an argument of the refusal, as in
 * `api/errors.ts`; `{0 said}` for one that is words of the program. English is left out where the words of the server
 * serve people.
 */
export type RefusalRow = readonly [german: string, french: string, english?: string];

export type RefusalTable = Readonly<Partial<Record<ErrorCode, RefusalRow>>>;

export interface Told {
	readonly happened: string;
	readonly change: string;
}

/** By their place in the sentence of `api/errors.ts`. */
export type Arguments = Readonly<Record<string, unknown>>;

const columns: Readonly<Record<Language, 0 | 1 | 2>> = { German: 0, French: 1, English: 2 };

/** Undefined if the row has no such language, or something that is put in is missing or not understood. */
export function filledRow(
	row: RefusalRow,
	args: Arguments,
	{ language, locale }: Reader,
	said: (words: string) => string | undefined = () => undefined,
): Told | undefined {
	let isWhole = true;
	const text = row[columns[language]]?.replace(
		/\{(\d)( said)?\}/g,
		(_place, index: string, isSaid?: string) => {
			const given = args[index];
			const put = isSaid === undefined ? shownArgument(given, locale) : said(String(given));
			isWhole &&= put !== undefined;
			return put ?? '';
		},
	);
	if (text === undefined || !isWhole) return undefined;
	const [happened = '', change = ''] = text.split('\n');
	return { happened, change };
}

function shownArgument(given: unknown, locale: string | undefined): string | undefined {
	if (typeof given === 'number' || typeof given === 'bigint') return given.toLocaleString(locale);
	if (typeof given !== 'string') return undefined;
	if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(given)) return given;
	return new Date(given).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}
