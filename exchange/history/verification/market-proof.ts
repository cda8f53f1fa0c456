/**
 * Proves a market from its first command to now. The archived segments must be whole and follow
 * each other. The engine gets every command again, and its results must equal what is stored in the
 * archive and the database: reports, levels, trades, candles, postings, orders, and at the end the
 * current state. That balances are the sums of their postings is checked by the ledger's audit,
 * except for archived postings, which are summed here.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../database/database';
import { LaneState } from '../../trading/lane/lane-state';
import type { Market } from '../../trading/markets/market';
import { Markets } from '../../trading/markets/markets';
import type { Clock } from '../../../server/clock';
import { readRemoved } from '../archive/archives';
import { logRows, Sums, type Part } from '../archive/collecting';
import { loggedCommand } from '../archive/commands';
import { knownSegments, SegmentFault, type Archive, type KnownSegment } from '../archive/history';
import type { Segment, SegmentRow } from '../archive/segment';
import { CandleProof } from './candle-proof';
import { CurrentRows } from './current-rows';
import { asText, difference } from './differences';
import { proveLeftovers } from './leftovers';
import { holdOf, placedList, placedOrders } from './placed';
import { Replay, type History, type ReplayedBatch } from './replay';
import type { RowCounts } from './row-counts';

export interface MarketParts {
	readonly snapshot: Database;
	readonly clock: Clock;
	/** Undefined: nothing is archived. */
	readonly archive: Archive | undefined;
	readonly counts: RowCounts;
}

export interface Proof {
	readonly markets: number;
	readonly segments: number;
	readonly commands: number;
	/** One sentence for each disagreement. */
	readonly faults: readonly string[];
}

/** Commands read from the database at a time. */
const commandsAtOnce = 2_000;

/** Segments never change, so they need not be of the snapshot's moment. */
export async function proveMarkets(parts: MarketParts): Promise<Proof> {
	const proofs: Proof[] = [];
	for (const { market } of await new Markets(parts.snapshot, parts.clock).list()) {
		proofs.push(await new MarketProof(parts, market).run());
	}
	const sum = (of: 'markets' | 'segments' | 'commands') =>
		proofs.reduce((total, proof) => total + proof[of], 0);
	return {
		markets: sum('markets'),
		segments: sum('segments'),
		commands: sum('commands'),
		faults: proofs.flatMap(({ faults }) => faults),
	};
}

/** Stored commands that cannot be read or carried out; neither does I/O, so nothing else can fail. */
class BrokenLog extends Error {
	constructor(place: string, cause: unknown) {
		super(`${place}: the commands cannot be carried out again: ${String(cause)}`, { cause });
	}
}

class MarketProof {
	private readonly replay: Replay;
	private readonly current: CurrentRows;
	private readonly candles: CandleProof;
	private readonly faults: string[] = [];
	private readonly symbol: string;
	private segments = 0;

	constructor(
		private readonly parts: MarketParts,
		private readonly market: Market,
	) {
		this.symbol = market.description.symbol;
		const onFault = (fault: string) => this.faults.push(fault);
		this.replay = new Replay(LaneState.empty(market), onFault);
		this.current = new CurrentRows({ ...parts, replay: this.replay, onFault });
		this.candles = new CandleProof({ ...parts, symbol: this.symbol, onFault });
	}

	async run(): Promise<Proof> {
		try {
			// After an unreadable segment the replay has no state to go on from.
			if (await this.proveArchive()) {
				await this.proveDatabase();
				await this.proveEnd();
			}
		} catch (fault) {
			if (!(fault instanceof BrokenLog)) throw fault;
			this.faults.push(fault.message);
		}
		const commands = this.replay.sequence;
		return { markets: 1, segments: this.segments, commands, faults: this.faults };
	}

	/**
	 * Checks every segment, so that all faults are reported; returns false if one could not be
	 * replayed.
	 */
	private async proveArchive(): Promise<boolean> {
		const removed = await readRemoved(this.parts.snapshot, this.symbol);
		let isWhole = true;
		for (const known of await knownSegments(this.parts.snapshot, this.symbol)) {
			const segment = await this.segment(known);
			if (isWhole && segment !== undefined) isWhole = this.follows(known);
			isWhole &&= segment !== undefined;
			if (segment === undefined || !isWhole) continue;
			if (removed !== undefined) this.replay.sumUpTo(removed);
			await this.proveSegment(known, segment);
			this.segments += 1;
		}
		if (isWhole) await this.proveSums();
		if (isWhole) await this.proveReach();
		return isWhole;
	}

