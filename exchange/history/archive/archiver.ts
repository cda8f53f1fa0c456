/**
 * Moves ended history into the archive, one market and one segment after the other. A segment is
 * collected, written, read back, checked and recorded before its rows leave the database. A killed
 * run leaves at most an unnamed file, or a removal that the next run finishes first.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../server/clock';
import { textList } from '../../../server/database/bulk';
import { orderEvents } from '../../../server/events/record/ordering';
import type { Database } from '../../database/database';
import type { Markets } from '../../trading/markets/markets';
import { marketSources } from '../../events/market-source';
import { Sums, endedLists, endedOrders, logRows } from './collecting';
import { lastSegment, nextRange, segmentCommandsMax, type Range } from './ranges';
import { remove } from './removing';
import {
	inGroups,
	noPrevious,
	Segment,
	SegmentDraft,
	sha256Of,
	type SegmentHead,
	type SegmentRow,
} from './segment';
import type { SegmentStore } from './store';

export interface ArchiverParts {
	readonly database: Database;
	/** A connection that reads while another writes. */
	readonly reader: Database;
	readonly markets: Markets;
	readonly clock: Clock;
	readonly store: SegmentStore;
	/** Most commands in a segment. */
	readonly commandsMax?: number;
}

export interface ArchiveRun {
	/** Commands accepted at this time or later stay; milliseconds since 1970. */
	readonly before: number;
	/** Archives short segments too, instead of waiting for more commands. */
	readonly takesAll: boolean;
	/** Ends the run after the current segment. */
	readonly signal?: AbortSignal;
}

/** As many balances as are read and written in a millisecond or two. */
const balancesAtOnce = 200;

export interface Archived {
	readonly segments: number;
	readonly commands: number;
}

export class Archiver {
	constructor(private readonly parts: ArchiverParts) {}

	/** Archives everything that is due. */
	async run(run: ArchiveRun): Promise<Archived> {
		const done = { segments: 0, commands: 0 };
		for (const { market } of await this.parts.markets.list()) {
			const { symbol } = market.description;
			await this.endRemoval(symbol);
			while (run.signal?.aborted !== true) {
				const range = await this.nextRange(symbol, run);
				if (range === undefined || !(await this.archiveRange(range))) break;
				done.segments += 1;
				done.commands += range.lastSequence - range.firstSequence + 1;
			}
		}
		return done;
	}

	private async nextRange(
		symbol: string,
		{ before, takesAll }: ArchiveRun,
	): Promise<Range | undefined> {
		const { database, reader, commandsMax = segmentCommandsMax } = this.parts;
		// Events of commands are sent before the commands leave the database.
		while ((await orderEvents(database, marketSources)).isMore);
		return nextRange(reader, symbol, { before, takesAll, commandsMax });
	}

	/** Finishes the removal of a segment whose run was interrupted. */
	private async endRemoval(market: string): Promise<void> {
		const { database, store } = this.parts;
		const row = await database
			.selectFrom('archives')
			.select(['archived_to', 'removed_to'])
			.where('market', '=', market)
			.executeTakeFirst();
		if (row === undefined || row.removed_to === row.archived_to) return;
		const last = await lastSegment(database, market);
		if (last === undefined) throw new Error(`${market} has an archive without a segment`);
		await remove(database, await Segment.read(await store.read(last.place), last.sha256));
	}

	/** Returns false if another process is archiving. */
	private async archiveRange(range: Range): Promise<boolean> {
		const { store } = this.parts;
		const draft = await this.collect(range);
		const bytes = await draft.close();
		const sha256 = await sha256Of(bytes);
		const name = `${range.market}/${String(range.number).padStart(8, '0')}-${sha256.slice(0, 16)}`;
		const place = await store.write(`${name}.jsonl.gz`, bytes);
		const written = await Segment.read(await store.read(place), sha256);
		const recorded = { place, sha256, sizeBytes: bytes.length };
		return (await this.record(range, recorded)) && remove(this.parts.database, written);
	}

