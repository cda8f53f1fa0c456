/**
 * Checks seals, signatures and deletions of the sealer against their entries, and the files of
 * contracts against their objects.
 */
import { sql, type RawBuilder } from 'kysely';
import {
	ownSignatureColumns,
	ownSignatureRecord,
	sealerDeletionRecord,
} from '../contracts/record/entries';
import { sealColumns, sealRecord } from '../contracts/record/seals';
import { entryColumns } from '../log/record-kind';
import { recordsOf, type Check } from './record-source';

/** Includes rows that have only a file or only an entry. */
export const seals = recordsOf(sealRecord, (tables) =>
	tables
		.selectFrom('contract_seals')
		.leftJoin('log_entries', 'log_entries.sequence', 'contract_seals.log_sequence')
		.select(sealColumns)
		.select(entryColumns)
		.where((where) =>
			where.or([
				where('contract_seals.sealed_at', 'is not', null),
				where('contract_seals.object_id', 'is not', null),
				where('contract_seals.log_sequence', 'is not', null),
			]),
		),
);

/** Includes rows that have only an entry. */
export const addedSignatures = recordsOf(ownSignatureRecord, (tables) =>
	tables
		.selectFrom('signatures')
		.innerJoin('log_entries', 'log_entries.sequence', 'signatures.log_sequence')
		.select(ownSignatureColumns)
		.select(entryColumns),
);

type Deleted = 'template' | 'signature';

/** Includes rows that have only a mark or only an entry. */
export const sealerDeletions = recordsOf(sealerDeletionRecord, (tables) =>
	tables
		.selectFrom((from) =>
			from
				.selectFrom('templates')
				.select(['id', 'deleted_at', 'deleted_by_email', 'deletion_sequence'])
				.select(sql<Deleted>`'template'`.as('what'))
				.unionAll(
					from
						.selectFrom('signatures')
						.select(['id', 'deleted_at', 'email as deleted_by_email', 'deletion_sequence'])
						.select(sql<Deleted>`'signature'`.as('what')),
				)
				.as('deleted'),
		)
		.leftJoin('log_entries', 'log_entries.sequence', 'deleted.deletion_sequence')
		.selectAll('deleted')
		.select(entryColumns)
		.where((where) =>
			where.or([
				where('deleted.deleted_at', 'is not', null),
				where('deleted.deletion_sequence', 'is not', null),
				where.and([
					where('deleted.what', '=', sql.lit('template')),
					where('deleted.deleted_by_email', 'is not', null),
				]),
			]),
		),
);

/** Signatures that sign nothing and were not added by themselves. */
export const unusedSignatures: Check = async function* (reader) {
	const query = reader.tables
		.selectFrom('signatures')
		.leftJoin('contract_signers', 'contract_signers.signature_id', 'signatures.id')
		.select('signatures.id')
		.where('contract_signers.contract_id', 'is', null)
		.where('signatures.log_sequence', 'is', null);
	for await (const { id } of reader.rows(query)) {
		const problem = 'signs nothing';
		yield { record: 'signatures', id, problem, expected: 'a contract', found: 'none' };
	}
};

/** Contracts whose deletion mark differs from the time of their Deleted step. */
export const contractDeletions: Check = async function* (reader) {
	const query = reader.tables
		.selectFrom('contracts')
		.leftJoin('contract_steps as step', (join) =>
			join.onRef('step.contract_id', '=', 'contracts.id').on('step.kind', '=', sql.lit('Deleted')),
		)
		.select(['contracts.id', 'contracts.deleted_at as mark', 'step.created_at as step'])
		.where(sql<boolean>`coalesce(contracts.deleted_at, '') <> coalesce(step.created_at, '')`);
	for await (const { id, mark, step } of reader.rows(query)) {
		const problem = 'was deleted at another moment than its steps say, or not at all';
		const told = { column: 'deleted_at', problem };
		yield { record: 'contracts', id, ...told, expected: step ?? 'none', found: mark ?? 'none' };
	}
};

/** Files whose object is absent or has another hash or size. */
function numberedFiles(table: 'contract_seals' | 'contract_files', isKept: RawBuilder<boolean>) {
	const kept = sql<{ id: string; expected: string; found: string | null }>`
		select kept.contract_id as id,
			kept.file_hash || ', ' || kept.size_bytes || ' bytes' as expected,
			object.hash || ', ' || object.size_bytes || ' bytes' as found
		from ${sql.table(table)} as kept
		join contracts on contracts.id = kept.contract_id
		left join storage_objects as object on object.id = kept.object_id and object.state = 'STORED'
		where ${isKept}`;
	const check: Check = async function* (reader) {
		const query = { compile: () => kept.compile(reader.tables) };
		for await (const { id, expected, found } of reader.rows(query)) {
			if (expected === found) continue;
			const problem = 'does not have the hash and the size of the object that holds its file';
			const told = { column: 'file_hash', problem, expected, found: found ?? 'none' };
			yield { record: table, id, ...told };
		}
	};
	return check;
}

export const sealedFiles = numberedFiles('contract_seals', sql`kept.sealed_at is not null`);
export const furtherFiles = numberedFiles('contract_files', sql`contracts.deleted_at is null`);

export const contractSizes: Check = async function* (reader) {
	const query = reader.tables
		.selectFrom('contracts')
		.innerJoin('storage_objects', 'storage_objects.id', 'contracts.object_id')
		.select(['contracts.id', 'contracts.size_bytes', 'storage_objects.size_bytes as object_size'])
		.whereRef('contracts.size_bytes', '<>', 'storage_objects.size_bytes');
	for await (const { id, size_bytes: expected, object_size: found } of reader.rows(query)) {
		const problem = 'does not have the size of the object that holds its file';
		const sizes = { expected: String(expected), found: String(found) };
		yield { record: 'contracts', id, column: 'size_bytes', problem, ...sizes };
	}
};
