/**
 * A broker in front of nodejs-order-book, who keeps what that book knows nothing of or has other
 * rules for: pairs of which one ends the other, stop orders, and stop orders that follow the market.
 * They watch the trades of the book and send it plain orders and cancellations. How far a stop has
 * followed is worked out anew from all prices since it came, so there is no state that could be wrong.
 */
import { OrderBook, Side } from 'nodejs-order-book';
import type { Command, NewOrder } from '../../../exchange/engine/command';

/** What happened, in its order: `2 takes 3 of 1 at 100`, `4 is set off`, `5 ends for its pair`. */
export type Word = string;

interface Waiting {
	readonly order: NewOrder;
	/** How many trades there had been when it came. */
	readonly since: number;
}

export class ForeignBroker {
	readonly book = new OrderBook();
	/** The prices of all trades so far. */
	private readonly prices: number[] = [];
	/** Stop orders whose trigger has not been seen, the oldest first. */
	private waiting: Waiting[] = [];
	private readonly pairs = new Map<number, number>();
	private words: Word[] = [];

	/** Carries out a command that is known to be accepted. */
	follow(command: Command): Word[] {
		this.words = [];
		if (command.kind === 'PLACE') this.place(command);
		else if (command.kind === 'PLACE_OCO') {
			const { limit, stop } = command;
			this.pairs.set(limit.orderId, stop.orderId).set(stop.orderId, limit.orderId);
			this.place(limit);
			this.place(stop);
		} else if (command.kind === 'CANCEL') {
			this.remove(command.orderId);
			this.endPairOf(command.orderId);
		} else throw new Error(`the broker is not asked for ${command.kind}`);
		return this.words;
	}

	/** The ids of the stop orders that wait. */
	get waitingIds(): number[] {
		return this.waiting.map(({ order }) => order.orderId);
	}

	private place(order: NewOrder): void {
		const isStop = order.type === 'STOP_LOSS' || order.type === 'STOP_LOSS_LIMIT';
		if (isStop) this.waiting.push({ order, since: this.prices.length });
		else {
			const before = this.prices.length;
			this.send(order);
			if (this.prices.length > before) this.wake();
		}
	}

	private send({ orderId, side, quantityLots: size = 0, priceTicks: price }: NewOrder): void {
		const order = { id: String(orderId), side: side === 'BUY' ? Side.BUY : Side.SELL, size };
		const result =
			price === undefined ? this.book.market(order) : this.book.limit({ ...order, price });
		if (result.err !== null) throw new Error('the other engine refused', { cause: result.err });
		const makers = result.done.filter(({ id }) => id !== order.id);
		for (const maker of makers) this.trade(orderId, maker);
		const { partial, partialQuantityProcessed } = result;
		if (partial !== null && partial.id !== order.id) {
			this.trade(orderId, { ...partial, size: partialQuantityProcessed });
		}
	}

	private trade(
		takerId: number,
		maker: { readonly id: string; readonly size: number; readonly price?: number },
	): void {
		const { price } = maker;
		if (price === undefined) throw new Error(`order ${maker.id} rests without a price`);
		this.prices.push(price);
		this.words.push(`${takerId} takes ${maker.size} of ${maker.id} at ${price}`);
		this.endPairOf(Number(maker.id));
	}

	/** Lets in what the trades have set off, and what those set off, and so on. */
	private wake(): void {
		const queue = this.takeSetOff();
		for (const order of queue) {
			this.words.push(`${order.orderId} is set off`);
			this.send(order);
			queue.push(...this.takeSetOff());
		}
	}

	private takeSetOff(): NewOrder[] {
		const woken = this.waiting.filter((each) => this.isSetOff(each)).map(({ order }) => order);
		this.waiting = this.waiting.filter(({ order }) => !woken.includes(order));
		for (const { orderId } of woken) this.endPairOf(orderId);
		return woken;
	}

	private isSetOff({ order, since }: Waiting): boolean {
		const { stopPriceTicks, trailingDelta } = order;
		const prices = this.prices.slice(since);
		if (trailingDelta === undefined) {
			return prices.some((price) => isBeyond(order, price, stopPriceTicks ?? 0));
		}
		// Without a stop price it follows from the last trade before it.
		const begun =
			stopPriceTicks === undefined
				? this.prices.slice(Math.max(0, since - 1))
				: from(prices, (price) => isBeyond(order, price, stopPriceTicks));
		let [best = 0] = begun;
		for (const price of begun.slice(1)) {
			if (isBeyond(order, price, markFrom(order, best))) return true;
			best = order.side === 'BUY' ? Math.min(best, price) : Math.max(best, price);
		}
		return false;
	}

	private endPairOf(orderId: number): void {
		const otherId = this.pairs.get(orderId);
		if (otherId === undefined) return;
		this.pairs.delete(orderId);
		this.pairs.delete(otherId);
		this.remove(otherId);
		this.words.push(`${otherId} ends for its pair`);
	}

	private remove(orderId: number): void {
		this.waiting = this.waiting.filter(({ order }) => order.orderId !== orderId);
		this.book.cancel(String(orderId));
	}
}

function isBeyond({ side }: NewOrder, price: number, mark: number): boolean {
	return side === 'BUY' ? price >= mark : price <= mark;
}

/** Where a stop that has followed to this price is set off. */
function markFrom({ side, trailingDelta = 0 }: NewOrder, best: number): number {
	const distance = Math.ceil((best * trailingDelta) / 10_000);
	return side === 'BUY' ? best + distance : best - distance;
}

function from(prices: readonly number[], matches: (price: number) => boolean): number[] {
	const index = prices.findIndex(matches);
	return index === -1 ? [] : prices.slice(index);
}
