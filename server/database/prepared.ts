/**
 * Queries that are built and compiled once for each database, for what is asked so often that putting
 * the text together would cost as much as the answer. Which values go where is up to the text.
 */
import type { CompiledQuery, Compilable, Kysely } from 'kysely';

export class Prepared<Tables, Row> {
	private readonly compiled = new WeakMap<object, CompiledQuery<Row>>();

	/** `build` makes the query with whatever values; others take their places, in the order of the text. */
	constructor(private readonly build: (database: Kysely<Tables>) => Compilable<Row>) {}

	async rows(database: Kysely<Tables>, values: readonly unknown[]): Promise<readonly Row[]> {
		return (await this.run(database, values)).rows;
	}

	/** How many rows it has changed. */
	async changed(database: Kysely<Tables>, values: readonly unknown[]): Promise<bigint> {
		return (await this.run(database, values)).numAffectedRows ?? 0n;
	}

	private run(database: Kysely<Tables>, values: readonly unknown[]) {
		const { adapter } = database.getExecutor();
		const kept = this.compiled.get(adapter) ?? this.build(database).compile();
		this.compiled.set(adapter, kept);
		if (values.length !== kept.parameters.length) {
			throw new Error(`${values.length} values for ${kept.parameters.length} places: ${kept.sql}`);
		}
		return database.executeQuery<Row>({ ...kept, parameters: values });
	}
}
