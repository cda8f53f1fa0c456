import type { MetricSource } from '../../server/http/metrics';
import type { Sockets } from './sockets';

export function socketMetrics(sockets: Sockets) {
	return {
		source: 'sockets',
		metrics: {
			sealkeeper_exchange_sockets: {
				help: 'WebSockets open now; each has the place of an event stream.',
				labels: ['pool'],
			},
			sealkeeper_exchange_socket_subscriptions: {
				help: 'Subscriptions of all WebSockets, by channel.',
				labels: ['channel'],
			},
			sealkeeper_exchange_socket_messages_total: {
				help: 'Messages answered, by method and status.',
				labels: ['method', 'status'],
			},
			sealkeeper_exchange_sockets_ended_total: {
				help: 'WebSockets that have ended, by what ended them.',
				labels: ['reason'],
			},
		},
		read() {
			const { open, subscriptions, messages, ended } = sockets.counts();
			return Promise.resolve({
				sealkeeper_exchange_sockets: Object.entries(open).map(([pool, value]) => ({
					labels: { pool },
					value,
				})),
				sealkeeper_exchange_socket_subscriptions: [...subscriptions].map(([channel, value]) => ({
					labels: { channel },
					value,
				})),
				sealkeeper_exchange_socket_messages_total: messages.map(({ method, status, count }) => ({
					labels: { method, status },
					value: count,
				})),
				sealkeeper_exchange_sockets_ended_total: Object.entries(ended).map(([reason, value]) => ({
					labels: { reason },
					value,
				})),
			});
		},
	} satisfies MetricSource;
}
