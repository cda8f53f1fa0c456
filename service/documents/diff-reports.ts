/**
 * Diff reports as stored files. A report is reached by an address that cannot be guessed; only the hash
 * of its secret part is stored.
 */
import { secretHash } from '../../server/secret-hash';
import { isoTime, newSecret, type Clock } from '../../server/clock';
import type { Database } from '../database/database';
import type { ObjectStore, ReadObject } from '../objects/object-store';

export interface ReportParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly objects: ObjectStore;
}

/** Keeps a report of a comparison with a file; answers the secret part of its address. */
export async function keepReport(
	{ database, clock, objects }: ReportParts,
	report: {
		readonly organisationId: string;
		readonly fileId: string;
		readonly fileName: string;
		readonly html: string;
	},
): Promise<{ readonly token: string }> {
	const token = newSecret();
	const object = await objects.stage(asBytes(report.html), report.organisationId);
	try {
		await object.makeDurable();
		await database.transaction().execute(async (transaction) => {
			await object.attach(transaction);
			await transaction
				.insertInto('diff_reports')
				.values({
					token_hash: secretHash(token),
					file_id: report.fileId,
					object_id: object.id,
					file_name: report.fileName,
					created_at: isoTime(clock),
				})
				.execute();
		});
	} catch (fault) {
		await object.discard();
		throw fault;
	}
	return { token };
}

async function* asBytes(text: string): AsyncIterable<Uint8Array> {
	yield await Promise.resolve(Buffer.from(text, 'utf8'));
}

export interface KeptReport extends ReadObject {
	readonly fileName: string;
}

/** The report a token leads to, or nothing when there is none. */
export async function readReport(
	{ database, objects }: Pick<ReportParts, 'database' | 'objects'>,
	token: string,
): Promise<KeptReport | undefined> {
	const row = await database
		.selectFrom('diff_reports')
		.select(['object_id', 'file_name'])
		.where('token_hash', '=', secretHash(token))
		.executeTakeFirst();
	if (row === undefined) return undefined;
	return { fileName: row.file_name, ...(await objects.read(row.object_id)) };
}
