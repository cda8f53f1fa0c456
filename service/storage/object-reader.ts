/**
 * The bytes of an object, whole or in part, as a stream. The next stripe is fetched while one is
 * being sent. A whole read is hashed on its way, and its last stripe is held back until the hash
 * is right: a wrong file breaks off, it never ends as if it were complete.
 */
import { createBLAKE2b, type IHasher } from 'hash-wasm';
import { stripeAt, stripeOf, type Stripe } from './layout';
import { StripeReader, type StripeReaderOptions } from './stripe-reader';

/** First and last byte, both included. */
export interface ByteRange {
	readonly first: number;
	readonly last: number;
}

/** The part of a stripe that lies in the range. */
function cut(stripe: Stripe, plain: Buffer, range: ByteRange): Buffer {
	return plain.subarray(
		Math.max(0, range.first - stripe.plainAt),
		Math.min(plain.length, range.last + 1 - stripe.plainAt),
	);
}

class ObjectStream implements AsyncIterableIterator<Uint8Array> {
	private readonly reader: StripeReader;
	private ahead: { readonly stripe: Stripe; readonly plain: Promise<Buffer> } | undefined;
	private hasher: IHasher | undefined;
	private ended = false;

	constructor(
		private readonly options: StripeReaderOptions,
		private readonly range: ByteRange,
	) {
		this.reader = new StripeReader(options);
	}

	/** Fetches the first stripe, so that an unreadable object is refused before anything is sent. */
	async begin(): Promise<void> {
		const { sizeBytes, scheme } = this.options.object;
		if (sizeBytes === 0) return;
		const whole = this.range.first === 0 && this.range.last === sizeBytes - 1;
		if (whole) this.hasher = (await createBLAKE2b(256)).init();
		this.fetch(stripeOf(scheme, this.range.first));
		try {
			await this.ahead?.plain;
		} catch (error) {
			await this.reader.close();
			throw error;
		}
	}

	async next(): Promise<IteratorResult<Uint8Array>> {
		const current = this.ahead;
		if (current === undefined) return this.return();
		try {
			const plain = await current.plain;
			if (this.ended) return { done: true, value: undefined };
			this.fetch(current.stripe.index + 1);
			this.hasher?.update(plain);
			if (this.ahead === undefined) this.checkHash();
			return { done: false, value: cut(current.stripe, plain, this.range) };
		} catch (error) {
			await this.return();
			throw error;
		}
	}

	/** Waits for what is being fetched, so that nothing is opened once the shards are closed. */
	async return(): Promise<IteratorResult<Uint8Array>> {
		this.ended = true;
		await this.ahead?.plain.catch(() => undefined);
		this.ahead = undefined;
		await this.reader.close();
		return { done: true, value: undefined };
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	private fetch(index: number): void {
		const { sizeBytes, scheme } = this.options.object;
		this.ahead = undefined;
		if (index > stripeOf(scheme, this.range.last)) return;
		const stripe = stripeAt(scheme, sizeBytes, index);
		const plain = this.reader.plain(stripe);
		// Whoever awaits it meets the error; until then it must not count as unhandled.
		plain.catch(() => undefined);
		this.ahead = { stripe, plain };
	}

	private checkHash(): void {
		const { id, hash } = this.options.object;
		const found = this.hasher?.digest('hex') ?? hash;
		if (found !== hash) throw new Error(`object ${id} reads as ${found} and was stored as ${hash}`);
	}
}

/**
 * Begins to read; the first stripe is there when it returns. Iterating to the end, or breaking
 * off, closes the shards; whoever does neither calls `return` of the iterator.
 */
export async function readObject(
	options: StripeReaderOptions,
	range: ByteRange = { first: 0, last: options.object.sizeBytes - 1 },
): Promise<AsyncIterableIterator<Uint8Array>> {
	const stream = new ObjectStream(options, range);
	await stream.begin();
	return stream;
}
