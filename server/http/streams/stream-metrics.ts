import type { EventStreams } from './event-stream';
import type { MetricSource } from '../metrics';

/** Names of the two metrics. */
export interface StreamFigures {
	readonly open: string;
	readonly openMax: string;
}

export function streamMetrics(streams: EventStreams, names: StreamFigures): MetricSource {
	return {
		source: 'streams',
		metrics: {
			[names.open]: { help: 'Event streams open now.', labels: ['pool'] },
			[names.openMax]: { help: 'Event streams that may be open at once.', labels: ['pool'] },
		},
		read: () => {
			const places = streams.places.counts();
			return Promise.resolve({
				[names.open]: places.map(({ kind, open }) => ({ labels: { pool: kind }, value: open })),
				[names.openMax]: places.map(({ kind, openMax }) => ({
					labels: { pool: kind },
					value: openMax,
				})),
			});
		},
	};
}
