/** Checks what is marked as erased: it must have been deleted, and its content must be gone. */
import { sql, type RawBuilder } from 'kysely';
import type { Check } from './record-source';

/** A condition that holds for rows of a table whose mark of erasure is wrong. */
interface WrongMark {
	readonly table: string;
	readonly when: RawBuilder<unknown>;
	readonly expected: string;
}

const isStored = sql`exists (select 1 from storage_objects as object
	where object.id = erased.object_id and object.state = 'STORED')`;

const isInUse = (fileId: string) => sql`exists (select 1 from keeper_files as file
	join keeper_folders as folder on folder.id = file.folder_id
	where file.id = ${sql.ref(fileId)} and file.deleted_at is null and folder.deleted_at is null)`;

const wrongMarks: readonly WrongMark[] = [
	...['keeper_versions', 'diff_reports', 'diff_report_files'].map((table) => ({
		table,
		when: isStored,
		expected: 'no content',
	})),
	{
		table: 'keeper_versions',
		when: isInUse('erased.file_id'),
		expected: 'the content of a file in use',
	},
	{
		table: 'keeper_files',
		when: isInUse('erased.id'),
		expected: 'the content of a file in use',
	},
	{
		table: 'keeper_files',
		when: sql`exists (select 1 from keeper_versions as version
			where version.file_id = erased.id and version.erased_at is null)`,
		expected: 'versions that are all erased',
	},
	{
		table: 'keeper_folders',
		when: sql`erased.deleted_at is null`,
		expected: 'the contents of a folder in use',
	},
	{
		table: 'keeper_folders',
		when: sql`exists (select 1 from keeper_files as file
			where file.folder_id = erased.id and file.erased_at is null)`,
		expected: 'files that are all erased',
	},
];

export const erasureChecks: readonly Check[] = wrongMarks.map(
	({ table, when, expected }): Check =>
		async function* (reader) {
			const wrong = sql<{ id: string; erased_at: string }>`
				select erased.id, erased.erased_at from ${sql.table(table)} as erased
				where erased.erased_at is not null and ${when}`;
			const query = { compile: () => wrong.compile(reader.tables) };
			for await (const { id, erased_at: found } of reader.rows(query)) {
				const problem = 'says that its content was erased';
				yield { record: table, id, column: 'erased_at', problem, expected, found };
			}
		},
);
