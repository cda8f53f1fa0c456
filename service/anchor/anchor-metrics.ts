import type { MetricSource } from '../../server/http/metrics';
import type { Database } from '../database/database';
import { alarmKinds, openAlarms } from './anchor-alarms';
import type { AnchorState } from './anchor-states';

const shownStates: readonly AnchorState[] = ['PLANNED', 'SENT', 'MINED', 'CONFIRMED'];

export function anchorMetrics(database: Database) {
	return {
		source: 'anchors',
		metrics: {
			sealkeeper_log_anchors: {
				help: 'Anchors of the log by where they stand on their way to be confirmed.',
				labels: ['state'],
			},
			sealkeeper_log_anchored_entries: {
				help: 'Entries of the log that the largest confirmed anchor covers.',
			},
			sealkeeper_log_anchor_alarms: {
				help: '1 for what keeps anchoring from going on, or shows the log to be another.',
				labels: ['kind'],
			},
		},
		async read() {
			const counts = await database
				.selectFrom('anchors')
				.select(({ fn }) => [
					'state',
					fn.countAll().as('count'),
					fn.max('tree_size').as('tree_size'),
				])
				.where('state', 'in', shownStates)
				.groupBy('state')
				.execute();
			const alarms = await openAlarms({ database });
			const of = (state: string) => counts.find((row) => row.state === state);
			return {
				sealkeeper_log_anchors: shownStates.map((state) => ({
					labels: { state },
					value: Number(of(state)?.count ?? 0),
				})),
				sealkeeper_log_anchored_entries: [{ value: Number(of('CONFIRMED')?.tree_size ?? 0) }],
				sealkeeper_log_anchor_alarms: alarmKinds.map((kind) => ({
					labels: { kind },
					value: alarms.some((alarm) => alarm.kind === kind) ? 1 : 0,
				})),
			};
		},
	} satisfies MetricSource;
}
