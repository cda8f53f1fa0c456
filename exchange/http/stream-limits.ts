/** Limits of open streams. Public streams and those of traders count separately. */
import { StreamPlaces } from '../../server/http/streams/stream-places';
import { refuse } from '../../server/refusal';

export interface StreamLimits {
	/** All public streams together. */
	readonly streamsMax: number;
	readonly streamsPerAddressMax: number;
	/** All streams of traders together. */
	readonly accountStreamsMax: number;
	readonly streamsPerAccountMax: number;
}

export function streamPlaces(limits: StreamLimits): StreamPlaces {
	return new StreamPlaces(
		{
			address: { openMax: limits.streamsMax, ownMax: limits.streamsPerAddressMax },
			account: { openMax: limits.accountStreamsMax, ownMax: limits.streamsPerAccountMax },
		},
		{
			all: (openMax) => refuse('Exchange_StreamsTooMany', openMax),
			own: (ownMax, kind) => refuse('Exchange_OwnStreamsTooMany', ownMax, kind),
		},
	);
}
