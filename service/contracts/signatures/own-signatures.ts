/**
 * A person's stored signatures: added by themselves or given when they signed. Signatures that somebody else
 * entered for them are not included. An unused one can be deleted, with its file.
 *
 *   a signature   entered by               left by
 *   kept          being added              signing with it -> used; delete
 *   used          a signature with it      never: a contract was signed with it
 *   deleted       delete                   never; deleting it again changes nothing
 */
import type { Input, Model } from '../../../api/types';
import { isoTime, type Clock } from '../../../server/clock';
import { forUpdate } from '../../../server/database/locks';
import { comparableEmail } from '../../../server/email-address';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import { readList } from '../../database/list-reading';
import { entryColumns, newEntry, statusOf } from '../../log/record-kind';
import type { RecordLog } from '../../log/record-log';
import type { ObjectStore } from '../../objects/object-store';
import type { AreaHandlers, Caller, RequestContext, Upload } from '../../operations/handler';
import { listRange } from '../../operations/list-range';
import { storeOnce } from '../../operations/once';
import { ownSignatureColumns, ownSignatureRecord, sealerDeletionRecord } from '../record/entries';
import type { KeptSide } from '../record/comparing';
import { withPictures, type SignatureFile } from './signature-pictures';
import { firstUses, keepSignature, type Person } from './signatures';

interface Parts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly objects: ObjectStore;
	/** Called after a deletion. */
	readonly onContentEnded: () => void;
}

type Operation = 'addSignature' | 'listSignatures' | 'deleteSignature';

export function ownSignatureHandlers(parts: Parts): Pick<AreaHandlers<'sealer'>, Operation> {
	const { database } = parts;
	return {
		addSignature: (context, input) => addSignature(parts, context, input),
		listSignatures({ caller }, input) {
			const query = rowsOf(database, personOf(caller)).where('signatures.deleted_at', 'is', null);
			const order = { by: 'signatures.sequence' };
			return readList(query, order, listRange(input), (rows) => wireSignatures(database, rows));
		},
		async deleteSignature({ caller }, { signatureId }) {
			await deleteSignature(parts, caller, signatureId);
			parts.onContentEnded();
		},
	};
}

function personOf({ organisationId, email }: Caller): Person {
	return { organisationId, email: comparableEmail(email) };
}

/** Signatures that the person supplied themselves. */
function rowsOf(connection: Database | Transaction, { organisationId, email }: Person) {
	return connection
		.selectFrom('signatures')
		.leftJoin('log_entries', 'log_entries.sequence', 'signatures.log_sequence')
		.select(ownSignatureColumns)
		.select('signatures.deleted_at')
		.select(entryColumns)
		.where('signatures.organisation_id', '=', organisationId)
		.where('signatures.email', '=', email)
		.where('signatures.supplied_by_email', '=', email);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

async function wireSignatures(
	connection: Database | Transaction,
	rows: readonly Row[],
): Promise<readonly Model<'Signature'>[]> {
	const uses = await firstUses(
		connection,
		rows.map(({ id }) => id),
	);
	return rows.map((row) => {
		const use = uses.get(row.id);
		const status =
			row.entry_sequence === null ? (use ?? 'Corrupted') : statusOf(ownSignatureRecord, row);
		return {
			id: row.id,
			displayName: row.file_name,
			ownerEmail: row.email,
			isUsed: use !== undefined,
			blockchainStatus: status,
			creationDate: row.created_at,
			isDeleted: row.deleted_at !== null,
		};
	});
}

/** The row of a caller's signature, a deleted one too. */
export async function ownSignature(
	database: Database,
	caller: Caller,
	signatureId: string,
): Promise<Row> {
	const own = rowsOf(database, personOf(caller)).where('signatures.id', '=', signatureId);
	const row = await own.executeTakeFirst();
	if (row === undefined) throw refuse('Sealer_OwnSignatureNotFound', signatureId);
	return row;
}

/** The picture of a caller's signature; refuses a deleted or corrupted one. */
export async function keptOwnSignature(
	database: Database,
	caller: Caller,
	signatureId: string,
): Promise<KeptSide> {
	const row = await ownSignature(database, caller, signatureId);
	if (row.deleted_at !== null) throw refuse('Sealer_Deleted', `signature '${signatureId}'`);
	const [record] = await wireSignatures(database, [row]);
	if (record?.blockchainStatus === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `signature '${signatureId}'`);
	}
	return {
		objectId: row.object_id,
		fileName: row.file_name,
		createdAt: row.created_at,
		displayName: row.file_name,
		of: { signatureId },
	};
}

async function addSignature(
	{ database, clock, recordLog, objects }: Parts,
	context: RequestContext,
	{ file }: Input<'sealer', 'addSignature', Upload>,
): Promise<Model<'Signature'>> {
	const { caller } = context;
	const sent = { field: 'file', ownerId: caller.organisationId, files: [file] };
	const record = await withPictures(objects, sent, ([picture]) => {
		if (picture === undefined) throw new Error('each file that was sent gives a picture');
		return storeOnce(database, context, (transaction) =>
			insertOwn(transaction, { clock, recordLog }, { person: personOf(caller), file: picture }),
		);
	});
	recordLog.wake();
	return record;
}

async function insertOwn(
	transaction: Transaction,
	{ clock, recordLog }: Pick<Parts, 'clock' | 'recordLog'>,
	{ person, file }: { readonly person: Person; readonly file: SignatureFile },
): Promise<Model<'Signature'>> {
	const added = { person, suppliedBy: person.email, file };
	const { id } = await keepSignature(transaction, clock, added);
	const query = rowsOf(transaction, person).where('signatures.id', '=', id);
	const row = await query.executeTakeFirstOrThrow();
	const { sequence } = await recordLog.append(transaction, newEntry(ownSignatureRecord, row));
	await transaction
		.updateTable('signatures')
		.set({ log_sequence: sequence })
		.where('id', '=', id)
		.execute();
	const [record] = await wireSignatures(transaction, [await query.executeTakeFirstOrThrow()]);
	if (record === undefined) throw new Error('a signature row must give a record');
	return record;
}

async function deleteSignature(
	{ database, clock, recordLog, objects }: Parts,
	caller: Caller,
	signatureId: string,
): Promise<void> {
	const known = await ownSignature(database, caller, signatureId);
	if (known.deleted_at !== null) return;
	const { id, email } = known;
	await objects.remove([known.object_id], async (transaction) => {
		await caller.requireStill(transaction);
		const locked = transaction.selectFrom('signatures').select('deleted_at').where('id', '=', id);
		const row = await forUpdate(transaction, locked).executeTakeFirstOrThrow();
		if (row.deleted_at !== null) return;
		if ((await firstUses(transaction, [id])).size > 0) throw refuse('Sealer_SignatureUsed', id);
		const deleted = { deleted_at: isoTime(clock) };
		const record = { what: 'signature', id, ...deleted, deleted_by_email: email } as const;
		const entry = newEntry(sealerDeletionRecord, record);
		const { sequence } = await recordLog.append(transaction, entry);
		await transaction
			.updateTable('signatures')
			.set({ ...deleted, deletion_sequence: sequence })
			.where('id', '=', id)
			.execute();
	});
	recordLog.wake();
}
