/**
 * What the service tells beside its requests: whether files are kept whole, which mails wait, and
 * how far the log of records is confirmed.
 */
import type { MetricSource } from '../../server/http/metrics';
import type { Database } from '../database/database';
import type { BucketHealth } from '../objects/object-store';

const bucketStatuses = ['up', 'degraded', 'down'] as const;
const unstoredStates = ['OUTBOX', 'MISSING'] as const;

export function storageMetrics(database: Database, health: () => Promise<readonly BucketHealth[]>) {
	return {
		source: 'storage',
		metrics: {
			sealkeeper_storage_buckets: {
				help: 'Buckets by what they answer; a degraded one lacks shards of its own.',
				labels: ['status'],
			},
			sealkeeper_storage_unstored_shards: {
				help: 'Shards not in their bucket: those that wait in the outbox, and those lost.',
				labels: ['state'],
			},
		},
		async read() {
			const buckets = await health();
			const counts = await database
				.selectFrom('storage_shards')
				.select(['state', ({ fn }) => fn.countAll().as('count')])
				.where('state', 'in', unstoredStates)
				.groupBy('state')
				.execute();
			return {
				sealkeeper_storage_buckets: bucketStatuses.map((status) => ({
					labels: { status },
					value: buckets.filter((bucket) => bucket.status === status).length,
				})),
				sealkeeper_storage_unstored_shards: unstoredStates.map((state) => ({
					labels: { state },
					value: Number(counts.find((row) => row.state === state)?.count ?? 0),
				})),
			};
		},
	} satisfies MetricSource;
}

export function outboxMetrics(database: Database) {
	return {
		source: 'outbox',
		metrics: {
			sealkeeper_mails_waiting: { help: 'Mails not delivered yet.' },
			sealkeeper_mails_failing: { help: 'Mails not delivered yet that were tried.' },
		},
		async read() {
			const { waiting, failing } = await database
				.selectFrom('mails')
				.select(({ fn, eb }) => [
					fn.countAll().as('waiting'),
					fn
						.countAll()
						.filterWhere(eb('attempts', '>', 0))
						.as('failing'),
				])
				.where('sent_at', 'is', null)
				.executeTakeFirstOrThrow();
			return {
				sealkeeper_mails_waiting: [{ value: Number(waiting) }],
				sealkeeper_mails_failing: [{ value: Number(failing) }],
			};
		},
	} satisfies MetricSource;
}

const openStatuses = ['Unconfirmed', 'Corrupted'] as const;

export function recordLogMetrics(database: Database) {
	return {
		source: 'log',
		metrics: {
			sealkeeper_log_entries_unconfirmed: { help: 'Entries the log has not confirmed yet.' },
			sealkeeper_log_entries_corrupted: { help: 'Entries that did not match their hash.' },
		},
		async read() {
			const counts = await database
				.selectFrom('log_entries')
				.select(['status', ({ fn }) => fn.countAll().as('count')])
				.where('status', 'in', openStatuses)
				.groupBy('status')
				.execute();
			const count = (status: string) => [
				{ value: Number(counts.find((row) => row.status === status)?.count ?? 0) },
			];
			return {
				sealkeeper_log_entries_unconfirmed: count('Unconfirmed'),
				sealkeeper_log_entries_corrupted: count('Corrupted'),
			};
		},
	} satisfies MetricSource;
}
