/**
 * Statements that a run of the full tier asked SQLite and never PostgreSQL. That a statement runs
 * there at all is shown once or not at all: syntax, types, big integers and the order of nulls differ.
 */
import fs from 'node:fs';
import path from 'node:path';

/** Asked of SQLite by design, each with what PostgreSQL has in its place. */
const ofSqliteAlone: readonly RegExp[] = [
	/^pragma /i, // Settings and looks at the file itself.
	/sqlite_(master|schema|sequence)/, // Kysely's list of the tables.
	/pragma_table_info/,
];

function formsOf(runFolder: string, kind: 'SQLite' | 'PostgreSQL'): ReadonlySet<string> {
	const file = path.join(runFolder, 'statements', kind);
	if (!fs.existsSync(file)) return new Set();
	const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
	return new Set(lines.map((line) => JSON.parse(line) as string));
}

export function unshownStatements(runFolder: string): readonly string[] {
	const shown = formsOf(runFolder, 'PostgreSQL');
	return [...formsOf(runFolder, 'SQLite')].filter(
		(form) => !shown.has(form) && !ofSqliteAlone.some((pattern) => pattern.test(form)),
	);
}
