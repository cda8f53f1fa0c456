/** Numbers as each language writes them; kept with a point. Pure. */
import type { Language } from '../../parts/language/languages';

/** A number as it is kept, shown with the decimal sign of a language. */
export function shownNumber(number: string, language: Language): string {
	return language === 'English' ? number : number.replace('.', ',');
}

/**
 * A number as it is kept, read from what a person writes. Undefined where its point may divide thousands, as in 1.234 in
 * German: nobody signs another number than they mean.
 */
export function keptNumber(written: string, language: Language): string | undefined {
	const plain = written.replace(/\s/gu, '');
	if (language === 'English') return plain;
	return plain.includes('.') ? undefined : plain.replace(',', '.');
}
