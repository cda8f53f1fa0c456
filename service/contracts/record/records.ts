/**
 * Reads contracts and templates as replies show them. A contract's `blockchainStatus` covers its
 * own log entry and that of every signature, so a removed signature makes it Corrupted, too.
 */
import { sql } from 'kysely';
import type { Model } from '../../../api/types';
import type { Database, Transaction } from '../../database/database';
import { entryColumns, statusOf, type EntryOfRecord } from '../../log/record-kind';
import { recordStatus } from '../../log/record-status';
import type { ListRange } from '../../operations/list-range';
import { readList } from '../../database/list-reading';
import { hasText } from '../../database/text-search';
import { contractStatus } from './contract';
import { moreFilesOf, type FileRow } from './contract-files';
import { fieldsIn } from './placed-field';
import { wireTemplateFields } from './wire-fields';
import { endingsOf, type Ending } from './steps';
import {
	contractColumns,
	contractRecord,
	signatureRecord,
	signedColumns,
	templateColumns,
	templateRecord,
	type SignedRow,
	type SignerRow,
} from './entries';

type Connection = Database | Transaction;

/** A small number, because each row brings all its signers. */
const contractsAtOnce = 5;

export interface ContractFilter {
	readonly productId: string;
	readonly signerEmail?: string;
	readonly templateId?: string;
	readonly state?: ListedState | undefined;
	/** Text in its name or in the address of a signer. */
	readonly search?: string | undefined;
	/** The time at which the state is asked, ISO 8601 in UTC. */
	readonly now: string;
}

/**
 * Contracts of a product, without deleted ones, in order of creation; optionally of one signer or
 * one template, and of one state.
 */
export async function listContracts(
	connection: Connection,
	filter: ContractFilter,
	range: ListRange & { readonly isNewestFirst?: boolean | undefined },
): Promise<readonly Model<'Contract'>[]> {
	let query = contractRows(connection)
		.where('contracts.product_id', '=', filter.productId)
		.where('contracts.deleted_at', 'is', null);
	const { signerEmail, templateId } = filter;
	if (templateId !== undefined) query = query.where('contracts.template_id', '=', templateId);
	if (signerEmail !== undefined) {
		query = query.where('contracts.id', 'in', (inner) =>
			inner.selectFrom('contract_signers').select('contract_id').where('email', '=', signerEmail),
		);
	}
	const { search } = filter;
	if (search !== undefined) {
		query = query.where(({ or, exists, selectFrom }) =>
			or([
				hasText(['contracts.display_name'], search),
				exists(
					selectFrom('contract_signers')
						.select('contract_id')
						.whereRef('contract_id', '=', 'contracts.id')
						.where(hasText(['contract_signers.address'], search)),
				),
			]),
		);
	}
	if (filter.state !== undefined) query = query.where(ofState(filter.state, filter));
	const { isNewestFirst = false } = range;
	const order = { by: 'contracts.sequence', rowsAtOnce: contractsAtOnce, isNewestFirst };
	return readList(query, order, range, (rows) => withSigners(connection, rows));
}

export type ListedState = 'Asked' | 'Open' | 'Done' | 'Ended';

/** The rules of `contract.ts` as a condition, so that a long list need not be read whole. */
function ofState(
	state: ListedState,
	{ now, signerEmail = '' }: Pick<ContractFilter, 'now' | 'signerEmail'>,
) {
	const left = sql`select 1 from contract_signers missing where missing.contract_id = contracts.id
		and missing.role <> 'CopyRecipient' and missing.signed_at is null`;
	// Literally the condition of the partial index, so that the database uses it.
	const stopped = sql`exists (select 1 from contract_steps where contract_steps.contract_id = contracts.id
		and contract_steps.kind in ('Declined', 'Expired', 'Cancelled'))`;
	const isEnded = sql`exists (${left}) and (${stopped} or contracts.expires_at <= ${now})`;
	const isOpen = sql`exists (${left}) and not (${stopped}) and (contracts.expires_at is null or contracts.expires_at > ${now})`;
	switch (state) {
		case 'Done':
			return sql<boolean>`not exists (${left})`;
		case 'Ended':
			return sql<boolean>`${isEnded}`;
		case 'Open':
			return sql<boolean>`${isOpen}`;
		case 'Asked':
			return sql<boolean>`${isOpen} and exists (select 1 from contract_signers own
				where own.contract_id = contracts.id and own.email = ${signerEmail}
				and own.role <> 'CopyRecipient' and own.signed_at is null
				and (contracts.signing_order = 'Parallel' or not exists (${left} and missing.position < own.position)))`;
	}
}

/** A contract that must exist. */
export async function readContract(
	connection: Connection,
	contractId: string,
): Promise<Model<'Contract'>> {
	const row = await contractRows(connection)
		.where('contracts.id', '=', contractId)
		.executeTakeFirstOrThrow();
	const [record] = await withSigners(connection, [row]);
	if (record === undefined) throw new Error('a contract row must give a contract record');
	return record;
}

function contractRows(connection: Connection) {
	return connection
		.selectFrom('contracts')
		.innerJoin('log_entries', 'log_entries.sequence', 'contracts.log_sequence')
		.select(contractColumns)
		.select('contracts.deleted_at')
		.select(entryColumns);
}

