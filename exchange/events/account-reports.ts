/**
 * All reports of an account, of every market, and its other events, in one order: their places among
 * all events. A place is given after the commit, and never one below a place that can be read, so
 * that a reader who goes by it misses none and gets none twice.
 */
import type { StreamEvent } from '../../api/types';
import { removedUpTo } from '../../server/events/record/keeping';
import {
	newestSequence,
	readEvents,
	wireEvent,
	type Range,
} from '../../server/events/record/reading';
import type { Follower, StreamUpdates } from '../../server/events/stream/stream-updates';
import { MarketReader, type MarketReaderParts } from './market-reader';
import { traderRights } from './read-rights';
import { withoutProduct } from './reader';

/** Something told, under the name it has in streams. */
export type Told<Name extends string> = Extract<
	StreamEvent<'exchange', 'streamAccount'>,
	{ readonly event: Name }
>;

interface Placed<Event> {
	readonly sequence: number;
	readonly event: Event;
}

export interface ReadTold<Event> {
	readonly events: readonly Event[];
	/** All up to it was read. */
	readonly cursor: number;
	readonly isMore: boolean;
}

export class AccountReports {
	private readonly reader: MarketReader;

	constructor(
		private readonly parts: MarketReaderParts,
		private readonly updates: StreamUpdates,
	) {
		this.reader = new MarketReader(parts);
	}

	/** Tells of new reports of the account. */
	follow(accountId: string): Follower {
		return this.updates.follow([accountId]);
	}

	/** The place of the newest event. */
	newest(): Promise<number> {
		return newestSequence(this.parts.database);
	}

	/** True if every report behind this place can be read. */
	async isKept(place: number): Promise<boolean> {
		const { database } = this.parts;
		return place <= (await this.newest()) && place >= (await removedUpTo(database));
	}

	/** Reads the reports behind a place, at most `limit`. */
	async read(accountId: string, range: Range): Promise<ReadTold<Told<'executionReport'>>> {
		// Read first: what gets its place during the reading is left to the next one.
		const newest = await this.newest();
		return firstOf(await this.reports(accountId, range), { ...range, newest });
	}

	/** Reads reports and other events behind a place, at most `limit`. */
	async readAll(
		accountId: string,
		range: Range,
	): Promise<ReadTold<Told<'executionReport' | 'message'>>> {
		const newest = await this.newest();
		const query = { rights: traderRights(accountId), filter: {} };
		const others = await readEvents(this.parts.database, query, range);
		const messages = withoutProduct(others.events).map((event) => ({
			sequence: event.sequence,
			event: told('message', event.sequence, wireEvent(event)),
		}));
		const all = [...(await this.reports(accountId, range)), ...messages];
		const found = all.sort((one, other) => one.sequence - other.sequence);
		return firstOf<Told<'executionReport' | 'message'>>(found, {
			...range,
			newest,
			isCut: others.isMore,
		});
	}

	private async reports(accountId: string, range: Range) {
		return (await this.reader.reports(accountId, range)).map(({ sequence, market, report }) => ({
			sequence,
			event: told('executionReport', sequence, this.parts.shownReport(market, report)),
		}));
	}
}

function told<Name extends string, Data>(event: Name, sequence: number, data: Data) {
	return { event, id: String(sequence), data };
}

interface Cut extends Range {
	/** The newest place when reading began. */
	readonly newest: number;
	/** True if not all was found. */
	readonly isCut?: boolean;
}

function firstOf<Event>(
	found: readonly Placed<Event>[],
	{ limit, newest, isCut = false }: Cut,
): ReadTold<Event> {
	const known = found.filter(({ sequence }) => sequence <= newest);
	const first = known.slice(0, limit);
	const isMore = isCut || known.length > limit;
	const cursor = (isMore && first.at(-1)?.sequence) || newest;
	return { events: first.map(({ event }) => event), isMore, cursor };
}
