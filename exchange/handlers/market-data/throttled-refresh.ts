/**
 * A value that is read again after a market has changed, such as its ticker: once for all readers,
 * and at most once a second. Nothing is read without readers.
 */
import type { CommittedBatch } from '../../trading/lane/batch-text';
import type { Listening } from '../../feeds/feed';
import type { HandlerParts } from '../../operations/handler';

const intervalMs = 1_000;

export interface Reading<Value> {
	readonly symbol: string;
	/** True if a batch may have changed the value. */
	readonly isChangedBy: (batch: CommittedBatch) => boolean;
	readonly read: () => Promise<Value>;
}

export class ThrottledRefresh<Value> {
	private readonly listeners = new Set<(value: Value) => void>();
	private following: Promise<Listening> | undefined;
	private timer: NodeJS.Timeout | undefined;
	private isReading = false;
	private hasChangedAgain = false;
	private readAtMs = -intervalMs;

	constructor(
		private readonly parts: Pick<HandlerParts, 'feed' | 'onFault'>,
		private readonly reading: Reading<Value>,
	) {}

	get isFollowed(): boolean {
		return this.listeners.size > 0;
	}

	/** Calls the listener with each value; returns a function that stops it. */
	async listen(listener: (value: Value) => void): Promise<() => void> {
		this.listeners.add(listener);
		const stop = () => {
			this.listeners.delete(listener);
			if (this.listeners.size === 0) this.stopFollowing();
		};
		const { symbol, isChangedBy } = this.reading;
		this.following ??= this.parts.feed.listen(symbol, (batch) => {
			if (isChangedBy(batch)) this.markStale();
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

	private stopFollowing(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		const { following } = this;
		this.following = undefined;
		following?.then(({ stop }) => stop(), this.parts.onFault);
	}

	private markStale(): void {
		if (this.isReading) this.hasChangedAgain = true;
		else {
			const waitMs = Math.max(0, this.readAtMs + intervalMs - performance.now());
			this.timer ??= setTimeout(() => void this.run(), waitMs);
		}
	}

	private async run(): Promise<void> {
		this.timer = undefined;
		this.isReading = true;
		this.hasChangedAgain = false;
		this.readAtMs = performance.now();
		try {
			const value = await this.reading.read();
			for (const listener of this.listeners) listener(value);
		} catch (fault) {
			this.parts.onFault(fault);
			this.hasChangedAgain = true;
		} finally {
			this.isReading = false;
		}
		if (this.hasChangedAgain && this.listeners.size > 0) this.markStale();
	}
}
