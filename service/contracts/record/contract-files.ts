/**
 * The files of a contract, numbered from 1. The first stands in the row of its contract, further ones in rows
 * of their own; the entry of the contract commits to all of them.
 */
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';

export interface KeptFile {
	readonly objectId: string;
	readonly fileName: string;
	/** BLAKE2b-256, lower-case hex. */
	readonly fileHash: string;
	readonly sizeBytes: number;
}

export interface ContractFile extends KeptFile {
	readonly fileNumber: number;
}

export interface FileColumns {
	readonly object_id: string;
	readonly file_name: string;
	readonly file_hash: string;
	readonly size_bytes: number;
}

export interface FileRow extends FileColumns {
	readonly file_number: number;
}

/** All files of a contract in their order; there is always one. */
export function filesOf(
	row: FileColumns & { readonly moreFiles: readonly FileRow[] },
): readonly ContractFile[] {
	return [{ fileNumber: 1, ...keptFile(row) }, ...row.moreFiles.map(furtherFile)];
}

export function furtherFile(row: FileRow): ContractFile {
	return { fileNumber: row.file_number, ...keptFile(row) };
}

export function keptFile(row: FileColumns): KeptFile {
	return {
		objectId: row.object_id,
		fileName: row.file_name,
		fileHash: row.file_hash,
		sizeBytes: row.size_bytes,
	};
}

/** Refuses a number of which the contract has no file. */
export function chosenFile(
	{ id, files }: { readonly id: string; readonly files: readonly ContractFile[] },
	fileNumber = 1,
): ContractFile {
	const file = files.find((one) => one.fileNumber === fileNumber);
	if (file === undefined) throw refuse('Sealer_FileNotFound', id, fileNumber, files.length);
	return file;
}

/** The files after the first, by contract. */
export async function moreFilesOf(
	connection: Database | Transaction,
	contractIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FileRow[]>> {
	const rows = await connection
		.selectFrom('contract_files')
		.select(['contract_id', 'file_number', 'object_id', 'file_name', 'file_hash', 'size_bytes'])
		.where('contract_id', 'in', contractIds)
		.orderBy('file_number')
		.execute();
	return Map.groupBy(rows, (row) => row.contract_id);
}

/** The contract's row with its further files. */
export async function withMoreFiles<Row extends { readonly id: string }>(
	connection: Database | Transaction,
	row: Row,
): Promise<Row & { readonly moreFiles: readonly FileRow[] }> {
	const found = await moreFilesOf(connection, [row.id]);
	return { ...row, moreFiles: found.get(row.id) ?? [] };
}
