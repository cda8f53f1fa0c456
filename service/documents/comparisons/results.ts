/**
 * The whole answers of comparisons that were not waited for. They hold contents of the files, so they lie
 * in the object store, and go when the report of the comparison would end or the file is deleted; the
 * record stays.
 */
import { dayMs } from '../../../server/clock';
import type { ReportParts } from '../../reports/diff-reports';

const batchSize = 100;

export interface Result {
	readonly id: string;
	readonly objectId: string;
}

/** Some of those whose time is over. */
export function endedResults(
	{ database, clock }: ReportParts,
	lifetimeDays: number,
): Promise<readonly Result[]> {
	const before = new Date(clock.now() - lifetimeDays * dayMs).toISOString();
	return resultRows(database).where('ended_at', '<=', before).execute().then(resultsOf);
}

/** Some of those of a file. */
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
	await objects.remove(objectId, async (transaction) => {
		await transaction
			.updateTable('keeper_comparisons')
			.set({ result_object_id: null })
			.where('id', '=', id)
			.execute();
	});
}
