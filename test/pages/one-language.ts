/** A page on a phone, told in one language: nothing is left in English, cut off or hidden. */
import type { Page } from 'playwright-core';
import { errors } from '../../api/errors';
import { languages } from '../../pages/parts/language/languages';
import type { TextTable } from '../../pages/parts/language/text-table';

export const phone = { width: 390, height: 844 };

export const spoken = [
	{ language: 'German', column: 0, date: /^\d{2}\.\d{2}\.\d{4}, / },
	{ language: 'French', column: 1, date: /^\d{1,2} \S+ \d{4}, / },
] as const;

/** The whole text of every element, and what stands in attributes for people. */
export const shownTexts = `[...document.querySelectorAll('*:not(script, style)')]
	.flatMap((one) => [one.textContent, ...['aria-label', 'placeholder', 'alt', 'title'].map((name) => one.getAttribute(name))])
	.map((text) => (text ?? '').replace(/\\s+/g, ' ').trim())`;

/** The server's own sentences: a page says none of them in another language. */
const sentences: TextTable = Object.fromEntries(
	Object.values(errors).map(({ happened }) => [happened, ['', '']]),
);

/** Tells a text in English that reads otherwise in the language, whatever is put in; too short a one could be any. */
export function isEnglishFor(
	tables: readonly TextTable[],
	column: 0 | 1,
): (shown: string) => boolean {
	const rows = [...tables, sentences].flatMap((table) => Object.entries(table));
	const own = new Set(rows.map(([, row]) => row[column]));
	const english = rows.map(([name]) => name).filter((name) => !own.has(name));
	const whole = new Set(english);
	const filled = english
		.filter((name) => /\{\w+\}/.test(name) && name.replace(/\{\w+\}/g, '').length > 10)
		.map((name) => new RegExp(`^${name.replace(/[.?+()]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`));
	return (shown) => whole.has(shown) || filled.some((pattern) => pattern.test(shown));
}

interface OneLanguage {
	readonly language: (typeof spoken)[number]['language'];
	readonly tables: readonly TextTable[];
}

/** Opens what is folded, and looks at every text. */
export async function expectOneLanguage(
	page: Page,
	{ language, tables }: OneLanguage,
): Promise<void> {
	const closed = page.locator('details:not([open]) > summary');
	while ((await closed.count()) > 0) await closed.first().click();
	expect(await page.locator('html').getAttribute('lang')).toBe(languages[language].tag);
	const shown = await page.evaluate<readonly string[]>(shownTexts);
	expect(shown.filter(isEnglishFor(tables, language === 'German' ? 0 : 1))).toEqual([]);
	expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
}
