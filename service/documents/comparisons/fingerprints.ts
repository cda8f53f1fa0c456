/**
 * Fingerprints instead of content, for folders that keep none. They are an object of their own,
 * made under the file's rules, and valid only under these.
 */
import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../../../api/types';
import { newSecret } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import type { Level } from '../../../comparison/core/level';
import type { CompareRules } from '../../../comparison/core/rules';
import type { Database } from '../../database/database';
import { askedBy, sentSide, type ComparingContext, type ComparingParts } from './comparing';
import { printKeyOf } from '../files/kept-files';
import type { FileToKeep, KeptVersion, SentFile } from '../files/kept-versions';
import { rulesOf } from '../files/file-rules';

type PrintingParts = Pick<ComparingParts, 'comparisons' | 'objects' | 'clock'>;

export interface KeepingTerms {
	readonly file: SentFile;
	readonly level: Level;
	readonly rules: CompareRules;
	/** Key of the fingerprints; undefined if the bytes are kept. */
	readonly printKey: string | undefined;
	/** Called with the reason, before anything is kept, if the file could never be compared. */
	readonly onUnreadable?: (reason: string) => void;
}

/** Terms for the next version of a file, those of its earlier versions. */
export async function keepingTermsOf(
	database: Database,
	kept: Model<'KeeperFile'>,
	file: SentFile,
): Promise<KeepingTerms> {
	const printKey = await printKeyOf(database, kept.id);
	// Only fingerprints depend on rules.
	const rules = printKey === undefined ? {} : rulesOf(kept);
	return { file, level: kept.accuracyLevel, rules, printKey };
}

export function newPrintKey(): string {
	return newSecret();
}

/**
 * Makes the content (bytes or fingerprints) durable, runs `keep`, and discards fingerprints that
 * it did not attach.
 */
export async function withKeptContent<Result>(
	parts: PrintingParts,
	context: Omit<ComparingContext, 'publicUrl'>,
	{ file, printKey, onUnreadable, ...terms }: KeepingTerms,
	keep: (file: FileToKeep) => Promise<Result>,
): Promise<Result> {
	if (printKey === undefined) {
		await file.object.makeDurable();
		return keep(file);
	}
	const { comparisons, objects } = parts;
	const asked = askedBy(context);
	const order = { ...terms, printKey };
	const made = await comparisons.print(sentSide(parts, file).file, order, asked);
	if (made.unreadableReason !== undefined) onUnreadable?.(made.unreadableReason);
	const prints = await objects.stage(Readable.from([made.bytes]), asked.owner);
	try {
		await prints.makeDurable();
		return await keep({ ...file, prints });
	} finally {
		// Does nothing to an attached object.
		await prints.discard();
	}
}

/** Rules that compare values, which fingerprints do not have. */
const valueRules = [
	'numberTolerance',
	'dateToleranceSeconds',
	'arrays',
	'arrayKey',
	'keyColumns',
	'decimalSign',
] as const satisfies ReadonlyArray<keyof CompareRules>;

/** Refuses rules that cannot work on fingerprints. */
export function requirePrintable(rules: CompareRules): void {
	const name = valueRules.find((rule) => rules[rule] !== undefined);
	if (name === undefined) return;
	const why = 'compares values, of which the folder keeps fingerprints alone; leave it out';
	throw refuse('Request_Invalid', 'rules', `cannot be used: ${name} ${why}`);
}

/** Refuses to compare fingerprints under other rules than the file's. */
export function requireRulesOf(
	version: KeptVersion,
	kept: Model<'KeeperFile'>,
	rules: CompareRules,
): void {
	if (version.prints === undefined) return;
	if (!isDeepStrictEqual(rulesOf(kept), rules)) throw refuse('Keeper_RulesFixed', kept.id);
}
