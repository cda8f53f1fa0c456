/**
 * The patterns of the rules, which are regular expressions that users wrote: each step of matching has a time
 * of its own, because a few characters can keep the engine busy for years.
 */
import { isNativeError } from 'node:util/types';
import vm from 'node:vm';
import { TooMuchToCompare } from './comparison';
import type { CompareRules } from './rules';

export interface Pattern {
	readonly source: string;
	readonly expression: RegExp;
}

/** `rule-check.ts` has refused what is no regular expression. */
export function patternsOf({ ignorePatterns = [] }: CompareRules): readonly Pattern[] {
	return ignorePatterns.map((source) => ({ source, expression: new RegExp(source, 'gmu') }));
}

export interface Hit {
	readonly from: number;
	/** Exclusive. */
	readonly to: number;
}

/** Where a pattern matches, in order; a match of nothing is none. */
export function hitsOf(text: string, pattern: Pattern): readonly Hit[] {
	last = pattern.source;
	return Array.from(text.matchAll(pattern.expression), ({ 0: match, index }) => ({
		from: index,
		to: index + match.length,
	})).filter(({ from, to }) => to > from);
}

/** The text with a mark in place of each match; calls `onHit` for each. */
export function replaceHits(
	text: string,
	pattern: Pattern,
	{ mark, onHit }: { readonly mark: string; readonly onHit: (pattern: Pattern) => void },
): string {
	last = pattern.source;
	return text.replace(pattern.expression, (match) => {
		if (match === '') return '';
		onHit(pattern);
		return mark;
	});
}

/** Most for one step: a whole text, a page, or a table of one side. */
export const stepMsMax = 10_000;

/** The pattern that is matched, or was last. */
let last = '';

const step: { work: () => void } = { work: () => undefined };
const context = vm.createContext(step);
const script = new vm.Script('work()');

/** Does work that matches these patterns; throws `TooMuchToCompare` if that takes too long. */
export function withinStep<Result>(
	patterns: readonly Pattern[],
	work: () => Result,
	timeoutMs = stepMsMax,
): Result {
	if (patterns.length === 0) return work();
	const done: { result?: { readonly value: Result } } = {};
	step.work = () => {
		done.result = { value: work() };
	};
	try {
		script.runInContext(context, { timeout: timeoutMs });
	} catch (fault) {
		if (!isTimeout(fault)) throw fault;
		throw new TooMuchToCompare(
			`The pattern ${last} takes more than ${timeoutMs / 1_000} seconds: the files were compared as pieces of bytes. A pattern that repeats what is repeated itself, such as (a+)+, can take that long.`,
		);
	}
	if (done.result === undefined) throw new Error('a step ended without a result');
	return done.result.value;
}

function isTimeout(fault: unknown): boolean {
	return isNativeError(fault) && 'code' in fault && fault.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
