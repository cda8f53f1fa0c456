/** Metrics of the exchange: lag of each lane, unended transfers, alarms, and queue sizes. */
import type { Queue } from 'bullmq';
import { sql } from 'kysely';
import type { MetricSource } from '../../server/http/metrics';
import { readArchives, type MarketArchive } from '../history/archive/archives';
import type { Database } from '../database/database';
import { isUnended } from '../database/intent-states';
import { readMaintenance } from '../guard/maintenance';
import { intentStates } from '../settlement/state/intent';
import { stoppedAssets } from '../settlement/store/payout-stops';

export function laneMetrics(database: Database) {
	return {
		source: 'lanes',
		metrics: {
			sealkeeper_exchange_commands_accepted_total: {
				help: 'Commands in the log of a market.',
				labels: ['market'],
			},
			sealkeeper_exchange_commands_committed_total: {
				help: 'Commands the lane of a market has carried out.',
				labels: ['market'],
			},
			sealkeeper_exchange_lane_lag_commands: {
				help: 'Commands accepted and not carried out yet.',
				labels: ['market'],
			},
		},
		async read() {
			const rows = await database
				.selectFrom('logs')
				.innerJoin('lanes', 'lanes.market', 'logs.market')
				.select(['logs.market', 'last_sequence', 'cursor'])
				.execute();
			const each = (value: (row: (typeof rows)[number]) => bigint) =>
				rows.map((row) => ({ labels: { market: row.market }, value: Number(value(row)) }));
			return {
				sealkeeper_exchange_commands_accepted_total: each((row) => row.last_sequence),
				sealkeeper_exchange_commands_committed_total: each((row) => row.cursor),
				sealkeeper_exchange_lane_lag_commands: each((row) => row.last_sequence - row.cursor),
			};
		},
	} satisfies MetricSource;
}

export function archiveMetrics(database: Database) {
	return {
		source: 'archive',
		metrics: {
			sealkeeper_exchange_archived_commands_total: {
				help: 'Commands of a market whose history is in the archive.',
				labels: ['market'],
			},
			sealkeeper_exchange_archive_size_bytes: {
				help: 'Size of the archive of a market.',
				labels: ['market'],
			},
		},
		async read() {
			const archives = await readArchives(database);
			const each = (value: (archive: MarketArchive) => number) =>
				archives.map((archive) => ({ labels: { market: archive.market }, value: value(archive) }));
			return {
				sealkeeper_exchange_archived_commands_total: each(({ lastSequence }) => lastSequence),
				sealkeeper_exchange_archive_size_bytes: each(({ sizeBytes }) => sizeBytes),
			};
		},
	} satisfies MetricSource;
}

/**
 * Ended transfers only grow in number; counting them would read every row, so only planned ones are
 * counted.
 */
const unendedStates = intentStates.filter((state) => state !== 'SETTLED' && state !== 'REFUSED');

export function settlementMetrics(database: Database) {
	return {
		source: 'settlement',
		metrics: {
			sealkeeper_exchange_intents: {
				help: 'Transfers that are not over, by their state.',
				labels: ['state'],
			},
			sealkeeper_exchange_intents_planned_total: { help: 'Transfers ever planned.' },
			sealkeeper_exchange_payouts_stopped: { help: '1 while no payout is sent.' },
			sealkeeper_exchange_asset_payouts_stopped: {
				help: '1 while no payout of an asset is sent, for the tracker holds too little of it.',
				labels: ['asset'],
			},
			sealkeeper_exchange_alarms: { help: 'Alarms not cleared, by their kind.', labels: ['kind'] },
		},
		async read() {
			const count = sql<bigint>`count(*)`.as('count');
			const counts = await database
				.selectFrom('intents')
				.select(['state', count])
				.where(isUnended)
				.groupBy('state')
				.execute();
			const settlement = await database
				.selectFrom('settlement_state')
				.select(['last_number', 'payouts_stopped'])
				.executeTakeFirst();
			const stopped = await stoppedAssets(database);
			const alarms = await database
				.selectFrom('alarms')
				.select(['kind', count])
				.where('cleared_at', 'is', null)
				.groupBy('kind')
				.execute();
			return {
				sealkeeper_exchange_intents: unendedStates.map((state) => ({
					labels: { state },
					value: Number(counts.find((row) => row.state === state)?.count ?? 0),
				})),
				sealkeeper_exchange_intents_planned_total: [
					{ value: Number(settlement?.last_number ?? 0) },
				],
				sealkeeper_exchange_payouts_stopped: [
					{ value: settlement?.payouts_stopped == null ? 0 : 1 },
				],
				sealkeeper_exchange_asset_payouts_stopped: stopped.map((asset) => ({
					labels: { asset },
					value: 1,
				})),
				sealkeeper_exchange_alarms: alarms.map((row) => ({
					labels: { kind: row.kind },
					value: Number(row.count),
				})),
			};
		},
	} satisfies MetricSource;
}

export function restrictionMetrics(database: Database) {
	return {
		source: 'restrictions',
		metrics: {
			sealkeeper_exchange_maintenance: { help: '1 while the exchange is in maintenance.' },
			sealkeeper_exchange_accounts_frozen: { help: 'Accounts that may begin nothing.' },
		},
		async read() {
			const maintenance = await readMaintenance(database);
			const { count } = await database
				.selectFrom('accounts')
				.select(sql<bigint>`count(*)`.as('count'))
				.where('frozen_at', 'is not', null)
				.executeTakeFirstOrThrow();
			return {
				sealkeeper_exchange_maintenance: [{ value: maintenance === undefined ? 0 : 1 }],
				sealkeeper_exchange_accounts_frozen: [{ value: Number(count) }],
			};
		},
	} satisfies MetricSource;
}

const jobStates = ['waiting', 'active', 'delayed', 'failed'] as const;

type JobCounts = { readonly queue: string } & Readonly<Record<(typeof jobStates)[number], number>>;

/** Returns the number of jobs of each queue, by state. */
export function jobCounts(queues: readonly Queue[]): Promise<readonly JobCounts[]> {
	return Promise.all(
		queues.map(async (queue) => {
			const counts = await queue.getJobCounts(...jobStates);
			const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
			return { queue: queue.name, waiting, active, delayed, failed };
		}),
	);
}

export function queueMetrics(queues: readonly Queue[]) {
	return {
		source: 'queues',
		metrics: {
			sealkeeper_exchange_queue_jobs: {
				help: 'Jobs in a queue, by their state.',
				labels: ['queue', 'state'],
			},
		},
		async read() {
			const counts = await jobCounts(queues);
			return {
				sealkeeper_exchange_queue_jobs: counts.flatMap(({ queue, ...jobs }) =>
					jobStates.map((state) => ({ labels: { queue, state }, value: jobs[state] })),
				),
			};
		},
	} satisfies MetricSource;
}
