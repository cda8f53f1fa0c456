/** Displays values: times in the reader's zone, numbers in their locale, and shortened hashes. */
import { useEffect, useState } from 'preact/hooks';
import { useLanguage } from './language/language';
import { sharedTexts } from './language/shared-texts';
import { useTexts } from './language/texts';

const timeForms = new Map<string | undefined, Intl.DateTimeFormat>();

/** In the reader's zone; the tooltip has UTC. */
export function Time({ at }: { readonly at: string | number }) {
	const { locale } = useLanguage();
	const time = new Date(at);
	if (Number.isNaN(time.getTime())) return <>{at}</>;
	const exact = time.toISOString();
	return (
		<time dateTime={exact} title={exact}>
			{timeText(at, locale)}
		</time>
	);
}

/** For where no component may stand. */
export function timeText(at: string | number, locale: string | undefined): string {
	return timeFormOf(locale).format(new Date(at));
}

function timeFormOf(locale: string | undefined): Intl.DateTimeFormat {
	const made = timeForms.get(locale);
	if (made !== undefined) return made;
	const form = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
	timeForms.set(locale, form);
	return form;
}

/** Formats with digit groups, exactly. */
export function numberText(value: number | bigint, locale?: string): string {
	return value.toLocaleString(locale);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** Formats a size in the largest unit that it fills. */
export function sizeText(bytes: number | bigint, locale?: string): string {
	const sizeBytes = Number(bytes);
	const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, sizeBytes)) / 3));
	const unitDisplay = step === 0 ? 'long' : 'short';
	const style = {
		style: 'unit',
		unit: units[step],
		unitDisplay,
		maximumFractionDigits: 1,
	} as const;
	return new Intl.NumberFormat(locale, style).format(sizeBytes / 1000 ** step);
}

const copiedMs = 2_000;

/** Copies a text to the clipboard and confirms it. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }) {
	const [outcome, setOutcome] = useState<'copied' | 'refused'>();
	useEffect(() => {
		if (outcome === undefined) return undefined;
		const timer = setTimeout(() => setOutcome(undefined), copiedMs);
		return () => clearTimeout(timer);
	}, [outcome]);
	const copy = () => {
		putOnClipboard(text).then(
			() => setOutcome('copied'),
			() => setOutcome('refused'),
		);
	};
	const say = useTexts(sharedTexts);
	const said = { copied: say('Copied'), refused: say('Mark and copy it') };
	return (
		<>
			<button class="quiet" type="button" aria-label={say('Copy {what}', { what })} onClick={copy}>
				{outcome === undefined ? say('Copy') : said[outcome]}
			</button>
			<span class="hidden" role="status">
				{outcome === undefined ? '' : said[outcome]}
			</span>
		</>
	);
}

/** Browsers allow the clipboard only over HTTPS and on localhost. */
async function putOnClipboard(text: string): Promise<void> {
	if (!globalThis.isSecureContext) throw new Error('the clipboard is for secure pages');
	await navigator.clipboard.writeText(text);
}

const shownEachEnd = 8;

/** Shows both ends of a long text, and all of it when pressed. */
export function Hash({ text, what }: { readonly text: string; readonly what: string }) {
	const [isWhole, setWhole] = useState(false);
	const short = `${text.slice(0, shownEachEnd)}…${text.slice(-shownEachEnd)}`;
	const isLong = text.length > short.length;
	return (
		<span class="mono">
			{isLong ? (
				<button
					class="hash"
					type="button"
					aria-expanded={isWhole}
					title={text}
					onClick={() => setWhole(!isWhole)}
				>
					{isWhole ? text : short}
					<span class="hidden"> {what}</span>
				</button>
			) : (
				text
			)}{' '}
			<Copy text={text} what={what} />
		</span>
	);
}
