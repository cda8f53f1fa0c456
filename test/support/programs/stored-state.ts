/** Everything a service keeps, counted: rows of every table, files of buckets and outbox. */
import fs from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { isPostgres } from '../../../server/database/database';
import { openDatabase, postgresSchema, type Database } from '../../../service/database/database';
import type { TestPlace } from '../servers/databases';
import { until } from '../clients/requests';

export interface StoredState {
	readonly rows: Readonly<Record<string, number>>;
	readonly files: readonly string[];
}

/** Moved in the background, after what was written in the transaction of what happened. */
const moving = ['event_arrivals', 'events', 'event_cursors', 'event_deliveries'];

/** The names of the service's tables, those of the migrations left out. */
export async function tableNames(database: Database): Promise<readonly string[]> {
	const tables = await database.introspection.getTables();
	const ours = tables.filter(({ schema = postgresSchema }) => schema === postgresSchema);
	return ours.map(({ name }) => name).filter((name) => name !== 'sqlite_sequence');
}

async function rowCounts(database: Database): Promise<Record<string, number>> {
	const names = (await tableNames(database)).filter((name) => !moving.includes(name));
	const counts = names.map(
		(name) => sql`select ${sql.lit(name)} as name, count(*) as count from ${sql.table(name)}`,
	);
	const { rows } = await sql<{ readonly name: string; readonly count: number }>`
		${sql.join(counts, sql` union all `)}
	`.execute(database);
	return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

/** Adds the files in the folders of a folder, by their way from the first one. */
function addFiles(files: string[], dataFolder: string, below = ''): void {
	for (const entry of fs.readdirSync(`${dataFolder}/${below}`, { withFileTypes: true })) {
		const name = below + entry.name;
		if (entry.isDirectory()) addFiles(files, dataFolder, `${name}/`);
		else if (below !== '') files.push(name);
	}
}

/** Every file but those that lie in the data folder itself, and those that this process has open without a name. */
export function storedFiles(dataFolder: string): readonly string[] {
	const files = namelessFiles(dataFolder).map(({ name }) => name);
	addFiles(files, dataFolder);
	return files.sort();
}

/** What this process has open in the folder and nobody else can open any more. */
export function namelessFiles(folder: string) {
	return fs.readdirSync('/proc/self/fd').flatMap((number) => {
		const descriptor = `/proc/self/fd/${number}`;
		try {
			const place = fs.readlinkSync(descriptor);
			if (!place.startsWith(`${folder}/`) || !place.endsWith(' (deleted)')) return [];
			return [{ descriptor, name: place.slice(folder.length + 1) }];
		} catch {
			// It was closed since it was listed, as that of the listing itself.
			return [];
		}
	});
}

/** Until nothing is left of uploads that were answered: what was not kept goes after the answer. */
export async function draftsGone(dataFolder: string): Promise<void> {
	await until(() => {
		const isLeft = storedFiles(dataFolder).some((name) => /\/drafts\/| \(deleted\)$/.test(name));
		return Promise.resolve(isLeft ? undefined : true);
	});
}

/**
 * Looks again and again, over a connection of its own. What is still the same is the same object,
 * which costs nothing to compare.
 */
export class StoredStates {
	private last: { readonly version: unknown; readonly rows: StoredState['rows'] } | undefined;
	private state: StoredState | undefined;

	private constructor(
		private readonly place: TestPlace,
		private readonly database: Database,
	) {}

	static async open(place: TestPlace): Promise<StoredStates> {
		return new StoredStates(place, await openDatabase(place));
	}

	async read(): Promise<StoredState> {
		const rows = await this.rows();
		const files = storedFiles(this.place.dataFolder);
		const { state } = this;
		if (state?.rows === rows && isDeepStrictEqual(state.files, files)) return state;
		this.state = { rows, files };
		return this.state;
	}

	/** Counts again only when some connection has committed since; PostgreSQL does not tell. */
	async rows(): Promise<StoredState['rows']> {
		if (isPostgres(this.database)) return rowCounts(this.database);
		const { rows } = await sql<{ readonly data_version: number }>`
			pragma data_version
		`.execute(this.database);
		const version = rows[0]?.data_version;
		if (version === undefined || this.last?.version !== version) {
			const old = this.last?.rows;
			const counted = await rowCounts(this.database);
			const isSame = old !== undefined && isDeepStrictEqual(old, counted);
			this.last = { version, rows: isSame ? old : counted };
		}
		return this.last.rows;
	}

	close(): Promise<void> {
		return this.database.destroy();
	}
}

/** Looks once, also when the service has ended. */
export async function storedState(place: TestPlace): Promise<StoredState> {
	const states = await StoredStates.open(place);
	try {
		return await states.read();
	} finally {
		await states.close();
	}
}
