/** Metrics of this log's witnesses, and of the logs this service witnesses. */
import type { MetricSource } from '../../server/http/metrics';
import type { Database } from '../database/database';
import { shownWitnesses } from '../witness/shown-witnesses';
import { witnessedLogs } from '../witness/witnessed-logs';
import type { WitnessSetting } from '../witness/witness-settings';

export function witnessMetrics(database: Database, settings: readonly WitnessSetting[]) {
	return {
		source: 'witnesses',
		metrics: {
			sealkeeper_log_witness_standing: {
				help: 'How each witness of the log stands; AHEAD and FORKED are alarms.',
				labels: ['witness', 'standing'],
			},
			sealkeeper_log_witness_entries: {
				help: 'Entries of the log under the newest checkpoint a witness has cosigned.',
				labels: ['witness'],
			},
			sealkeeper_witnessed_log_entries: {
				help: 'Entries of another log under the newest checkpoint this witness has cosigned.',
				labels: ['origin'],
			},
			sealkeeper_witnessed_log_forked: {
				help: '1 for a log that has signed two trees of one size.',
				labels: ['origin'],
			},
		},
		async read() {
			const witnesses = await shownWitnesses(database, settings);
			const logs = await witnessedLogs(database);
			return {
				sealkeeper_log_witness_standing: witnesses.map(({ name: witness, standing }) => ({
					labels: { witness, standing },
					value: 1,
				})),
				sealkeeper_log_witness_entries: witnesses.map(({ name: witness, treeSize }) => ({
					labels: { witness },
					value: treeSize,
				})),
				sealkeeper_witnessed_log_entries: logs.map(({ origin, treeSize }) => ({
					labels: { origin },
					value: treeSize,
				})),
				sealkeeper_witnessed_log_forked: logs.map(({ origin, forkCheckpoint }) => ({
					labels: { origin },
					value: forkCheckpoint === null ? 0 : 1,
				})),
			};
		},
	} satisfies MetricSource;
}
