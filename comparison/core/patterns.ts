/**
 * The patterns of the rules, which are regular expressions that users wrote: each step of matching has a time
 * of its own, because a few characters can keep the engine busy for years.
 */
import { isNativeError } from 'node:util/types';
import vm from 'node:vm';
import { TooMuchToCompare } from './comparison';
import type { CompareRules } from './rules';

/** Replaces text hidden by a rule; a noncharacter, so no text contains it. */
export const hiddenCharacter = '\ufdd0';

export interface Pattern {
	readonly source: string;
	readonly expression: RegExp;
}

/** `rule-check.ts` has refused what is no regular expression. */
export function patternsOf({ ignorePatterns = [] }: CompareRules): readonly Pattern[] {
	return [...new Set(ignorePatterns)].map((source) => ({
		source,
		expression: new RegExp(source, 'gmu'),
	}));
}

export interface Hit {
	readonly from: number;
	/** Exclusive. */
	readonly to: number;
}

/** What patterns match in a text, in order and joined where it overlaps; a match of nothing is none. */
export function stretchesOf(
	text: string,
	patterns: readonly Pattern[],
	onHit: (pattern: Pattern) => void = () => undefined,
): readonly Hit[] {
	const hits = patterns.flatMap((pattern) => {
		const own = hitsOf(text, pattern);
		for (const _ of own) onHit(pattern);
		return own;
	});
	const stretches: Hit[] = [];
	for (const hit of hits.sort((one, other) => one.from - other.from)) {
		const last = stretches.at(-1);
		if (last === undefined || hit.from >= last.to) stretches.push(hit);
		else if (hit.to > last.to) stretches.splice(-1, 1, { from: last.from, to: hit.to });
	}
	return stretches;
}

function hitsOf(text: string, pattern: Pattern): readonly Hit[] {
	last = pattern.source;
	return Array.from(text.matchAll(pattern.expression), ({ 0: match, index }) => ({
		from: index,
		to: index + match.length,
	})).filter(({ from, to }) => to > from);
}

/** A text with a mark in place of each of these stretches. */
export function masked(text: string, stretches: readonly Hit[], mark: string): string {
	let [shown, at] = ['', 0];
	for (const { from, to } of stretches) {
		shown += text.slice(at, from) + mark;
		at = to;
	}
	return shown + text.slice(at);
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