	private follows({ number, firstSequence }: KnownSegment): boolean {
		const next = this.replay.sequence + 1;
		if (firstSequence === next) return true;
		this.faults.push(
			`archive_segments ${this.symbol} ${number}: first_sequence is ${firstSequence}, by the segments before ${next}`,
		);
		return false;
	}

	private async segment(known: KnownSegment): Promise<Segment | undefined> {
		const { archive } = this.parts;
		if (archive === undefined) {
			const fault = new SegmentFault(known, 'is asked for, and no archive is set');
			this.faults.push(fault.message);
			return undefined;
		}
		try {
			return await archive.read(known);
		} catch (fault) {
			if (!(fault instanceof SegmentFault)) throw fault;
			this.faults.push(fault.message);
			return undefined;
		}
	}

	private async proveSegment(known: KnownSegment, segment: Segment): Promise<void> {
		const place = `segment ${known.number} of ${this.symbol}`;
		const { description, firstRules } = this.market;
		const { head } = segment;
		if (!isDeepStrictEqual([head.market, head.firstRules], [description, firstRules])) {
			this.faults.push(`markets ${this.symbol}: its definition is not that of ${place}`);
		}
		const replayed = await this.prove(place, {
			commands: [...segment.rows('commands')],
			batches: [...segment.rows('batches')],
			trades: [...segment.rows('trades')],
			postings: [...segment.rows('postings')],
		});
		this.replay.takeArchived(place, segment.rows('orders'), segment.rows('order_lists'));
		const { replay } = this;
		const onFault = (fault: string) => this.faults.push(fault);
		await proveLeftovers({ ...this.parts, replay, onFault }, segment);
		await this.current.provePlaces(replayed, true);
		for (const said of segment.rows('balances')) {
			const { account_id: account, asset, available, held } = said;
			const sum = replay.sums.of(account, asset);
			if (sum.available === available && sum.held === held) continue;
			this.faults.push(
				`${place}: ${account} ${available}/${held} ${asset}, by its postings ${sum.available}/${sum.held}`,
			);
		}
	}

	private async prove(place: string, history: History): Promise<readonly ReplayedBatch[]> {
		const replayed = await this.replay.prove(place, history).catch((fault: unknown) => {
			throw new BrokenLog(place, fault);
		});
		await this.candles.add(replayed.flatMap(({ effects }) => effects.trades));
		return replayed;
	}

	/** Compares the kept sums with the postings that left the database. */
	private async proveSums(): Promise<void> {
		const rows = await this.parts.snapshot
			.selectFrom('archived_sums')
			.selectAll()
			.where('market', '=', this.symbol)
			.execute();
		this.parts.counts.add('archived_sums', rows.length);
		const kept = new Sums();
		for (const { account_id, asset, available, held } of rows) {
			kept.set({ account_id, asset, available: `${available}`, held: `${held}` });
		}
		const left = this.replay.removedSums;
		for (const { account_id: account, asset } of [...left.all(), ...kept.all()]) {
			const [one, other] = [left.of(account, asset), kept.of(account, asset)];
			if (one.available === other.available && one.held === other.held) continue;
			this.faults.push(
				`archived_sums ${this.symbol}: the archive came to ${one.available}/${one.held} ${asset} ` +
					`of ${account}, kept is ${other.available}/${other.held}`,
			);
		}
	}

	/** Compares how far the archive reaches with its last segment. */
	private async proveReach(): Promise<void> {
		const { sequence, lastTime } = this.replay;
		const rows = await this.parts.snapshot
			.selectFrom('archives')
			.select(['market', 'archived_to', 'removed_to', 'last_time'])
			.where('market', '=', this.symbol)
			.execute();
		for (const { archived_to: archived, removed_to: removed } of rows) {
			if (removed <= archived) continue;
			this.faults.push(
				`archives ${this.symbol}: removed_to is ${removed}, by archived_to at most ${archived}`,
			);
		}
		this.parts.counts.add('archives', rows.length);
		const last = { market: this.symbol, archived_to: `${sequence}`, last_time: `${lastTime}` };
		this.compare('archives', 'the segments', rows, sequence === 0 ? [] : [last]);
	}

