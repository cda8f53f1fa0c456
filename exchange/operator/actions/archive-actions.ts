/** Archives on request; the audit log has it before anything moves. */
import { Archiver, type Archived, type ArchiverParts } from '../../history/archive/archiver';
import { audit, type AuditContext } from '../audit';

/** Archives history accepted before a time, in short segments too. */
export async function archiveNow(
	context: AuditContext,
	parts: Pick<ArchiverParts, 'markets' | 'store'>,
	before: number,
): Promise<Archived> {
	const { database, clock } = context;
	const details = { before: new Date(before).toISOString() };
	await database
		.transaction()
		.execute((transaction) =>
			audit(transaction, context, { action: 'ARCHIVE_RUN', subject: 'exchange', details }),
		);
	const archiver = new Archiver({ ...parts, database, reader: database, clock });
	return archiver.run({ before, takesAll: true });
}
