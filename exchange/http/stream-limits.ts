/**
 * The places of streams at the exchange: streams that anybody may read and those of traders have places
 * apart.
 */
import { StreamPlaces } from '../../server/http/streams/stream-places';
import { refuse } from '../../server/refusal';

export interface StreamLimits {
	/** Of everybody without a key together. */
	readonly streamsMax: number;
	readonly streamsPerAddressMax: number;
	/** Of all traders together. */
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
