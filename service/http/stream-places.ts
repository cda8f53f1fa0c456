/** Limits event streams in all, and per user. */
import { StreamPlaces } from '../../server/http/streams/stream-places';
import { refuse } from '../../server/refusal';

export interface StreamLimits {
	readonly eventStreamsMax: number;
	readonly eventStreamsPerUserMax: number;
}

export function streamPlaces({ eventStreamsMax, eventStreamsPerUserMax }: StreamLimits) {
	return new StreamPlaces(
		{ user: { openMax: eventStreamsMax, ownMax: eventStreamsPerUserMax } },
		{
			all: (openMax) => refuse('Event_StreamsTooMany', openMax),
			own: (ownMax) => refuse('Event_OwnStreamsTooMany', ownMax),
		},
	);
}
