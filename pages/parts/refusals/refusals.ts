/**
 * The words of every refusal that people can meet, by its code. It is loaded with the first refusal that a reader of
 * another language than English meets. Pure.
 */
import { errors, type ErrorCode } from '../../../api/errors';
import type { Reader } from '../language/languages';
import { valuesIn, wordsIn } from '../language/text-table';
import { exchangeRefusals } from './exchange-refusals';
import { generalRefusals } from './general-refusals';
import { reasons } from './reasons';
import { filledRow, type Arguments, type RefusalTable, type Told } from './refusal-row';
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
		return rowOf(code, { ...args }, reader);
	}
	if (found !== undefined) return rowOf(found.code, found.args, reader);
	const happened = saidIn(said.happened, reader);
	if (happened === undefined) return undefined;
	return { happened, change: saidIn(said.change, reader) ?? said.change };
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

function rowOf(code: ErrorCode, args: Arguments, reader: Reader): Told | undefined {
	const row = refusals[code];
	return row && filledRow(row, args, reader, (words) => saidIn(words, reader));
}

/** Words of a program: a reason, or a refusal that another program gave as its reason, with its code or without. */
function saidIn(words: string, reader: Reader): string | undefined {
	const known = wordsIn(reasons, words, reader);
	if (known !== undefined) return known;
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
): { readonly code: ErrorCode; readonly args: Arguments } | undefined {
	for (const { code, template } of templates) {
		const args = valuesIn(template, message);
		if (args !== undefined) return { code, args };
	}
	return undefined;
}
