/**
 * The words of every refusal that people can meet, by its code. It is loaded with the first refusal that a reader of
 * another language than English meets. Pure.
 */
import { errors, type ErrorCode } from '../../../api/errors';
import { exchangeRefusals } from './exchange-refusals';
import { generalRefusals } from './general-refusals';
import { reasons } from './reasons';
import { filledRow, type Reader, type RefusalTable, type Told } from './refusal-row';
import { serviceRefusals } from './service-refusals';

export const refusals: RefusalTable = {
	...generalRefusals,
	...serviceRefusals,
	...exchangeRefusals,
};

/** A refusal as a page has it from a server, in English. */
interface Refused extends Told {
	/** Of `api/errors.ts`, or a word of the page where the answer names none. */
	readonly code: string;
	readonly args: readonly unknown[];
}

/** Undefined if the words of the server are all there is. */
export function refusalIn({ code, args, ...said }: Refused, reader: Reader): Told | undefined {
	const found = refusalOf(said.happened);
	if (isErrorCode(code) && (args.length > 0 || found === undefined)) {
		return rowOf(code, args, reader);
	}
	if (found !== undefined) return rowOf(found.code, found.args, reader);
	const happened = saidIn(said.happened, reader);
	if (happened === undefined) return undefined;
	return { happened, change: saidIn(said.change, reader) ?? said.change };
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

function rowOf(code: ErrorCode, args: readonly unknown[], reader: Reader): Told | undefined {
	const row = refusals[code];
	return row && filledRow(row, args, reader, (words) => saidIn(words, reader));
}

/** Words of a program: a reason, or a refusal that another program gave as its reason, with its code or without. */
function saidIn(words: string, reader: Reader): string | undefined {
	for (const [template, row] of Object.entries(reasons)) {
		const args = argumentsIn(template, words);
		if (args !== undefined) return filledRow(row, args, reader)?.happened;
	}
	const found = refusalOf(words.replace(/^[A-Z]\w+_\w+: /, ''));
	return found && rowOf(found.code, found.args, reader)?.happened;
}

/** Both forms in which a refusal is written, those with the most words of their own first. */
const templates = Object.entries(errors)
	.flatMap(([code, { happened, change }]) =>
		[happened, `${happened} ${change}`].map((template) => ({ code: code as ErrorCode, template })),
	)
	.map((one) => ({ ...one, words: one.template.replace(/\{\d\}/g, '').length }))
	.sort((one, other) => other.words - one.words);

/** Finds a refusal by its English sentence: the storage names no codes. */
export function refusalOf(
	message: string,
): { readonly code: ErrorCode; readonly args: readonly unknown[] } | undefined {
	for (const { code, template } of templates) {
		const args = argumentsIn(template, message);
		if (args !== undefined) return { code, args };
	}
	return undefined;
}

/** What was put into a template to get the text; undefined if nothing gives it. */
export function argumentsIn(template: string, text: string): readonly unknown[] | undefined {
	const places = new Set<string>();
	const pattern = template.replace(/\{(\d)\}|[\\^$.*+?()[\]{}|]/g, (found, place: string) => {
		if (place === undefined) return `\\${found}`;
		if (places.has(place)) return `\\k<p${place}>`;
		places.add(place);
		return `(?<p${place}>.+?)`;
	});
	const found = new RegExp(`^${pattern}$`, 's').exec(text);
	if (found === null) return undefined;
	const args: unknown[] = [];
	for (const place of places) args[Number(place)] = numberOr(found.groups?.[`p${place}`] ?? '');
	return args;
}

/** A whole number is shown in the reader's form. */
function numberOr(text: string): string | number {
	return /^\d{1,15}$/.test(text) ? Number(text) : text;
}
