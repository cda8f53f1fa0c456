/** Fills a table of SQLite with copies of the rows it has, faster than any interface would. */
import { sql, type Kysely } from 'kysely';

/** What a row is copied with: a text that each copy has of its own, or a number. */
export type Copied = Readonly<Record<string, 'own' | 'number'>>;

/** Copies the row or rows of a table; columns that are not named stay, those that count rows go on. */
export async function multiply<Tables>(
	database: Kysely<Tables>,
	{ table, times, copied }: { table: keyof Tables & string; times: number; copied: Copied },
): Promise<void> {
	const { rows } = await sql<{ name: string }>`
		select name from pragma_table_info(${table})
		where not (pk = 1 and lower(type) = 'integer')`.execute(database);
	const columns = rows.map(({ name }) => name);
	const values = columns.map((name) => {
		if (copied[name] === 'own') return `row.${name} || '-' || n`;
		return copied[name] === 'number' ? `row.${name} + 1000 * n` : `row.${name}`;
	});
	await sql
		.raw(
			`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${times})
			insert into ${table} (${columns.join(', ')})
			select ${values.join(', ')} from numbers, (select * from ${table}) as row`,
		)
		.execute(database);
}
