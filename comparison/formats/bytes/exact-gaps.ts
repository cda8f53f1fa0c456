/**
 * Makes the gaps between pieces of two streams exact: both streams are read again in parallel, and
 * the bytes of the gaps are compared in batches that fit into memory. A larger gap stays as it is,
 * unless it has equally many bytes on both sides.
 */
import { at } from '../../../server/at';
import type { Gap, Span } from '../../align/run';
import { headSizeBytes } from './cutting';
import { changedRanges, gapsOfBytes, partOf, sizeOf, type Bytes, type Side } from './gaps';

/** Most bytes of one side in memory. */
const heldSizeBytesMax = 32 * 1024 * 1024;

/** A differing range, with its first bytes if they were read. */
export interface ExactGap extends Gap {
	readonly heads?: Bytes;
}

type Streams = Readonly<Record<Side, AsyncIterable<Uint8Array>>>;

/** Yields the differing ranges within ordered gaps, in order. */
export async function* exactGaps(
	gaps: readonly Gap[],
	streams: Streams,
	heldMax: number = heldSizeBytesMax,
): AsyncGenerator<readonly ExactGap[]> {
	const base = new SpanReader(streams.base);
	const other = new SpanReader(streams.other);
	for (const batch of batchesOf(gaps, heldMax)) {
		if (batch.some((gap) => largerSide(gap) > heldMax)) {
			yield batch;
			continue;
		}
		const held = {
			base: await base.read(batch.map((gap) => gap.base)),
			other: await other.read(batch.map((gap) => gap.other)),
		};
		yield exactIn(batch, held);
	}
	await Promise.all([base.end(), other.end()]);
}

/** Groups gaps that fit into memory together; a larger gap is alone. */
function* batchesOf(gaps: readonly Gap[], heldMax: number): Generator<readonly Gap[]> {
	let batch: Gap[] = [];
	let held = 0;
	for (const gap of gaps.flatMap((one) => windowsOf(one, heldMax))) {
		const size = largerSide(gap) + separatorBytes;
		if (batch.length > 0 && held + size > heldMax) {
			yield batch;
			[batch, held] = [[], 0];
		}
		batch.push(gap);
		held += size;
	}
	if (batch.length > 0) yield batch;
}

function largerSide({ base, other }: Gap): number {
	return Math.max(sizeOf(base), sizeOf(other));
}

/**
 * Splits a large gap with equally many bytes on both sides, since they are compared by position.
 */
function windowsOf(gap: Gap, heldMax: number): readonly Gap[] {
	const size = sizeOf(gap.base);
	if (size <= heldMax || size !== sizeOf(gap.other)) return [gap];
	return Array.from({ length: Math.ceil(size / heldMax) }, (_, at) =>
		partOf(gap, at * heldMax, Math.min(size, (at + 1) * heldMax)),
	);
}

/** The bytes of several spans, concatenated, and their positions there. */
interface HeldSpans {
	readonly bytes: Uint8Array;
	readonly spans: readonly Span[];
}

type Held = Readonly<Record<Side, HeldSpans>>;

function exactIn(batch: readonly Gap[], held: Held): readonly ExactGap[] {
	const bytes = { base: held.base.bytes, other: held.other.bytes };
	const own = batch.map((_, place): Gap => {
		return { base: at(held.base.spans, place), other: at(held.other.spans, place) };
	});
	let place = 0;
	return gapsOfBytes(bytes, own).flatMap((gap) => {
		while (place + 1 < own.length && !isWithin(gap, at(own, place))) place += 1;
		const [from, to] = [at(own, place), at(batch, place)];
		const shifted = (range: Gap, side: Side): Span => {
			const by = to[side].from - from[side].from;
			return { from: range[side].from + by, to: range[side].to + by };
		};
		const headOf = (range: Gap, side: Side) =>
			bytes[side].subarray(range[side].from, range[side].to).subarray(0, headSizeBytes);
		return Array.from(changedRanges(bytes, gap), (range) => ({
			base: shifted(range, 'base'),
			other: shifted(range, 'other'),
			heads: { base: headOf(range, 'base'), other: headOf(range, 'other') },
		}));
	});
}

function isWithin({ base, other }: Gap, outer: Gap): boolean {
	return base.to <= outer.base.to && other.to <= outer.other.to;
}

/** Separates spans, so that they are not adjacent in memory. */
const separatorBytes = 1;

/** Reads ascending spans of a stream and skips what is between them. */
class SpanReader {
	private readonly chunks: AsyncIterator<Uint8Array>;
	private chunk: Uint8Array = new Uint8Array();
	/** Position of the chunk in the stream. */
	private chunkAt = 0;

	constructor(stream: AsyncIterable<Uint8Array>) {
		this.chunks = stream[Symbol.asyncIterator]();
	}

	async read(spans: readonly Span[]): Promise<HeldSpans> {
		const sizeBytes = spans.reduce((sum, span) => sum + sizeOf(span) + separatorBytes, 0);
		const bytes = new Uint8Array(sizeBytes);
		let at = 0;
		const held: Span[] = [];
		for (const span of spans) {
			await this.copy(span, bytes.subarray(at, at + sizeOf(span)));
			held.push({ from: at, to: at + sizeOf(span) });
			at += sizeOf(span) + separatorBytes;
		}
		return { bytes, spans: held };
	}

	async end(): Promise<void> {
		await this.chunks.return?.();
	}

	private async copy({ from, to }: Span, into: Uint8Array): Promise<void> {
		for (let at = from; at < to;) {
			while (at >= this.chunkAt + this.chunk.length) await this.next();
			const part = this.chunk.subarray(at - this.chunkAt, to - this.chunkAt);
			into.set(part, at - from);
			at += part.length;
		}
	}

	private async next(): Promise<void> {
		const read = await this.chunks.next();
		if (read.done === true) throw new Error('a file is shorter than when it was read first');
		this.chunkAt += this.chunk.length;
		this.chunk = read.value;
	}
}
