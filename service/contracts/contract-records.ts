/**
 * Reads contracts and templates in the form the interface answers with. A contract's
 * `blockchainStatus` covers its own log entry and that of every signature.
 */
import type { Model } from '../../api/types';
import type { Database, Transaction } from '../database/database';
import { recordStatus } from '../log/record-status';
import type { ListRange } from '../operations/list-range';
import { contractStatus } from './contract';

type Connection = Database | Transaction;

/** The contracts of a product in order of creation; with `signerEmail`, only that signer's. */
export async function listContracts(
	connection: Connection,
	filter: { readonly productId: string; readonly signerEmail?: string },
	range: ListRange,
): Promise<readonly Model<'Contract'>[]> {
	let query = contractRows(connection)
		.where('contracts.product_id', '=', filter.productId)
		.orderBy('contracts.sequence')
		.limit(range.limit)
		.offset(range.offset);
	const { signerEmail } = filter;
	if (signerEmail !== undefined) {
		query = query.where('contracts.id', 'in', (inner) =>
			inner.selectFrom('contract_signers').select('contract_id').where('email', '=', signerEmail),
		);
	}
	return withSigners(connection, await query.execute());
}

/** One contract that is known to exist. */
export async function contractRecord(
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
		.select([
			'contracts.id',
			'contracts.display_name',
			'contracts.owner_email',
			'contracts.template_id',
			'contracts.created_at',
			'log_entries.status',
		]);
}

type ContractRow = Awaited<ReturnType<ReturnType<typeof contractRows>['executeTakeFirstOrThrow']>>;

async function withSigners(
	connection: Connection,
	rows: readonly ContractRow[],
): Promise<readonly Model<'Contract'>[]> {
	if (rows.length === 0) return [];
	const signers = await connection
		.selectFrom('contract_signers')
		.leftJoin('log_entries', 'log_entries.sequence', 'contract_signers.log_sequence')
		.select([
			'contract_signers.contract_id',
			'contract_signers.address',
			'contract_signers.signed_at',
			'log_entries.status',
		])
		.where(
			'contract_signers.contract_id',
			'in',
			rows.map(({ id }) => id),
		)
		.orderBy('contract_signers.position')
		.execute();
	const byContract = Map.groupBy(signers, (signer) => signer.contract_id);
	return rows.map((row) => wireContract(row, byContract.get(row.id) ?? []));
}

function wireContract(
	row: ContractRow,
	signers: readonly {
		readonly address: string;
		readonly signed_at: string | null;
		readonly status: string | null;
	}[],
): Model<'Contract'> {
	const signed = signers.filter(({ signed_at }) => signed_at !== null);
	return {
		id: row.id,
		displayName: row.display_name,
		ownerEmail: row.owner_email,
		...(row.template_id !== null && { templateId: row.template_id }),
		signerEmails: signers.map(({ address }) => address),
		contractStatus: contractStatus(signed.length, signers.length),
		blockchainStatus: recordStatus([row.status, ...signed.map(({ status }) => status ?? '')]),
		creationDate: row.created_at,
		isDeleted: false,
	};
}

/** The templates of a product in order of creation. */
export async function listTemplates(
	connection: Connection,
	productId: string,
	range: ListRange,
): Promise<readonly Model<'Template'>[]> {
	const rows = await templateRows(connection)
		.where('templates.product_id', '=', productId)
		.orderBy('templates.sequence')
		.limit(range.limit)
		.offset(range.offset)
		.execute();
	return rows.map(wireTemplate);
}

/** A template of the product, or nothing. */
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
		.select([
			'templates.id',
			'templates.display_name',
			'templates.owner_email',
			'templates.created_at',
			'log_entries.status',
		]);
}

type TemplateRow = Awaited<ReturnType<ReturnType<typeof templateRows>['executeTakeFirstOrThrow']>>;

function wireTemplate(row: TemplateRow): Model<'Template'> {
	return {
		id: row.id,
		displayName: row.display_name,
		ownerEmail: row.owner_email,
		blockchainStatus: recordStatus([row.status]),
		creationDate: row.created_at,
		isDeleted: false,
	};
}
