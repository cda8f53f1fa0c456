/**
 * Checks anchors: each has the root of the checkpoint of its size, and the contract, as last seen,
 * agrees with the log. Does not call the chain.
 */
import type { Finding } from './finding';
import type { SnapshotReader } from './snapshot-reader';

export async function* anchorFindings(reader: SnapshotReader): AsyncIterable<Finding> {
	const anchors = reader.tables
		.selectFrom('anchors')
		.leftJoin('log_checkpoints', 'log_checkpoints.tree_size', 'anchors.tree_size')
		.select(['anchors.contract', 'anchors.tree_size', 'anchors.root_hash'])
		.select('log_checkpoints.root_hash as log_root')
		.orderBy('anchors.contract')
		.orderBy('anchors.tree_size');
	for await (const anchor of reader.rows(anchors)) {
		if (anchor.root_hash === anchor.log_root) continue;
		yield {
			record: 'anchor',
			id: `${anchor.contract} ${anchor.tree_size}`,
			column: 'root_hash',
			problem: 'is not the root of the checkpoint of its size',
			expected: anchor.log_root ?? 'no checkpoint',
			found: anchor.root_hash,
		};
	}
	for await (const alarm of reader.rows(reader.tables.selectFrom('anchor_alarms').selectAll())) {
		if (!['LOG_OLDER', 'LOG_OTHER'].includes(alarm.kind)) continue;
		yield {
			record: 'anchor',
			id: alarm.kind,
			problem: 'the contract contradicts the log',
			expected: 'one history',
			found: alarm.message,
		};
	}
}
