/**
 * Reads what is in the archive, segment by segment in the order of the log. Each is checked against
 * what the database knows of it and against the one before, so that a fault is met by its name
 * and never read over.
 */
import type { Database } from '../../database/database';
import { DamagedSegment, noPrevious, Segment, type SegmentHead } from './segment';
import type { SegmentStore } from './store';

/** A segment as the database knows it. */
export interface KnownSegment {
	readonly market: string;
	readonly number: number;
	readonly firstSequence: number;
	readonly lastSequence: number;
	readonly sha256: string;
	readonly place: string;
	/** The hash of the one before. */
	readonly previous: string;
}

/** Those of a market from one that holds a command on, in their order. */
export async function knownSegments(
	database: Database,
	market: string,
	firstSequence = 1,
): Promise<readonly KnownSegment[]> {
	const rows = await database
		.selectFrom('archive_segments')
		.select(['number', 'first_sequence', 'last_sequence', 'sha256', 'place'])
		.where('market', '=', market)
		.orderBy('number')
		.execute();
	const known = rows.map((row, at) => ({
		...{ market, number: Number(row.number), sha256: row.sha256, place: row.place },
		firstSequence: Number(row.first_sequence),
		lastSequence: Number(row.last_sequence),
		previous: rows[at - 1]?.sha256 ?? noPrevious,
	}));
	return known.filter(({ lastSequence }) => lastSequence >= firstSequence);
}

/** What is wrong with a segment, and with which. */
export class SegmentFault extends Error {
	constructor({ number, market, place }: KnownSegment, what: string, cause?: unknown) {
		super(`segment ${number} of ${market} (${place}) ${what}`, { cause });
	}
}

/** So many were read last and may be asked for again at once. */
const keptMax = 2;

/** Reads segments from where they are kept. */
export class Archive {
	private readonly kept = new Map<string, Segment>();

	constructor(private readonly store: SegmentStore) {}

	/** Throws `SegmentFault` where it is not there, or not what was archived. */
	async read(known: KnownSegment): Promise<Segment> {
		const kept = this.kept.get(known.sha256);
		if (kept !== undefined) return kept;
		const segment = await readSound(known, await this.bytesOf(known));
		checkHead(known, segment.head);
		const [oldest] = this.kept.keys();
		if (this.kept.size >= keptMax && oldest !== undefined) this.kept.delete(oldest);
		this.kept.set(known.sha256, segment);
		return segment;
	}

	private async bytesOf(known: KnownSegment): Promise<Uint8Array> {
		try {
			return await this.store.read(known.place);
		} catch (fault) {
			throw new SegmentFault(known, `cannot be read: ${String(fault)}`, fault);
		}
	}
}

async function readSound(known: KnownSegment, bytes: Uint8Array): Promise<Segment> {
	try {
		return await Segment.read(bytes, known.sha256);
	} catch (fault) {
		const what = fault instanceof DamagedSegment ? fault.message : String(fault);
		throw new SegmentFault(known, `is damaged: ${what}`, fault);
	}
}

function checkHead(known: KnownSegment, head: SegmentHead): void {
	const { market, number, firstSequence, lastSequence, previous } = known;
	const said = [head.market.symbol, head.number, head.firstSequence, head.lastSequence];
	const expected = [market, number, firstSequence, lastSequence];
	if (said.join() !== expected.join()) {
		throw new SegmentFault(known, `says it is ${said.join(' ')}, not ${expected.join(' ')}`);
	}
	if (head.previous !== previous) {
		throw new SegmentFault(known, `follows ${head.previous}, not ${previous}`);
	}
}
