/**
 * Streams the bytes of an object or of a range, prefetching the next stripe. A whole read is
 * hashed, and its last stripe is held back until the hash matches: a wrong file breaks off instead
 * of ending normally.
 */
import { newFileHash, type FileHash } from './file-hash';
import { stripeAt, stripeOf, type Stripe } from '../code/layout';
import { StripeReader, type StripeReaderOptions } from './stripe-reader';

/** The shards are genuine, but the file has another hash than its row. */
export class WrongContent extends Error {
	constructor(id: string, found: string, expected: string) {
		super(`object ${id} reads as ${found} and was stored as ${expected}`);
		this.name = 'WrongContent';
	}
}

/** First and last byte, inclusive. */
export interface ByteRange {
	readonly first: number;
	readonly last: number;
}

/** The parts of a stripe's pieces that lie in the range. */
function cut(stripe: Stripe, pieces: readonly Buffer[], range: ByteRange): Buffer[] {
	let at = stripe.plainAt;
	const parts = pieces.map((piece) => {
		const part = piece.subarray(Math.max(0, range.first - at), Math.max(0, range.last + 1 - at));
		at += piece.length;
		return part;
	});
	return parts.filter(({ length }) => length > 0);
}

interface PrefetchedStripe {
	readonly stripe: Stripe;
	readonly plain: Promise<readonly Buffer[]>;
}

class ObjectStream implements AsyncIterableIterator<Uint8Array> {
	private readonly reader: StripeReader;
	private prefetched: PrefetchedStripe | undefined;
	/** Pieces ready to be sent. */
	private ready: Buffer[] = [];
	private hash: FileHash | undefined;
	private ended = false;

	constructor(
		private readonly options: StripeReaderOptions,
		private readonly range: ByteRange,
		private readonly onEnd: () => void,
	) {
		this.reader = new StripeReader(options);
	}

	/**
	 * Fetches the first stripe, so that an unreadable object is refused before anything is sent; an
	 * object of one stripe is also checked against its hash.
	 */
	async begin(): Promise<void> {
		const { sizeBytes, scheme } = this.options.object;
		if (sizeBytes === 0) return;
		const whole = this.range.first === 0 && this.range.last === sizeBytes - 1;
		if (whole) this.hash = await newFileHash();
		this.fetch(stripeOf(scheme, this.range.first));
		try {
			await this.prefetched?.plain;
			const current = this.prefetched;
			if (current?.stripe.index === stripeOf(scheme, this.range.last)) await this.take(current);
		} catch (error) {
			await this.reader.close();
			throw error;
		}
	}

	async next(): Promise<IteratorResult<Uint8Array>> {
		while (this.ready.length === 0) {
			const current = this.prefetched;
			if (current === undefined) return this.return();
			try {
				await this.take(current);
			} catch (error) {
				await this.return();
				throw error;
			}
		}
		return { done: false, value: this.ready.shift() ?? Buffer.alloc(0) };
	}

	/** Waits for the prefetch, so that nothing is opened after the shards are closed. */
	async return(): Promise<IteratorResult<Uint8Array>> {
		this.ended = true;
		await this.prefetched?.plain.catch(() => undefined);
		this.prefetched = undefined;
		this.ready = [];
		await this.reader.close();
		this.onEnd();
		return { done: true, value: undefined };
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	private async take({ stripe, plain }: PrefetchedStripe): Promise<void> {
		const pieces = await plain;
		if (this.ended) return;
		this.fetch(stripe.index + 1);
		for (const piece of pieces) this.hash?.update(piece);
		if (this.prefetched === undefined) this.checkHash();
		this.ready = cut(stripe, pieces, this.range);
	}

	private fetch(index: number): void {
		const { sizeBytes, scheme } = this.options.object;
		this.prefetched = undefined;
		if (index > stripeOf(scheme, this.range.last)) return;
		const stripe = stripeAt(scheme, sizeBytes, index);
		const plain = this.reader.plain(stripe);
		// Awaited later; until then a rejection must not count as unhandled.
		plain.catch(() => undefined);
		this.prefetched = { stripe, plain };
	}

	private checkHash(): void {
		const { id, hash } = this.options.object;
		const found = this.hash?.digestHex() ?? hash;
		if (found !== hash) throw new WrongContent(id, found, hash);
	}
}

/**
 * Starts reading; the first stripe is there when it returns. Iterating to the end or leaving the
 * loop closes the shards; otherwise call the iterator's `return`. `onEnd` is then called, perhaps
 * several times.
 */
export async function readObject(
	options: StripeReaderOptions,
	range: ByteRange = { first: 0, last: options.object.sizeBytes - 1 },
	onEnd: () => void = () => undefined,
): Promise<AsyncIterableIterator<Uint8Array>> {
	const stream = new ObjectStream(options, range, onEnd);
	await stream.begin();
	return stream;
}