	private async collect(range: Range): Promise<SegmentDraft> {
		const { reader } = this.parts;
		const draft = new SegmentDraft(await this.headOf(range));
		for (const table of ['commands', 'batches'] as const) {
			for await (const rows of logRows(reader, table, range)) draft.add(table, rows);
		}
		for await (const rows of endedOrders(reader, range)) draft.add('orders', rows);
		for await (const rows of endedLists(reader, range)) draft.add('order_lists', rows);
		for await (const rows of logRows(reader, 'trades', range)) draft.add('trades', rows);
		const sums = new Sums();
		for await (const rows of logRows(reader, 'postings', range)) {
			draft.add('postings', rows);
			for (const row of rows) sums.add(row);
		}
		for (const changes of inGroups(sums.all(), balancesAtOnce)) {
			draft.add('balances', await this.balancesAfter(range.market, changes));
			await nextTurn();
		}
		const { commands } = draft.rows;
		const asked = range.lastSequence - range.firstSequence + 1;
		if (commands !== asked)
			throw new Error(`${asked} commands were to be archived, not ${commands}`);
		return draft;
	}

	private async headOf({ market: symbol, previous, ...range }: Range): Promise<SegmentHead> {
		const found = await this.parts.markets.find(symbol);
		if (found === undefined) throw new Error(`there is no market ${symbol}`);
		const { description, firstRules } = found;
		return { market: description, firstRules, ...range, previous: previous ?? noPrevious };
	}

	/** Returns the changed balances after all postings of the market so far. */
	private async balancesAfter(market: string, changes: readonly SegmentRow<'balances'>[]) {
		const accounts = new Set(changes.map((change) => change.account_id));
		const rows = await this.parts.reader
			.selectFrom('archived_sums')
			.select(['account_id', 'asset', 'available', 'held'])
			.where('market', '=', market)
			.where('account_id', 'in', textList(this.parts.reader, [...accounts]))
			.execute();
		const before = new Map(rows.map((row) => [`${row.account_id} ${row.asset}`, row]));
		return changes.map((change) => {
			const { available, held } = before.get(`${change.account_id} ${change.asset}`) ?? {
				available: 0n,
				held: 0n,
			};
			return {
				...change,
				available: (BigInt(change.available) + available).toString(),
				held: (BigInt(change.held) + held).toString(),
			};
		});
	}

	/** From here on the segment counts; none of its rows have left the database yet. */
	private record(
		{ market, number, firstSequence, lastSequence, lastTime }: Range,
		{ place, sha256, sizeBytes }: { place: string; sha256: string; sizeBytes: number },
	): Promise<boolean> {
		const { database, clock } = this.parts;
		return database.transaction().execute(async (transaction) => {
			const { numInsertedOrUpdatedRows } = await transaction
				.insertInto('archive_segments')
				.values({
					market,
					number,
					first_sequence: firstSequence,
					last_sequence: lastSequence,
					last_time: lastTime,
					sha256,
					size_bytes: sizeBytes,
					place,
					archived_at: clock.now(),
				})
				.onConflict((conflict) => conflict.doNothing())
				.executeTakeFirstOrThrow();
			if (numInsertedOrUpdatedRows !== 1n) return false;
			const reached = { archived_to: lastSequence, last_time: lastTime };
			await transaction
				.insertInto('archives')
				.values({ market, removed_to: 0, ...reached })
				.onConflict((conflict) => conflict.column('market').doUpdateSet(reached))
				.execute();
			// A stream that resumes from before this segment starts anew, because its reports are
			// leaving.
			await transaction
				.updateTable('lanes')
				.set({ places_since: lastSequence })
				.where('market', '=', market)
				.where('places_since', '<', BigInt(lastSequence))
				.execute();
			return true;
		});
	}
}
