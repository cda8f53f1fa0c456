/**
 * Stored answers of comparisons nobody waited for. They contain text of the files, so they are
 * objects that are erased when the report would end or the file is deleted; the record stays.
 */
import { dayMs } from '../../../server/clock';
import type { ReportParts } from '../../reports/diff-reports';

const batchSize = 100;

export interface Result {
	readonly id: string;
	readonly objectId: string;
}

/** A batch of expired answers. */
export function endedResults(
	{ database, clock }: ReportParts,
	lifetimeDays: number,
): Promise<readonly Result[]> {
	const before = new Date(clock.now() - lifetimeDays * dayMs).toISOString();
	return resultRows(database).where('ended_at', '<=', before).execute().then(resultsOf);
}

/** A batch of the answers of a file. */
export function resultsOfFile(
	{ database }: ReportParts,
	fileId: string,
): Promise<readonly Result[]> {
	return resultRows(database).where('file_id', '=', fileId).execute().then(resultsOf);
}

function resultRows(database: ReportParts['database']) {
	return database
		.selectFrom('keeper_comparisons')
		.select(['id', 'result_object_id'])
		.where('result_object_id', 'is not', null)
		.limit(batchSize);
}

type Row = Awaited<ReturnType<ReturnType<typeof resultRows>['executeTakeFirstOrThrow']>>;

function resultsOf(rows: readonly Row[]): readonly Result[] {
	return rows.flatMap(({ id, result_object_id: objectId }) =>
		objectId === null ? [] : [{ id, objectId }],
	);
}

export async function eraseResult(
	{ objects }: ReportParts,
	{ id, objectId }: Result,
): Promise<void> {
	await objects.remove([objectId], async (transaction) => {
		await transaction
			.updateTable('keeper_comparisons')
			.set({ result_object_id: null })
			.where('id', '=', id)
			.execute();
	});
}