	/** Replays the commands that are still in the database. */
	private async proveDatabase(): Promise<void> {
		await this.current.proveEnded();
		for (;;) {
			const part = await this.nextPart();
			if (part === undefined) return;
			const place = `${this.symbol} ${part.firstSequence} to ${part.lastSequence}`;
			const history: History = {
				commands: await this.all('commands', part),
				batches: await this.all('batches', part),
				trades: await this.all('trades', part),
				postings: await this.all('postings', part),
			};
			await this.current.provePlaces(await this.prove(place, history), false);
			await this.current.proveEnded();
			await nextTurn();
		}
	}

	private async nextPart(): Promise<Part | undefined> {
		const after = this.replay.sequence;
		const rows = await this.parts.snapshot
			.selectFrom('batches')
			.select('last_sequence')
			.where('market', '=', this.symbol)
			.where('last_sequence', '>', BigInt(after))
			.where('first_sequence', '<=', BigInt(after + commandsAtOnce))
			.orderBy('last_sequence')
			.limit(commandsAtOnce)
			.execute();
		const last = rows.at(-1)?.last_sequence;
		if (last === undefined) return undefined;
		return { market: this.symbol, firstSequence: after + 1, lastSequence: Number(last) };
	}

	private async proveEnd(): Promise<void> {
		const lane = await this.parts.snapshot
			.selectFrom('lanes')
			.select('cursor')
			.where('market', '=', this.symbol)
			.executeTakeFirst();
		const cursor = Number(lane?.cursor ?? 0n);
		if (cursor !== this.replay.sequence) {
			this.faults.push(
				`lanes ${this.symbol}: cursor is ${cursor}, by the log ${this.replay.sequence}`,
			);
			return;
		}
		await this.candles.end();
		await this.current.proveOpen();
		await this.current.proveNewestTrade();
		await this.proveWaiting();
	}

	/** Compares what was accepted and is not carried out yet, and where the log ends. */
	private async proveWaiting(): Promise<void> {
		let { sequence, lastTime } = this.replay;
		const holds = [];
		const part = { market: this.symbol, firstSequence: sequence + 1, lastSequence: logEnd };
		for await (const rows of logRows(this.parts.snapshot, 'commands', part)) {
			this.parts.counts.add('commands', rows.length);
			const waiting = this.readWaiting(rows);
			await this.current.proveWaiting(waiting.flatMap(({ orders }) => orders));
			await this.current.proveLists(waiting.flatMap(({ list }) => list ?? []));
			holds.push(...waiting.flatMap(({ hold }) => hold ?? []));
			for (const { logged } of waiting) [sequence, lastTime] = [logged.sequence, logged.acceptedAt];
		}
		this.replay.compare('postings', await this.all('postings', part), holds);
		const logs = await this.parts.snapshot
			.selectFrom('logs')
			.selectAll()
			.where('market', '=', this.symbol)
			.execute();
		const last = { market: this.symbol, last_sequence: `${sequence}`, last_time: `${lastTime}` };
		this.compare('logs', 'the log', logs, [last]);
	}

	private readWaiting(rows: readonly SegmentRow<'commands'>[]) {
		return rows.map((row) => {
			try {
				const logged = loggedCommand(row);
				const [orders, list] = [placedOrders(logged), placedList(logged)];
				return { logged, orders, list, hold: holdOf(this.market.description, logged) };
			} catch (fault) {
				throw new BrokenLog(`commands ${this.symbol} ${row.sequence}`, fault);
			}
		});
	}

	private compare(
		table: string,
		by: string,
		found: readonly { readonly market: string }[],
		expected: readonly { readonly market: string }[],
	): void {
		const compared = { table, within: '', key: ['market'], by };
		const fault = difference(compared, found.map(asText), expected);
		if (fault !== undefined) this.faults.push(fault);
	}

	private async all<Table extends 'commands' | 'batches' | 'trades' | 'postings'>(
		table: Table,
		part: Part,
	) {
		const rows = [];
		for await (const page of logRows(this.parts.snapshot, table, part)) rows.push(...page);
		this.parts.counts.add(table, rows.length);
		return rows;
	}
}

/** Above every sequence. */
const logEnd = Number.MAX_SAFE_INTEGER;
