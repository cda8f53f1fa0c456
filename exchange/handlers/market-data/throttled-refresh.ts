/**
 * What is worked out of a market anew when it has moved, such as its ticker: once for all who follow
 * it, and a second apart at least, however fast the market is. Nothing is read while nobody follows.
 */
import type { CommittedBatch } from '../../trading/lane/batch-text';
import type { Listening } from '../feeds/feed';
import type { HandlerParts } from '../../operations/handler';

const apartMs = 1_000;

export interface Reading<Value> {
	readonly symbol: string;
	/** Whether a batch may have changed what is read. */
	readonly isMovedBy: (batch: CommittedBatch) => boolean;
	readonly read: () => Promise<Value>;
}

export class ThrottledRefresh<Value> {
	private readonly listeners = new Set<(value: Value) => void>();
	private following: Promise<Listening> | undefined;
	private timer: NodeJS.Timeout | undefined;
	private isReading = false;
	private hasMovedAgain = false;
	private readAtMs = -apartMs;

	constructor(
		private readonly parts: Pick<HandlerParts, 'feed' | 'onFault'>,
		private readonly reading: Reading<Value>,
	) {}

	get isFollowed(): boolean {
		return this.listeners.size > 0;
	}

	/** Calls the listener with each value; answers what stops that. */
	async listen(listener: (value: Value) => void): Promise<() => void> {
		this.listeners.add(listener);
		const stop = () => {
			this.listeners.delete(listener);
			if (this.listeners.size === 0) this.rest();
		};
		const { symbol, isMovedBy } = this.reading;
		this.following ??= this.parts.feed.listen(symbol, (batch) => {
			if (isMovedBy(batch)) this.move();
		});
		try {
			await this.following;
		} catch (fault) {
			this.following = undefined;
			stop();
			throw fault;
		}
		return stop;
	}

	private rest(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		const { following } = this;
		this.following = undefined;
		following?.then(({ stop }) => stop(), this.parts.onFault);
	}

	private move(): void {
		if (this.isReading) this.hasMovedAgain = true;
		else {
			const waitMs = Math.max(0, this.readAtMs + apartMs - performance.now());
			this.timer ??= setTimeout(() => void this.beat(), waitMs);
		}
	}

	private async beat(): Promise<void> {
		this.timer = undefined;
		this.isReading = true;
		this.hasMovedAgain = false;
		this.readAtMs = performance.now();
		try {
			const value = await this.reading.read();
			for (const listener of this.listeners) listener(value);
		} catch (fault) {
			this.parts.onFault(fault);
			this.hasMovedAgain = true;
		} finally {
			this.isReading = false;
		}
		if (this.hasMovedAgain && this.listeners.size > 0) this.move();
	}
}
