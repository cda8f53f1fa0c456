/**
 * Makes a queued comparison: reads the sent file back from the object store, compares, and stores
 * the answer.
 */
import { Readable } from 'node:stream';
import { isoTime } from '../../../server/clock';
import type { RecordLog } from '../../log/record-log';
import type { Caller } from '../../operations/handler';
import { answerOf } from './compared-answer';
import { keptSide, sentSide, type ComparingContext, type ComparingParts } from './comparing';
import { answerColumns, takeStep, type ComparisonAnswer, type ComparisonRequest } from './rows';
import { tellAtEnd } from './difference-event';
import { compareAndKeep } from './keep-or-compare';
import { findFileInUse } from '../files/kept-files';
import { findVersion, lockFile, type SentFile } from '../files/kept-versions';

export interface WorkParts extends ComparingParts {
	readonly recordLog: RecordLog;
	/** Id of this process. */
	readonly processId: string;
}

export interface Making {
	readonly signal: AbortSignal;
	readonly onProgress: (share: number) => void;
}

/** Thrown when the comparison was cancelled or taken over by another process. */
export class LostComparison extends Error {}

type Row = Awaited<ReturnType<typeof rowOf>>;

export async function makeComparison(parts: WorkParts, id: string, making: Making): Promise<void> {
	const row = await rowOf(parts, id);
	const answer = await answerFor(parts, row, making);
	await storeAnswer(parts, row, answer);
}

function rowOf({ database }: WorkParts, id: string) {
	return database
		.selectFrom('keeper_comparisons')
		.selectAll()
		.where('id', '=', id)
		.executeTakeFirstOrThrow();
}

async function answerFor(
	parts: WorkParts,
	row: Row,
	{ signal, onProgress }: Making,
): Promise<ComparisonAnswer> {
	const request = JSON.parse(row.request ?? '') as ComparisonRequest;
	const { productId, publicUrl, rules, isReported } = request;
	const caller = accepted(row.organisation_id, row.created_by_email);
	const leaving = () => signal;
	const context: ComparingContext = { caller, leaving, publicUrl, onProgress, isPatient: true };
	const kept = await findFileInUse(parts.database, productId, row.file_id);
	if (row.operation === 'keepOrCompare')
		return keepOrCompareLater(parts, context, { row, request });
	const version = await findVersion(parts.database, kept.id, row.version_id);
	const other =
		row.other_version_id === null
			? sentSide(parts, await sentFile(parts, row))
			: await keptSide(parts, await findVersion(parts.database, kept.id, row.other_version_id));
	return answerOf(parts, context, { productId, kept, version, other, rules, isReported });
}

/**
 * The caller was authorised when the comparison was queued; it runs even if their key has ended
 * since.
 */
function accepted(organisationId: string, email: string): Caller {
	return { organisationId, email, roles: [], requireStill: () => Promise.resolve() };
}

async function keepOrCompareLater(
	parts: WorkParts,
	context: ComparingContext,
	{ row, request }: { readonly row: Row; readonly request: ComparisonRequest },
): Promise<ComparisonAnswer> {
	const { database } = parts;
	// A round without an answer means that another request has kept something meanwhile.
	for (;;) {
		const kept = await findFileInUse(database, request.productId, row.file_id);
		const keptAs =
			row.kept_version_id === null
				? undefined
				: await findVersion(database, kept.id, row.kept_version_id);
		const answer = await compareAndKeep(parts, context, {
			kept,
			request,
			file: await sentFile(parts, row),
			...(keptAs && { keptAs }),
			// From here on the version refers to the sent object, unless only fingerprints are kept.
			async onKept(transaction, { versionId, ownsSentObject }) {
				const { numUpdatedRows } = await transaction
					.updateTable('keeper_comparisons')
					.set({ kept_version_id: versionId, ...(ownsSentObject && { sent_object_id: null }) })
					.where('id', '=', row.id)
					.where('state', '=', 'Running')
					.where('process_id', '=', parts.processId)
					.executeTakeFirst();
				if (numUpdatedRows !== 1n) throw new LostComparison();
			},
		});
		if (answer !== undefined) return answer;
	}
}

/** The sent file from the object store, where the row or a version refers to it. */
async function sentFile({ database, objects }: WorkParts, row: Row): Promise<SentFile> {
	const id =
		row.sent_object_id ??
		(await findVersion(database, row.file_id, row.kept_version_id ?? '')).objectId;
	const { sizeBytes, hash } = await objects.describe(id);
	const object = {
		id,
		sizeBytes,
		hash,
		async *read() {
			yield* (await objects.read(id)).bytes;
		},
		makeDurable: () => Promise.resolve(),
		attach: () => Promise.resolve(),
	};
	return { fileName: row.sent_file_name ?? '', object };
}

/** Stores the answer and ends the comparison in one transaction, unless the file was deleted. */
async function storeAnswer(
	{ database, clock, objects, processId }: WorkParts,
	row: Row,
	answer: ComparisonAnswer,
): Promise<void> {
	const whole = { ...answer, comparisonId: row.id, fileId: row.file_id };
	const text = JSON.stringify({ versionId: row.version_id, ...whole });
	const object = await objects.stage(Readable.from([Buffer.from(text)]), row.organisation_id);
	try {
		await object.makeDurable();
		await database.transaction().execute(async (transaction) => {
			await lockFile(transaction, row.file_id);
			await object.attach(transaction);
			const versionId = 'versionId' in answer ? answer.versionId : row.version_id;
			const columns = {
				...answerColumns(answer),
				progress_percent: 100,
				request: null,
				ended_at: isoTime(clock),
				result_object_id: object.id,
				version_id: versionId,
			};
			const isOurs = await takeStep(transaction, { id: row.id, processId }, 'succeed', columns);
			if (!isOurs) throw new LostComparison();
			await tellAtEnd(transaction, clock, { fileId: row.file_id, versionId, answer });
		});
	} catch (fault) {
		await object.discard();
		throw fault;
	}
}