type ContractRow = Awaited<ReturnType<ReturnType<typeof contractRows>['executeTakeFirstOrThrow']>>;

async function withSigners(
	connection: Connection,
	rows: readonly ContractRow[],
): Promise<readonly Model<'Contract'>[]> {
	if (rows.length === 0) return [];
	const ids = rows.map(({ id }) => id);
	const signers = await connection
		.selectFrom('contract_signers')
		.leftJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
		.leftJoin('log_entries', 'log_entries.sequence', 'contract_signers.log_sequence')
		// In the same statement: a signature between two statements would make the contract look
		// corrupted.
		.leftJoin(
			enteredSignatures(connection, ids).as('entered'),
			'entered.subject_id',
			'contract_signers.contract_id',
		)
		.select(signedColumns)
		.select(entryColumns)
		.select('entered.signatures')
		.where('contract_signers.contract_id', 'in', ids)
		.orderBy('contract_signers.position')
		.execute();
	const byContract = Map.groupBy(signers, (signer) => signer.contract_id);
	const endings = await endingsOf(connection, ids);
	const files = await moreFilesOf(connection, ids);
	return rows.map((row) => {
		const whole = { ...row, moreFiles: files.get(row.id) ?? [] };
		return wireContract(whole, byContract.get(row.id) ?? [], endings.get(row.id));
	});
}

/** Number of signatures in the log, by contract. */
function enteredSignatures(connection: Connection, contractIds: readonly string[]) {
	return connection
		.selectFrom('log_entries')
		.select(['subject_id', ({ fn }) => fn.countAll<number | string>().as('signatures')])
		.where('kind', '=', sql.lit('contract-signature'))
		.where('subject_id', 'in', contractIds)
		.groupBy('subject_id');
}

interface Signer extends SignerRow, SignedRow, EntryOfRecord {
	/** Number of the contract's signatures in the log. */
	readonly signatures: number | string | null;
}

function wireContract(
	row: ContractRow & { readonly moreFiles: readonly FileRow[] },
	signers: readonly Signer[],
	ending: Ending | undefined,
): Model<'Contract'> {
	const counted = signers.filter(({ role }) => role !== 'CopyRecipient');
	const signed = signers.filter(({ signed_at }) => signed_at !== null);
	const own = statusOf(contractRecord, { ...row, signers });
	const isComplete = signed.length === Number(signers[0]?.signatures ?? 0);
	return {
		id: row.id,
		displayName: row.display_name,
		ownerEmail: row.owner_email,
		...(row.template_id !== null && { templateId: row.template_id }),
		signerEmails: signers.map(({ address }) => address),
		signatures: signed.map(wireSignature),
		contractStatus: contractStatus(signed.length, counted.length),
		...(ending !== undefined && { reason: ending.reason }),
		...(typeof ending?.detail === 'string' && { reasonText: ending.detail }),
		blockchainStatus: isComplete
			? recordStatus([
					own,
					...signed.map((signer) => statusOf(signatureRecord, signer)),
					...(ending === undefined ? [] : [ending.status]),
				])
			: 'Corrupted',
		creationDate: row.created_at,
		isDeleted: row.deleted_at !== null,
	};
}

function wireSignature({ address, signed_at, supplied_by_email }: Signer) {
	return {
		signerEmail: address,
		signedDate: signed_at ?? '',
		...(supplied_by_email !== null && { suppliedByEmail: supplied_by_email }),
	};
}

/** Templates of a product, without deleted ones, in order of creation. */
export async function listTemplates(
	connection: Connection,
	productId: string,
	range: ListRange,
): Promise<readonly Model<'Template'>[]> {
	const query = templateRows(connection)
		.where('templates.product_id', '=', productId)
		.where('templates.deleted_at', 'is', null);
	return readList(query, { by: 'templates.sequence' }, range, (rows) => rows.map(wireTemplate));
}

/** A template of the product, including a deleted one; undefined if there is none. */
export async function findTemplate(
	connection: Connection,
	productId: string,
	templateId: string,
): Promise<Model<'Template'> | undefined> {
	const row = await templateRows(connection)
		.where('templates.product_id', '=', productId)
		.where('templates.id', '=', templateId)
		.executeTakeFirst();
	return row === undefined ? undefined : wireTemplate(row);
}

function templateRows(connection: Connection) {
	return connection
		.selectFrom('templates')
		.innerJoin('log_entries', 'log_entries.sequence', 'templates.log_sequence')
		.select(templateColumns)
		.select('templates.deleted_at')
		.select(entryColumns);
}

type TemplateRow = Awaited<ReturnType<ReturnType<typeof templateRows>['executeTakeFirstOrThrow']>>;

function wireTemplate(row: TemplateRow): Model<'Template'> {
	const fields = wireTemplateFields(fieldsIn(row.fields));
	return {
		id: row.id,
		displayName: row.display_name,
		fileName: row.file_name,
		ownerEmail: row.owner_email,
		blockchainStatus: statusOf(templateRecord, row),
		creationDate: row.created_at,
		isDeleted: row.deleted_at !== null,
		...(fields.length > 0 && { fields }),
	};
}
