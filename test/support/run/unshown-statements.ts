/**
 * Places of the product that asked SQLite in a run of the full tier and never PostgreSQL. That a
 * statement runs there at all is shown once or not at all: syntax, types, big integers and the order
 * of nulls differ.
 */
import fs from 'node:fs';
import path from 'node:path';

/** Asked of SQLite by design, each with what PostgreSQL has in its place. */
const ofSqliteAlone: readonly RegExp[] = [
	/: pragma/, // Settings and looks at the file itself.
	/ (kysely_migration|kysely_migration_lock|sqlite_master|sqlite_sequence)$/, // Its own tables, and those of migrations.
	/^\w+\/database\/migrations\//, // A schema of each kind; tests on PostgreSQL begin with theirs.
];

function placesOf(runFolder: string, kind: 'SQLite' | 'PostgreSQL'): ReadonlySet<string> {
	const file = path.join(runFolder, 'statements', kind);
	if (!fs.existsSync(file)) return new Set();
	return new Set(fs.readFileSync(file, 'utf8').trim().split('\n'));
}

export function unshownStatements(runFolder: string): readonly string[] {
	const shown = placesOf(runFolder, 'PostgreSQL');
	return [...placesOf(runFolder, 'SQLite')]
		.filter((place) => !shown.has(place) && !ofSqliteAlone.some((one) => one.test(place)))
		.sort();
}
