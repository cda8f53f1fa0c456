/**
 * Rows of comparisons. A change of state names the states it comes from, so that of two processes
 * one makes it.
 */
import { sql } from 'kysely';
import { isoTime, newId, type Clock } from '../../../server/clock';
import type { Database, Transaction } from '../../database/database';
import type { comparisonOperations } from '../../../api/keeper/comparison-models';
import type { Model } from '../../../api/types';
import type { CompareRules } from '../../../comparison/core/rules';
import { steps, type StepName } from './states';
import { tellAtEnd } from './difference-event';

/** The answer of any operation that compares. */
export type ComparisonAnswer = Model<'CompareResponse'> | Model<'KeepOrCompareResponse'>;

export interface NewComparison {
	readonly fileId: string;
	readonly organisationId: string;
	readonly createdByEmail: string;
	readonly operation: (typeof comparisonOperations)[number];
	readonly versionId: string;
	readonly otherVersionId?: string;
	readonly sent?: { readonly fileName: string; readonly hash: string };
}

/** The request, without the two sides. */
export interface ComparisonRequest {
	readonly productId: string;
	readonly publicUrl: string;
	readonly rules: CompareRules;
	readonly isReported: boolean;
	readonly compareWith?: 'Latest' | 'Original' | 'Approved';
	readonly keepNewVersion?: boolean;
}

/** So many records stay per file, besides open ones. */
const keptMax = 1000;

/** Records a comparison that its caller waited for, with its event. */
export async function insertMade(
	database: Database,
	clock: Clock,
	made: NewComparison & { readonly startedAt: string; readonly answer: ComparisonAnswer },
): Promise<string> {
	const ended = { state: 'Done', started_at: made.startedAt, ended_at: isoTime(clock) };
	const row = { ...newRow(clock, made), created_at: made.startedAt };
	await database.transaction().execute(async (transaction) => {
		await transaction
			.insertInto('keeper_comparisons')
			.values({ ...row, ...ended, ...answerColumns(made.answer), progress_percent: 100 })
			.execute();
		await dropOldest(transaction, made.fileId);
		await tellAtEnd(transaction, clock, made);
	});
	return row.id;
}

/** Records a comparison whose caller disconnected. */
export async function insertLeft(
	database: Database,
	clock: Clock,
	{
		startedAt,
		keptVersionId,
		...left
	}: NewComparison & { readonly startedAt: string; readonly keptVersionId: string | undefined },
): Promise<void> {
	const ended = { state: 'Cancelled', started_at: startedAt, ended_at: isoTime(clock) };
	const row = { ...newRow(clock, left), created_at: startedAt };
	const error = JSON.stringify({ errorMessage: leftSentence });
	await database.transaction().execute(async (transaction) => {
		await transaction
			.insertInto('keeper_comparisons')
			.values({ ...row, ...ended, error, kept_version_id: keptVersionId ?? null })
			.execute();
		await dropOldest(transaction, left.fileId);
	});
}

const leftSentence =
	'The caller disconnected before the comparison was done. A comparison requested with Prefer: respond-async would go on.';

/** Queues a comparison; a sent file must be attached in the same transaction. */
export async function insertQueued(
	transaction: Transaction,
	clock: Clock,
	asked: NewComparison & {
		readonly request: ComparisonRequest;
		readonly sentObjectId: string | undefined;
	},
): Promise<string> {
	const row = newRow(clock, asked);
	const request = JSON.stringify(asked.request);
	const waiting = { state: 'Queued', request, sent_object_id: asked.sentObjectId ?? null };
	await transaction
		.insertInto('keeper_comparisons')
		.values({ ...row, ...waiting })
		.execute();
	await dropOldest(transaction, asked.fileId);
	return row.id;
}

function newRow(clock: Clock, made: NewComparison) {
	return {
		id: newId(clock),
		file_id: made.fileId,
		organisation_id: made.organisationId,
		operation: made.operation,
		version_id: made.versionId,
		other_version_id: made.otherVersionId ?? null,
		sent_file_name: made.sent?.fileName ?? null,
		sent_hash: made.sent?.hash ?? null,
		created_by_email: made.createdByEmail,
		created_at: isoTime(clock),
	};
}

/** Only figures are stored in columns; changes contain text of the files. */
export function answerColumns(answer: ComparisonAnswer) {
	const { outcome, equal, identical, accuracy, method, unit, summary, equalsApproved } = answer;
	const { added, removed, changed, moved } = answer;
	const isNew = 'isNew' in answer ? answer.isNew : undefined;
	const counts = { added, removed, changed, moved };
	const figures = { outcome, equal, identical, accuracy, method, unit, ...counts, summary };
	return {
		figures: JSON.stringify({ ...figures, equalsApproved, isNew }),
		kept_version_id: ('keptVersionId' in answer ? answer.keptVersionId : undefined) ?? null,
		report_id: answer.reportId ?? null,
	};
}

