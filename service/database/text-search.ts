/** Conditions of lists that are searched by a text. */
import { sql } from 'kysely';

/**
 * True for rows of which one of these columns has the text anywhere. SQLite takes only A to Z as alike in upper and lower
 * case, PostgreSQL every letter.
 */
export function hasText(columns: readonly string[], text: string) {
	const pattern = `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
	const each = columns.map(
		(column) => sql`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`,
	);
	return sql<boolean>`(${sql.join(each, sql` or `)})`;
}
