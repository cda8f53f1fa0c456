import type { mailLanguages } from '../../api/sealer/models';

export type Language = (typeof mailLanguages)[number];

/** BCP 47 tags, for date formats and HTML. */
const locales: Readonly<Record<Language, string>> = {
	English: 'en-GB',
	German: 'de-DE',
	French: 'fr-FR',
};

export function languageTag(language: Language): string {
	return locales[language].slice(0, 2);
}

/** `20 December 2026 at 13:00 CET (Europe/Berlin)`, or in UTC, which it then says. */
export function timeText(isoTime: string, language: Language, timeZone = 'UTC'): string {
	const text = timeFormat(language, timeZone).format(new Date(isoTime));
	return timeZone === 'UTC' ? text : `${text} (${timeZone})`;
}

/**
 * By language and zone. Making one takes most of a millisecond, and a contract may need hundreds.
 */
const timeFormats = new Map<string, Intl.DateTimeFormat>();
const timeFormatsMax = 100;

function timeFormat(language: Language, timeZone: string): Intl.DateTimeFormat {
	const key = `${language} ${timeZone}`;
	const known = timeFormats.get(key);
	if (known !== undefined) return known;
	const made = new Intl.DateTimeFormat(locales[language], {
		year: 'numeric',
		month: 'long',
		day: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
		timeZoneName: 'short',
		timeZone,
	});
	if (timeFormats.size === timeFormatsMax) timeFormats.clear();
	timeFormats.set(key, made);
	return made;
}

/** `20 December 2026`. */
export function dayText(isoTime: string, language: Language, timeZone = 'UTC'): string {
	const format = { dateStyle: 'long', timeZone } as const;
	return new Intl.DateTimeFormat(locales[language], format).format(new Date(isoTime));
}

/** True for a usable IANA zone name; offsets such as +01:00 are refused. */
export function isTimeZone(name: string): boolean {
	try {
		return /^[A-Za-z]/.test(name) && timeText(new Date(0).toISOString(), 'English', name) !== '';
	} catch (fault) {
		if (fault instanceof RangeError) return false;
		throw fault;
	}
}
