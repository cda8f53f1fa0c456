/**
 * Builds HTML safely: every value in a template is escaped unless it is a `Markup`. Shared by
 * pages, mails and reports, with their formats of times and sizes.
 */
type Value = string | number | Markup | readonly Markup[];

const none: ReadonlySet<string> = new Set();

/** A finished piece of HTML; made by `markup` only. */
export class Markup {
	constructor(
		readonly text: string,
		/** Names of the signs within it that a legend explains. */
		readonly signs: ReadonlySet<string> = none,
	) {}
}

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** The one escaping rule, for text in elements and in quoted attributes. */
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);
}

function written(value: Value): string {
	if (value instanceof Markup) return value.text;
	if (typeof value === 'string') return escapeHtml(value);
	if (typeof value === 'number') return String(value);
	return value.map((piece) => piece.text).join('');
}

/** Tag of a template literal: markup`<p>${text}</p>` with `text` escaped. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
	return new Markup(
		parts.reduce((text, part, index) => text + written(values[index - 1] ?? '') + part),
		signsIn(values),
	);
}

function signsIn(values: readonly Value[]): ReadonlySet<string> {
	return values.reduce<ReadonlySet<string>>((signs, value) => {
		if (typeof value === 'string' || typeof value === 'number') return signs;
		return value instanceof Markup ? union(signs, value.signs) : union(signs, signsIn(value));
	}, none);
}

/** Most pieces have no signs, or the same: they share one set. */
function union(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
	if (other.size === 0 || [...other].every((sign) => one.has(sign))) return one;
	return one.size === 0 ? other : new Set([...one, ...other]);
}

/** `2026-11-20 17:52 UTC` from an ISO 8601 time in UTC. */
export function utcText(isoTime: string): string {
	return `${isoTime.slice(0, 10)} ${isoTime.slice(11, 16)} UTC`;
}

/** Formats a whole number: `1,234`. Intl takes longer to load than a report takes to make. */
export function numberText(count: number): string {
	return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Formats a count: `1 line`, `1,234 lines`. */
export function countText(count: number, noun: string): string {
	return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
