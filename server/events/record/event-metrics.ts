import { sql, type Kysely } from 'kysely';
import type { MetricSource } from '../../http/metrics';
import { newestSequence } from './reading';
import type { EventTables } from './tables';

const states = ['ACTIVE', 'STOPPED', 'DISABLED', 'EXPIRED'] as const;
const open = ['WAITING', 'PARKED'] as const;

export function eventMetrics(database: Kysely<EventTables>) {
	return {
		source: 'events',
		metrics: {
			sealkeeper_events_sequence: { help: 'Place of the newest event.' },
			sealkeeper_events_unplaced: { help: 'Events that wait for their place in the stream.' },
			sealkeeper_event_subscriptions: { help: 'Subscriptions by state.', labels: ['state'] },
			sealkeeper_event_deliveries_open: {
				help: 'Deliveries that wait for an attempt, and those given up.',
				labels: ['state'],
			},
		},
		async read() {
			const unplaced = await database
				.selectFrom('event_arrivals')
				.select(count())
				.executeTakeFirstOrThrow();
			const subscriptions = await database
				.selectFrom('event_subscriptions')
				.select(['state', count()])
				.groupBy('state')
				.execute();
			const deliveries = [];
			for (const state of open) {
				const rows = database.selectFrom('event_deliveries').select(count());
				// A literal as in the partial index, or SQLite would not use it.
				const found = await rows.where('state', '=', sql.lit(state)).executeTakeFirstOrThrow();
				deliveries.push({ state, count: found.count });
			}
			return {
				sealkeeper_events_sequence: [{ value: await newestSequence(database) }],
				sealkeeper_events_unplaced: [{ value: Number(unplaced.count) }],
				sealkeeper_event_subscriptions: byState(states, subscriptions),
				sealkeeper_event_deliveries_open: byState(open, deliveries),
			};
		},
	} satisfies MetricSource;
}

function count() {
	return sql<number | string>`count(*)`.as('count');
}

function byState(
	all: readonly string[],
	rows: readonly { readonly state: string; readonly count: number | string }[],
) {
	return all.map((state) => ({
		labels: { state },
		value: Number(rows.find((row) => row.state === state)?.count ?? 0),
	}));
}
