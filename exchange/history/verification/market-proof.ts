/**
 * Proves a market from its first command to now. The archived segments must be whole and follow
 * each other. The engine gets every command again, and its results must equal what is stored in the
 * archive and the database: reports, levels, trades, postings, ended orders, and at the end the
 * current state. That balances are the sums of their postings is checked by the ledger's audit,
 * except for archived postings, which are summed here.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../database/database';
import { LaneState } from '../../trading/lane/lane-state';
import type { Market } from '../../trading/markets/market';
import { Markets } from '../../trading/markets/markets';
import type { Clock } from '../../../server/clock';
import { readRemoved } from '../archive/archives';
import { logRows, Sums } from '../archive/collecting';
import { knownSegments, SegmentFault, type Archive, type KnownSegment } from '../archive/history';
import { Replay, type History } from './replay';
import type { Segment } from '../archive/segment';

export interface MarketParts {
	/** A snapshot. */
	readonly database: Database;
	readonly clock: Clock;
	/** Undefined: nothing is archived. */
	readonly archive: Archive | undefined;
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
export async function proveMarkets({
	database: snapshot,
	clock,
	archive,
}: MarketParts): Promise<Proof> {
	const proofs: Proof[] = [];
	for (const { market } of await new Markets(snapshot, clock).list()) {
		proofs.push(await new MarketProof(snapshot, market, archive).run());
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

class MarketProof {
	private readonly replay: Replay;
	private readonly faults: string[] = [];
	private readonly symbol: string;
	private segments = 0;

	constructor(
		private readonly snapshot: Database,
		market: Market,
		private readonly archive: Archive | undefined,
	) {
		this.symbol = market.description.symbol;
		this.replay = new Replay(LaneState.empty(market), (fault) => this.faults.push(fault));
	}

	async run(): Promise<Proof> {
		// After an unreadable segment the replay has no state to go on from.
		if (await this.proveArchive()) {
			await this.proveDatabase();
			await this.proveEnd();
		}
		const commands = this.replay.sequence;
		return { markets: 1, segments: this.segments, commands, faults: this.faults };
	}

	/**
	 * Checks every segment, so that all faults are reported; returns false if one could not be
	 * replayed.
	 */
	private async proveArchive(): Promise<boolean> {
		const removed = await readRemoved(this.snapshot, this.symbol);
		let isWhole = true;
		for (const known of await knownSegments(this.snapshot, this.symbol)) {
			const segment = await this.segment(known);
			isWhole &&= segment !== undefined && known.firstSequence === this.replay.sequence + 1;
			if (segment === undefined || !isWhole) continue;
			if (removed !== undefined) this.replay.sumUpTo(removed);
			await this.proveSegment(known, segment);
			this.segments += 1;
		}
		if (isWhole) await this.proveSums();
		return isWhole;
	}

	private async segment(known: KnownSegment): Promise<Segment | undefined> {
		if (this.archive === undefined) {
			const fault = new SegmentFault(known, 'is asked for, and no archive is set');
			this.faults.push(fault.message);
			return undefined;
		}
		try {
			return await this.archive.read(known);
		} catch (fault) {
			if (!(fault instanceof SegmentFault)) throw fault;
			this.faults.push(fault.message);
			return undefined;
		}
	}

	private async proveSegment(known: KnownSegment, segment: Segment): Promise<void> {
		const place = `segment ${known.number} of ${this.symbol}`;
		await this.replay.prove(place, {
			commands: [...segment.rows('commands')],
			batches: [...segment.rows('batches')],
			trades: [...segment.rows('trades')],
			postings: [...segment.rows('postings')],
		});
		this.replay.takeOrders(place, segment.rows('orders'));
		for (const said of segment.rows('balances')) {
			const { account_id: account, asset, available, held } = said;
			const sum = this.replay.sums.of(account, asset);
			if (sum.available === available && sum.held === held) continue;
			this.faults.push(
				`${place}: ${account} ${available}/${held} ${asset}, by its postings ${sum.available}/${sum.held}`,
			);
		}
	}

	/** Compares the kept sums with the postings that left the database. */
	private async proveSums(): Promise<void> {
		const rows = await this.snapshot
			.selectFrom('archived_sums')
			.selectAll()
			.where('market', '=', this.symbol)
			.execute();
		const kept = new Sums();
		for (const { account_id, asset, available, held } of rows) {
			kept.set({ account_id, asset, available: `${available}`, held: `${held}` });
		}
		const left = this.replay.removedSums;
		for (const { account_id: account, asset } of [...left.all(), ...kept.all()]) {
			const [one, other] = [left.of(account, asset), kept.of(account, asset)];
			if (one.available === other.available && one.held === other.held) continue;
			this.faults.push(
				`${this.symbol}: the archive came to ${one.available}/${one.held} ${asset} of ${account}, ` +
					`kept is ${other.available}/${other.held}`,
			);
		}
	}

	/** Replays the commands that are still in the database. */
	private async proveDatabase(): Promise<void> {
		for (;;) {
			const part = await this.nextPart();
			if (part === undefined) return;
			const place = `${this.symbol} ${part.firstSequence} to ${part.lastSequence}`;
			const history: History = {
				commands: await all(logRows(this.snapshot, 'commands', part)),
				batches: await all(logRows(this.snapshot, 'batches', part)),
				trades: await all(logRows(this.snapshot, 'trades', part)),
				postings: await all(logRows(this.snapshot, 'postings', part)),
			};
			await this.replay.prove(place, history);
			await this.replay.takeEnded(this.snapshot, place);
			await nextTurn();
		}
	}

	private async nextPart() {
		const after = this.replay.sequence;
		const rows = await this.snapshot
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
		const lane = await this.snapshot
			.selectFrom('lanes')
			.select('cursor')
			.where('market', '=', this.symbol)
			.executeTakeFirst();
		const cursor = Number(lane?.cursor ?? 0n);
		if (cursor !== this.replay.sequence) {
			this.faults.push(
				`${this.symbol}: the lane is at ${cursor}, its log at ${this.replay.sequence}`,
			);
			return;
		}
		await this.replay.proveOpen(this.snapshot);
	}
}

async function all<Row>(pages: AsyncGenerator<readonly Row[]>): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for await (const page of pages) rows.push(...page);
	return rows;
}
