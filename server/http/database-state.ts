/** Health check and metrics of a database. */
import type { Kysely } from 'kysely';
import { poolState } from '../database/postgres-dialect';
import { assertWritable } from '../database/writing';
import type { HealthCheck } from './health';
import type { MetricSource } from './metrics';

export function databaseCheck<Tables>(database: Kysely<Tables>): HealthCheck {
	return async () => {
		await assertWritable(database);
		return 'up';
	};
}

/** SQLite has one connection and no pool metrics. */
export function databaseMetrics<Tables>(database: Kysely<Tables>) {
	return {
		source: 'database',
		metrics: {
			sealkeeper_database_pool_connections: {
				help: 'Connections to PostgreSQL, by whether they are in use.',
				labels: ['state'],
			},
			sealkeeper_database_pool_waiting: { help: 'Statements that wait for a connection.' },
		},
		read() {
			const state = poolState(database);
			return Promise.resolve({
				sealkeeper_database_pool_connections:
					state === undefined
						? []
						: [
								{ labels: { state: 'in_use' }, value: state.inUse },
								{ labels: { state: 'idle' }, value: state.idle },
							],
				sealkeeper_database_pool_waiting: [{ value: state?.waiting ?? 0 }],
			});
		},
	} satisfies MetricSource;
}