/** Rows with content to erase stay until it was erased. */
async function dropOldest(transaction: Transaction, fileId: string): Promise<void> {
	await transaction
		.deleteFrom('keeper_comparisons')
		.where('file_id', '=', fileId)
		.where('sequence', '<=', (query) =>
			query
				.selectFrom('keeper_comparisons as newer')
				.select('newer.sequence')
				.where('newer.file_id', '=', fileId)
				.orderBy('newer.sequence', 'desc')
				.offset(keptMax)
				.limit(1),
		)
		.where('ended_at', 'is not', null)
		.where('sent_object_id', 'is', null)
		.where('result_object_id', 'is', null)
		.execute();
}

type Columns = Partial<{
	process_id: string | null;
	attempts: number;
	progress_percent: number;
	started_at: string;
	ended_at: string;
	request: null;
	figures: string;
	version_id: string;
	kept_version_id: string | null;
	report_id: string | null;
	result_object_id: string;
	error: string;
}>;

/**
 * Takes a step if the comparison is in a state it starts from, and still belongs to the named
 * process. Returns whether it was taken.
 */
export async function takeStep(
	connection: Database | Transaction,
	{ id, processId }: { readonly id: string; readonly processId?: string },
	name: StepName,
	columns: Columns = {},
): Promise<boolean> {
	const { from, to } = steps[name];
	let update = connection
		.updateTable('keeper_comparisons')
		.set({ ...columns, state: to })
		.where('id', '=', id)
		.where('state', 'in', from);
	if (name === 'begin') update = update.set({ attempts: sql<number>`attempts + 1` });
	if (processId !== undefined) update = update.where('process_id', '=', processId);
	const { numUpdatedRows } = await update.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/**
 * Stores the progress of a comparison and returns whether to go on: LOST if it was cancelled or
 * taken by another process, DELETED if its file was deleted.
 */
export async function noteProgress(
	database: Database,
	{ id, processId }: { readonly id: string; readonly processId: string },
	progressPercent: number,
): Promise<'OURS' | 'LOST' | 'DELETED'> {
	const { numUpdatedRows } = await database
		.updateTable('keeper_comparisons')
		.set({ progress_percent: progressPercent })
		.where('id', '=', id)
		.where('state', '=', 'Running')
		.where('process_id', '=', processId)
		.executeTakeFirst();
	if (numUpdatedRows !== 1n) return 'LOST';
	const { deleted_at } = await database
		.selectFrom('keeper_comparisons')
		.innerJoin('keeper_files as file', 'file.id', 'keeper_comparisons.file_id')
		.innerJoin('keeper_folders as folder', 'folder.id', 'file.folder_id')
		.select((row) => row.fn.coalesce('file.deleted_at', 'folder.deleted_at').as('deleted_at'))
		.where('keeper_comparisons.id', '=', id)
		.executeTakeFirstOrThrow();
	return deleted_at === null ? 'OURS' : 'DELETED';
}

/** Number of an organisation's queued and running comparisons. */
export async function countOpen(
	connection: Database | Transaction,
	organisationId: string,
): Promise<number> {
	const { count } = await connection
		.selectFrom('keeper_comparisons')
		.select((row) => row.fn.countAll().as('count'))
		.where('ended_at', 'is', null)
		.where('organisation_id', '=', organisationId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

/** The next to start: the oldest of the organisation with the fewest running. */
export function nextQueued(database: Database): Promise<{ readonly id: string } | undefined> {
	return database
		.selectFrom('keeper_comparisons as queued')
		.select('queued.id')
		.where('queued.ended_at', 'is', null)
		.where('queued.state', '=', 'Queued')
		.orderBy((row) =>
			row
				.selectFrom('keeper_comparisons as running')
				.select((each) => each.fn.countAll().as('count'))
				.where('running.ended_at', 'is', null)
				.where('running.state', '=', 'Running')
				.whereRef('running.organisation_id', '=', 'queued.organisation_id'),
		)
		.orderBy('queued.sequence')
		.limit(1)
		.executeTakeFirst();
}

/** Comparisons in the state Running, also those of dead processes. */
export function runningRows(database: Database) {
	return database
		.selectFrom('keeper_comparisons')
		.select(['id', 'process_id', 'attempts'])
		.where('ended_at', 'is', null)
		.where('state', '=', 'Running')
		.execute();
}

/** Sent files of ended comparisons that are still to be removed. */
export function leftFiles(database: Database) {
	return database
		.selectFrom('keeper_comparisons')
		.select(['id', 'process_id', 'sent_object_id'])
		.where('sent_object_id', 'is not', null)
		.where('ended_at', 'is not', null)
		.execute();
}
