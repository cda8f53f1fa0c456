/** Moving history to the archive by hand; who asked stands in the audit log before anything moves. */
import { Archiver, type Archived, type ArchiverParts } from '../../history/archive/archiver';
import { audit, type AuditContext } from '../audit';

/** Moves what was accepted before a time, in short segments, too. */
export async function archiveNow(
	acting: AuditContext,
	parts: Pick<ArchiverParts, 'markets' | 'store'>,
	before: number,
): Promise<Archived> {
	const { database, clock } = acting;
	const details = { before: new Date(before).toISOString() };
	await database
		.transaction()
		.execute((transaction) =>
			audit(transaction, acting, { action: 'ARCHIVE_RUN', subject: 'exchange', details }),
		);
	const archiver = new Archiver({ ...parts, database, reader: database, clock });
	return archiver.run({ before, takesAll: true });
}
