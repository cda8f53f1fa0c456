/**
 * What is kept of a file in a folder that keeps no content: its fingerprints, as an object of their own,
 * under the rules it is kept with and never under others.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../../../api/types';
import { newSecret } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import type { Level } from '../../comparison/level';
import type { CompareRules } from '../../comparison/rules';
import type { Database } from '../../database/database';
import { sentSide, type ComparingContext, type ComparingParts } from './comparing';
import { printKeyOf } from '../files/kept-files';
import type { FileToKeep, KeptVersion, SentFile } from '../files/kept-versions';
import { checkedRules } from '../files/rule-check';

type PrintingParts = Pick<ComparingParts, 'comparisons' | 'objects' | 'clock'>;

/** How a file is to be kept. */
export interface Keeping {
	readonly file: SentFile;
	readonly level: Level;
	readonly rules: CompareRules;
	/** That of the fingerprints; without it the bytes are kept. */
	readonly printKey: string | undefined;
	/** Told why nothing could ever be compared with it, before anything is kept. */
	readonly onUnreadable?: (reason: string) => void;
}

/** As the versions before it were kept. */
export async function keepingOf(
	database: Database,
	{ id, accuracyLevel: level, rules = {} }: Model<'KeeperFile'>,
	file: SentFile,
): Promise<Keeping> {
	return { file, level, rules: checkedRules(rules), printKey: await printKeyOf(database, id) };
}

/** A key for the fingerprints of a new file. */
export function newPrintKey(): string {
	return newSecret();
}

/** Has what is kept of a file durable while `keep` keeps it, and takes back what it did not. */
export async function keeping<Result>(
	parts: PrintingParts,
	context: Pick<ComparingContext, 'caller' | 'leaving'>,
	{ file, printKey, onUnreadable, ...terms }: Keeping,
	keep: (file: FileToKeep) => Promise<Result>,
): Promise<Result> {
	if (printKey === undefined) {
		await file.object.makeDurable();
		return keep(file);
	}
	const { comparisons, objects } = parts;
	const owner = context.caller.organisationId;
	const asked = { owner, signal: context.leaving() };
	const order = { ...terms, printKey };
	const made = await comparisons.print(sentSide(parts, file).file, order, asked);
	if (made.unreadableReason !== undefined) onUnreadable?.(made.unreadableReason);
	const prints = await objects.stage(once(made.bytes), owner);
	try {
		await prints.makeDurable();
		return await keep({ ...file, prints });
	} finally {
		// Does nothing to one that was kept.
		await prints.discard();
	}
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
	yield await Promise.resolve(bytes);
}

/** Those that compare values, which fingerprints have none of. */
const valueRules = [
	'numberTolerance',
	'dateToleranceSeconds',
	'arrays',
	'arrayKey',
	'keyColumns',
] as const satisfies ReadonlyArray<keyof CompareRules>;

/** Refuses rules that mean nothing where only fingerprints are kept. */
export function requirePrintable(rules: CompareRules): void {
	const name = valueRules.find((rule) => rules[rule] !== undefined);
	if (name === undefined) return;
	const why = 'compares values, of which the folder keeps fingerprints alone; leave it out';
	throw refuse('Request_Invalid', 'rules', `cannot be used: ${name} ${why}`);
}

/** Refuses to compare fingerprints under other rules than those they were made under. */
export function requireRulesOf(
	version: KeptVersion,
	{ id, rules: kept = {} }: Model<'KeeperFile'>,
	rules: CompareRules,
): void {
	if (version.prints === undefined) return;
	if (!isDeepStrictEqual(checkedRules(kept), rules)) throw refuse('Keeper_RulesFixed', id);
}
