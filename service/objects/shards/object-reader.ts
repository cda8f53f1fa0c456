/**
 * The bytes of an object, whole or in part, as a stream. The next stripe is fetched while one is
 * being sent. A whole read is hashed on its way, and its last stripe is held back until the hash
 * is right: a wrong file breaks off, it never ends as if it were complete.
 */
import { newFileHash, type FileHash } from './file-hash';
import { stripeAt, stripeOf, type Stripe } from '../code/layout';
import { StripeReader, type StripeReaderOptions } from './stripe-reader';

/** The shards are genuine, and the file they make is not the one that was described. */
export class WrongContent extends Error {
	constructor(id: string, found: string, expected: string) {
		super(`object ${id} reads as ${found} and was stored as ${expected}`);
		this.name = 'WrongContent';
	}
}

/** First and last byte, both included. */
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

/** A stripe being fetched. */
interface Ahead {
	readonly stripe: Stripe;
	readonly plain: Promise<readonly Buffer[]>;
}

class ObjectStream implements AsyncIterableIterator<Uint8Array> {
	private readonly reader: StripeReader;
	private ahead: Ahead | undefined;
	/** Pieces that may be sent. */
	private ready: Buffer[] = [];
	private hash: FileHash | undefined;
	private ended = false;

	constructor(
		private readonly options: StripeReaderOptions,
		private readonly range: ByteRange,
	) {
		this.reader = new StripeReader(options);
	}

	/**
	 * Fetches the first stripe, so that an unreadable object is refused before anything is sent; so is
	 * one of a single stripe that is not the one described.
	 */
	async begin(): Promise<void> {
		const { sizeBytes, scheme } = this.options.object;
		if (sizeBytes === 0) return;
		const whole = this.range.first === 0 && this.range.last === sizeBytes - 1;
		if (whole) this.hash = await newFileHash();
		this.fetch(stripeOf(scheme, this.range.first));
		try {
			await this.ahead?.plain;
			const current = this.ahead;
			if (current?.stripe.index === stripeOf(scheme, this.range.last)) await this.take(current);
		} catch (error) {
			await this.reader.close();
			throw error;
		}
	}

	async next(): Promise<IteratorResult<Uint8Array>> {
		while (this.ready.length === 0) {
			const current = this.ahead;
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

	/** Waits for what is being fetched, so that nothing is opened once the shards are closed. */
	async return(): Promise<IteratorResult<Uint8Array>> {
		this.ended = true;
		await this.ahead?.plain.catch(() => undefined);
		this.ahead = undefined;
		this.ready = [];
		await this.reader.close();
		return { done: true, value: undefined };
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	private async take({ stripe, plain }: Ahead): Promise<void> {
		const pieces = await plain;
		if (this.ended) return;
		this.fetch(stripe.index + 1);
		for (const piece of pieces) this.hash?.update(piece);
		if (this.ahead === undefined) this.checkHash();
		this.ready = cut(stripe, pieces, this.range);
	}

	private fetch(index: number): void {
		const { sizeBytes, scheme } = this.options.object;
		this.ahead = undefined;
		if (index > stripeOf(scheme, this.range.last)) return;
		const stripe = stripeAt(scheme, sizeBytes, index);
		const plain = this.reader.plain(stripe);
		// The caller who awaits it meets the error; until then it must not count as unhandled.
		plain.catch(() => undefined);
		this.ahead = { stripe, plain };
	}

	private checkHash(): void {
		const { id, hash } = this.options.object;
		const found = this.hash?.digestHex() ?? hash;
		if (found !== hash) throw new WrongContent(id, found, hash);
	}
}

/**
 * Begins to read; the first stripe is there when it returns. Iterating to the end, or breaking
 * off, closes the shards; a caller who does neither calls `return` of the iterator.
 */
export async function readObject(
	options: StripeReaderOptions,
	range: ByteRange = { first: 0, last: options.object.sizeBytes - 1 },
): Promise<AsyncIterableIterator<Uint8Array>> {
	const stream = new ObjectStream(options, range);
	await stream.begin();
	return stream;
}
