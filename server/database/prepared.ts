/**
 * Queries that are built and compiled once for each database, for frequent queries whose building
 * would cost as much as the answer. The caller passes parameters in the order of the text.
 */
import type { CompiledQuery, Compilable, Kysely } from 'kysely';

export class Prepared<Tables, Row> {
	private readonly compiled = new WeakMap<object, CompiledQuery<Row>>();

	/** `build` makes the query with any values; rows() replaces them, in the order of the text. */
	constructor(private readonly build: (database: Kysely<Tables>) => Compilable<Row>) {}

	async rows(database: Kysely<Tables>, values: readonly unknown[]): Promise<readonly Row[]> {
		return (await this.run(database, values)).rows;
	}

	/** Number of changed rows. */
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
