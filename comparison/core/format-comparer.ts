/**
 * What every format has in common, done once: both sides are read, and one that cannot be read is named
 * with the reason; bytes that differ count where nothing else does; the accuracy follows from weights; the
 * list of changes is cut; a report is only made if it is wanted.
 */
import { comparedKinds, type ComparedKindName } from '../../api/comparison/kinds';
import type { RuleName } from '../../api/comparison/rules';
import { countText, markup } from '../../server/html/markup';
import {
	accuracyOf,
	belowOne,
	changesMax,
	type Change,
	type Compared,
	type Comparer,
	type ComparisonTask,
	type Outline,
	type ReportBody,
	type Side,
	type Unreadable,
} from './comparison';
import { isAtLeast, type Level } from './level';
import { RuleHits, type RuledSide } from './rule-hits';
import type { CompareRules } from './rules';

/** Why a file cannot be compared, as a sentence for those who sent it. */
export class ReadFault extends Error {
	constructor(
		message: string,
		/** Given where both sides are at hand. */
		readonly side?: Unreadable['side'],
	) {
		super(message);
	}
}

export interface ReadingOptions {
	readonly level: Level;
	/** The rules, as they are applied to this file. */
	readonly ruled: RuledSide;
	/** Called with the share that is read, 0 to 1. */
	readonly onProgress: (share: number) => void;
}

export interface Both<Document> {
	readonly kept: Document;
	readonly sent: Document;
}

export const sides = ['kept', 'sent'] as const;

/** The same of both sides. */
export function both<Of>(of: (side: keyof Both<Of>) => Of): Both<Of> {
	return { kept: of('kept'), sent: of('sent') };
}

/** What differs at the level of the task. */
export interface MatchResult extends Omit<
	Compared,
	'isReadable' | 'accuracy' | 'ignored' | 'report'
> {
	readonly weights: { readonly differing: number; readonly total: number };
	readonly show: () => ReportBody | Promise<ReportBody>;
}

export interface MatchTask extends ComparisonTask {
	/** Counts what the rules hide. */
	readonly hits: RuleHits;
}

/** What a format does itself. */
export interface FormatFunctions<Document> {
	/** Throws a ReadFault. */
	read(side: Side, options: ReadingOptions): Promise<Document> | Document;
	/** Lets go of what a document holds. */
	close?(document: Document): Promise<void>;
	/** Throws a ReadFault that names the side. */
	match(both: Both<Document>, task: MatchTask): Promise<MatchResult> | MatchResult;
	/** Reduces a document to rows of words, for fingerprints; throws a ReadFault. */
	outline(
		document: Document,
		options: { readonly side: Side; readonly level: Level; readonly ruled: RuledSide },
	): Promise<Outline> | Outline;
}

/** `begin` is called for each comparison: what its functions share belongs to that comparison alone. */
export function comparerOf<Document>(
	kind: ComparedKindName,
	begin: () => FormatFunctions<Document>,
): Comparer {
	const names: readonly RuleName[] = comparedKinds[kind].rules;
	return {
		compare: (task) => compareBoth(begin(), { ...task, hits: new RuleHits(task.rules, names) }),
		outline: (side, options) => outlineOf(begin(), side, options),
	};
}

/** Of the progress, for each side. */
const readingShare = 0.3;

async function compareBoth<Document>(
	format: FormatFunctions<Document>,
	task: MatchTask,
): Promise<Compared | Unreadable> {
	await using opened = new AsyncDisposableStack();
	const read = async (name: keyof Both<Document>, before: number) => {
		const onProgress = (share: number) => task.onProgress(before + share * readingShare);
		const ruled = task.hits.side(name);
		const document = await format.read(task[name], { level: task.level, ruled, onProgress });
		opened.defer(async () => format.close?.(document));
		onProgress(1);
		return document;
	};
	const kept = await attempt('kept', () => read('kept', 0));
	if ('fault' in kept) return kept.fault;
	const sent = await attempt('sent', () => read('sent', readingShare));
	if ('fault' in sent) return sent.fault;
	const before = 2 * readingShare;
	const onProgress = (share: number) => task.onProgress(before + share * (1 - before));
	const documents = { kept: kept.read, sent: sent.read };
	const found = await attempt('kept', async () => format.match(documents, { ...task, onProgress }));
	return 'fault' in found ? found.fault : await finished(found.read, task);
}

type Attempt<Result> = { readonly read: Result } | { readonly fault: Unreadable };

async function attempt<Result>(
	side: Unreadable['side'],
	work: () => Promise<Result>,
): Promise<Attempt<Result>> {
	try {
		return { read: await work() };
	} catch (fault) {
		if (!(fault instanceof ReadFault)) throw fault;
		return { fault: { isReadable: false, side: fault.side ?? side, reason: fault.message } };
	}
}

async function finished(
	{ weights, changes, show, ...rest }: MatchResult,
	task: MatchTask,
): Promise<Compared> {
	const found = { ...rest, ignored: task.hits.ignored };
	const isFormAlone = weights.differing === 0 && countsBytes(task);
	const report = task.isReported ? await show() : undefined;
	if (!isFormAlone) {
		const listed = changes.slice(0, changesMax);
		return { isReadable: true, ...found, accuracy: accuracyOf(weights), changes: listed, report };
	}
	return {
		isReadable: true,
		...found,
		accuracy: belowOne,
		changes: [formChange(task)],
		report: report && { ...report, content: formOnly },
	};
}

/**
 * True if bytes that differ are a difference by themselves: at the finest level, unless a rule hid
 * something, since then nothing tells its bytes from the others.
 */
function countsBytes({ kept, sent, level, hits }: MatchTask): boolean {
	const isOther = Buffer.compare(kept.bytes, sent.bytes) !== 0;
	return isOther && isAtLeast(level, 'Excellent') && !hits.isAnyHidden;
}

const formOnly = markup`<p id="change-1">Both files say the same. Their bytes differ.</p>
`;

/** Where the bytes of two files differ first that say the same. */
function formChange({ kept, sent }: ComparisonTask): Change {
	const first = kept.bytes.findIndex((byte, offset) => byte !== sent.bytes[offset]);
	const offsetBytes = first === -1 ? kept.bytes.length : first;
	const isOfOneSize = kept.bytes.length === sent.bytes.length;
	const told = ({ bytes }: Side) =>
		isOfOneSize ? hex(bytes.subarray(offsetBytes)) : countText(bytes.length, 'byte');
	const place = { offsetBytes };
	return { kind: 'formatted', kept: place, sent: place, oldText: told(kept), newText: told(sent) };
}

/** The first bytes, such as `0a 1f`. */
function hex(bytes: Uint8Array): string {
	return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

async function outlineOf<Document>(
	format: FormatFunctions<Document>,
	side: Side,
	options: { readonly level: Level; readonly rules: CompareRules },
): Promise<Outline | Unreadable> {
	await using opened = new AsyncDisposableStack();
	const outlined = await attempt('sent', async () => {
		const { level, rules } = options;
		const ruled = new RuleHits(rules, []).side('sent');
		const document = await format.read(side, { level, ruled, onProgress: () => undefined });
		opened.defer(async () => format.close?.(document));
		return format.outline(document, { side, level, ruled });
	});
	return 'fault' in outlined ? outlined.fault : outlined.read;
}
