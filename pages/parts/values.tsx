/**
 * How a page shows the values of records: times in the reader's zone, numbers as they write them,
 * hashes shortened with the whole on demand.
 */
import { useEffect, useState } from 'preact/hooks';

const timeForm = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const numberForm = new Intl.NumberFormat();

/** In the reader's zone; in UTC when it is pointed at. */
export function Time({ at }: { readonly at: string | number }) {
	const time = new Date(at);
	if (Number.isNaN(time.getTime())) return <>{at}</>;
	const exact = time.toISOString();
	return (
		<time dateTime={exact} title={exact}>
			{timeForm.format(time)}
		</time>
	);
}

/** Digits in groups, every one of them. */
export function numberText(value: number | bigint): string {
	return numberForm.format(value);
}

const copiedMs = 2_000;

/** Puts a text on the clipboard and says so. */
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
	const said = { copied: 'Copied', refused: 'Mark and copy it' };
	return (
		<>
			<button class="quiet" type="button" aria-label={`Copy ${what}`} onClick={copy}>
				{outcome === undefined ? 'Copy' : said[outcome]}
			</button>
			<span class="hidden" role="status">
				{outcome === undefined ? '' : said[outcome]}
			</span>
		</>
	);
}

/** Browsers give the clipboard to pages over HTTPS and from this machine alone. */
async function putOnClipboard(text: string): Promise<void> {
	if (!globalThis.isSecureContext) throw new Error('the clipboard is for secure pages');
	await navigator.clipboard.writeText(text);
}

const shownEachEnd = 8;

/** The two ends of a long text that nobody reads; the whole when it is pressed. */
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
