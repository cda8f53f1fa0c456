/**
 * All reports of an account, of every market, in one order: their places among all events. A place
 * is given after the commit, and never one below a place that can be read, so that a reader who goes
 * by it misses none and gets none twice.
 */
import type { Model } from '../../api/types';
import { removedUpTo } from '../../server/events/record/keeping';
import { newestSequence, type Range } from '../../server/events/record/reading';
import type { Follower, StreamUpdates } from '../../server/events/stream/stream-updates';
import { MarketReader, type MarketReaderParts } from './market-reader';

interface ReadReports {
	readonly reports: readonly {
		readonly sequence: number;
		readonly data: Model<'ExecutionReport'>;
	}[];
	/** All reports up to it were read. */
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
	async read(accountId: string, range: Range): Promise<ReadReports> {
		// Read first: what gets its place during the reading is left to the next one.
		const newest = await this.newest();
		const found = (await this.reader.reports(accountId, range)).filter(
			({ sequence }) => sequence <= newest,
		);
		const isMore = found.length > range.limit;
		const reports = found.slice(0, range.limit).map(({ sequence, market, report }) => ({
			sequence,
			data: this.parts.shownReport(market, report),
		}));
		return { reports, isMore, cursor: (isMore && reports.at(-1)?.sequence) || newest };
	}
}
