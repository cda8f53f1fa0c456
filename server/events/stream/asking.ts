import type { Model } from '../../../api/types';
import { wireEvent, type EventFilter, type EventReader, type ReadRights } from '../record/reading';

export interface AskedEvents extends EventFilter {
	readonly after?: number;
	readonly latest?: boolean;
	readonly limit: number;
}

export async function eventPage(
	reader: EventReader,
	rights: ReadRights,
	{ after = 0, latest = false, limit, ...filter }: AskedEvents,
): Promise<Model<'EventPage'>> {
	const query = { rights, filter };
	const page = latest
		? await reader.newest(query, limit)
		: await reader.read(query, { after, limit });
	// Read last: events removed meanwhile are then reported as missed.
	const oldest = await reader.oldest();
	return {
		events: page.events.map(wireEvent),
		cursor: page.cursor,
		hasMore: page.isMore,
		oldestSequence: oldest,
	};
}
