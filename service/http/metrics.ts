import { sql } from 'kysely';
import type { MetricSource } from '../../server/http/metrics';
import type { Database } from '../database/database';
import type { RecordLog } from '../log/record-log';
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
			sealkeeper_mails_refused: { help: 'Mails that were refused for good, or given up.' },
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
				.where('refused_at', 'is', null)
				.executeTakeFirstOrThrow();
			const { refused } = await database
				.selectFrom('mails')
				.select(({ fn }) => fn.countAll().as('refused'))
				.where('refused_at', 'is not', null)
				.executeTakeFirstOrThrow();
			return {
				sealkeeper_mails_refused: [{ value: Number(refused) }],
				sealkeeper_mails_waiting: [{ value: Number(waiting) }],
				sealkeeper_mails_failing: [{ value: Number(failing) }],
			};
		},
	} satisfies MetricSource;
}

export function recordLogMetrics(database: Database, recordLog: Pick<RecordLog, 'clockBehindMs'>) {
	return {
		source: 'log',
		metrics: {
			sealkeeper_log_entries_unconfirmed: { help: 'Entries the log has not confirmed yet.' },
			sealkeeper_log_entries_corrupted: { help: 'Entries that did not match their hash.' },
			sealkeeper_log_tree_size: { help: 'Entries under a signed checkpoint.' },
			sealkeeper_log_clock_behind_seconds: {
				help: 'How far the clock is behind the latest time of an entry; 0 while it is not.',
			},
		},
		async read() {
			// Separate counts use partial indexes, because nearly all entries are confirmed.
			const count = () =>
				database.selectFrom('log_entries').select(({ fn }) => fn.countAll().as('count'));
			const pending = await count().where('tree_index', 'is', null).executeTakeFirstOrThrow();
			const corrupted = await count()
				.where('status', '=', sql.lit('Corrupted'))
				.executeTakeFirstOrThrow();
			const { size } = await database
				.selectFrom('log_checkpoints')
				.select(({ fn }) => fn.max('tree_size').as('size'))
				.executeTakeFirstOrThrow();
			return {
				sealkeeper_log_entries_unconfirmed: [{ value: Number(pending.count) }],
				sealkeeper_log_entries_corrupted: [{ value: Number(corrupted.count) }],
				sealkeeper_log_tree_size: [{ value: Number(size ?? 0) }],
				sealkeeper_log_clock_behind_seconds: [{ value: recordLog.clockBehindMs / 1_000 }],
			};
		},
	} satisfies MetricSource;
}
