/**
 * Makes the gaps between the pieces of two streams exact to the byte: both are read once more, side by
 * side, and of what lies in the gaps as much is held at a time as fits. A gap larger than that stays as it
 * is, unless as many bytes stand in the place of others.
 */
import { headSizeBytes, type Span } from './cutting';
import { changedRanges } from './changed-ranges';
import { gapsOfBytes, sizeOf, type Gap } from './gaps';

/** Of one side, at a time. */
const heldSizeBytesMax = 32 * 1024 * 1024;

/** A range that differs, with the first of its bytes where they were read. */
export interface ExactGap extends Gap {
	readonly heads?: { readonly first: Uint8Array; readonly second: Uint8Array };
}

type Streams = Readonly<Record<'first' | 'second', AsyncIterable<Uint8Array>>>;

/** Of gaps in order what differs in them, in order. */
export async function* exactGaps(
	gaps: readonly Gap[],
	streams: Streams,
	heldMax: number = heldSizeBytesMax,
): AsyncGenerator<readonly ExactGap[]> {
	const first = new SpanReader(streams.first);
	const second = new SpanReader(streams.second);
	for (const batch of batchesOf(gaps, heldMax)) {
		if (batch.some((gap) => largerSide(gap) > heldMax)) {
			yield batch;
			continue;
		}
		const held = {
			first: await first.read(batch.map((gap) => gap.first)),
			second: await second.read(batch.map((gap) => gap.second)),
		};
		yield exactIn(batch, held);
	}
	await Promise.all([first.end(), second.end()]);
}

/** As many gaps as are held together; one that is larger than that stands alone. */
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

function largerSide({ first, second }: Gap): number {
	return Math.max(sizeOf(first), sizeOf(second));
}

/** Where as many bytes stand in the place of others, each is compared with the one in its place. */
function windowsOf({ first, second }: Gap, heldMax: number): readonly Gap[] {
	const size = sizeOf(first);
	if (size <= heldMax || size !== sizeOf(second)) return [{ first, second }];
	const part = (from: number): Gap => {
		const to = Math.min(size, from + heldMax);
		return {
			first: { from: first.from + from, to: first.from + to },
			second: { from: second.from + from, to: second.from + to },
		};
	};
	return Array.from({ length: Math.ceil(size / heldMax) }, (_, at) => part(at * heldMax));
}

/** Bytes of several spans, one behind the other, and where each of them lies among them. */
interface HeldSpans {
	readonly bytes: Uint8Array;
	readonly spans: readonly Span[];
}

type Held = Readonly<Record<'first' | 'second', HeldSpans>>;

function exactIn(batch: readonly Gap[], { first, second }: Held): readonly ExactGap[] {
	const bytes = { first: first.bytes, second: second.bytes };
	const own = batch.map((_, at): Gap => {
		const none = { from: 0, to: 0 };
		return { first: first.spans[at] ?? none, second: second.spans[at] ?? none };
	});
	const found: ExactGap[] = [];
	let at = 0;
	for (const gap of gapsOfBytes(bytes.first, bytes.second, own)) {
		while (at + 1 < own.length && !isWithin(gap, own[at])) at += 1;
		const [from, to] = [own[at], batch[at]];
		if (from === undefined || to === undefined)
			throw new Error('a gap lies in none that was given');
		for (const range of changedRanges(bytes, gap)) {
			found.push({
				first: shifted(range.first, to.first.from - from.first.from),
				second: shifted(range.second, to.second.from - from.second.from),
				heads: {
					first: headOf(bytes.first, range.first),
					second: headOf(bytes.second, range.second),
				},
			});
		}
	}
	return found;
}

function isWithin({ first, second }: Gap, outer: Gap | undefined): boolean {
	return outer !== undefined && first.to <= outer.first.to && second.to <= outer.second.to;
}

function shifted({ from, to }: Span, by: number): Span {
	return { from: from + by, to: to + by };
}

function headOf(bytes: Uint8Array, { from, to }: Span): Uint8Array {
	return bytes.subarray(from, Math.min(to, from + headSizeBytes));
}

/** Between spans, so that they do not touch where they are held. */
const separatorBytes = 1;

/** Reads spans of a stream that rise, and passes over what lies between them. */
class SpanReader {
	private readonly chunks: AsyncIterator<Uint8Array>;
	private chunk: Uint8Array = new Uint8Array();
	/** Where the chunk begins in the stream. */
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
