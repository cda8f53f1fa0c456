/** Settings of event streams and of the Redis over which processes share deliveries. */
import { redisUrl } from '../server/config/shared-settings';

export const streamSettings = {
	eventStreamsMax: {
		variable: 'EVENT_STREAMS_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 1000,
		meaning: 'open streams of events of a process',
	},
	eventStreamsPerUserMax: {
		variable: 'EVENT_STREAMS_PER_USER_MAX',
		type: 'integer',
		minimum: 1,
		maximum: 1_000_000,
		default: 20,
		meaning: 'of them, those of one user',
	},
	redisUrl: {
		...redisUrl,
		otherwise: 'each process delivers what it finds, by its own timer',
		meaning:
			'Redis over which processes share the delivery of events; while it is away they do without it, and it need keep nothing',
	},
} as const;
