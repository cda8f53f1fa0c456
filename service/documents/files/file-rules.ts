/**
 * Rules of a file: what its comparisons leave out or take less strictly. Each time that they are set
 * is a record of its own in the log; the last one holds.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../../../api/types';
import { isoTime, newId } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import { checkedRules } from '../../../comparison/core/rule-check';
import type { CompareRules } from '../../../comparison/core/rules';
import type { Database, Transaction } from '../../database/database';
import { entryColumns, newEntry, statusOf, type EntryOfRecord } from '../../log/record-kind';
import { rulesColumns, rulesRecord, type RulesRow } from './document-entries';
import { lockFile, type KeepingParts } from './kept-versions';

type Connection = Database | Transaction;

export interface RulesToSet {
	readonly fileId: string;
	readonly rules: CompareRules;
	readonly setByEmail: string;
}

/** Replaces the rules of a file in use; enters nothing if it has these. */
export async function setRules(
	transaction: Transaction,
	parts: KeepingParts,
	set: RulesToSet,
): Promise<void> {
	await lockFile(transaction, set.fileId);
	const last = await lastRules(transaction, set.fileId);
	const rules = last === undefined ? {} : setRulesOf(last).rules;
	if (isDeepStrictEqual(rules, set.rules)) return;
	await insertRules(transaction, parts, set);
}

/** The file must be locked, or new. */
export async function insertRules(
	transaction: Transaction,
	{ clock, recordLog }: KeepingParts,
	{ fileId, rules, setByEmail }: RulesToSet,
): Promise<void> {
	const row = {
		id: newId(clock),
		file_id: fileId,
		rules: JSON.stringify(rules),
		set_by_email: setByEmail,
		created_at: isoTime(clock),
	};
	const { sequence } = await recordLog.append(transaction, newEntry(rulesRecord, row));
	await transaction
		.insertInto('keeper_rules')
		.values({ ...row, log_sequence: sequence })
		.execute();
}

/** The record that holds, with its entry; undefined if rules were never set. */
export function lastRules(connection: Connection, fileId: string) {
	return lastRows(connection).where('keeper_rules.file_id', '=', fileId).executeTakeFirst();
}

/** Of each file the row that holds. */
function lastRows(connection: Connection) {
	return rulesRows(connection).where((where) =>
		where.not(
			where.exists(
				where
					.selectFrom('keeper_rules as newer')
					.select('newer.id')
					.whereRef('newer.file_id', '=', 'keeper_rules.file_id')
					.whereRef('newer.log_sequence', '>', 'keeper_rules.log_sequence'),
			),
		),
	);
}

function rulesRows(connection: Connection) {
	return connection
		.selectFrom('keeper_rules')
		.innerJoin('log_entries', 'log_entries.sequence', 'keeper_rules.log_sequence')
		.select(rulesColumns)
		.select(entryColumns);
}

export interface SetRules {
	readonly id: string;
	/** Undefined if they are not what the log says. */
	readonly rules: CompareRules | undefined;
	readonly createdByEmail: string;
	readonly creationDate: string;
	readonly blockchainStatus: Model<'KeeperFile'>['blockchainStatus'];
}

/** The rules that hold, by file. */
export async function rulesOfFiles(
	connection: Connection,
	fileIds: readonly string[],
): Promise<ReadonlyMap<string, SetRules>> {
	// Not every SQL dialect allows `in ()`.
	if (fileIds.length === 0) return new Map();
	const rows = await lastRows(connection).where('keeper_rules.file_id', 'in', fileIds).execute();
	return new Map(rows.map((row) => [row.file_id, setRulesOf(row)]));
}

/** Records of rules by id, unordered. */
export async function rulesOfIds(
	connection: Connection,
	fileId: string,
	ids: readonly string[],
): Promise<readonly SetRules[]> {
	const rows = await rulesRows(connection)
		.where('keeper_rules.file_id', '=', fileId)
		.where('keeper_rules.id', 'in', ids)
		.execute();
	return rows.map(setRulesOf);
}

function setRulesOf(row: RulesRow & EntryOfRecord): SetRules {
	const blockchainStatus = statusOf(rulesRecord, row);
	const isIntact = blockchainStatus !== 'Corrupted';
	return {
		id: row.id,
		createdByEmail: row.set_by_email,
		creationDate: row.created_at,
		rules: isIntact ? (JSON.parse(row.rules) as CompareRules) : undefined,
		blockchainStatus,
	};
}

/** An empty record took the rules away. */
export function hasRules(
	set: SetRules | undefined,
): set is SetRules & { readonly rules: CompareRules } {
	return set?.rules !== undefined && Object.keys(set.rules).length > 0;
}

/** The rules of one comparison: those sent with it, else the file's. */
export function rulesFor(
	sent: Readonly<Record<string, unknown>> | undefined,
	file: Model<'KeeperFile'>,
): CompareRules {
	const own = rulesOf(file);
	return sent === undefined ? own : checkedRules(sent);
}

/**
 * The rules of a file. Refuses a file that somebody edited in the database: its level and its rules
 * decide what counts.
 */
export function rulesOf({ id, rules = {}, blockchainStatus }: Model<'KeeperFile'>): CompareRules {
	if (blockchainStatus === 'Corrupted') throw refuse('Core_RecordCorrupted', `file '${id}'`);
	return checkedRules(rules);
}
