/**
 * Restores a market from the parts of a snapshot. Parts are added from the last to the first,
 * because the latest part of an order counts. The work is cut into steps, so that other work gets a
 * turn.
 */
import { rejoinQueue, type Book } from '../../engine/book';
import {
	assertUncrossed,
	restoreHead,
	restoreOrder,
	type OrderSnapshot,
} from '../../engine/snapshot';
import type { Market } from '../markets/market';
import type { OpenOrder } from './accounting';
import { LaneState } from './lane-state';
import { readPart, type StateHead } from './snapshot-text';

/** Orders added to the book between two pauses. */
const ordersAtOnce = 4_000;

export class StateRestore {
	private readonly book: Book;
	/** Orders that a later part says have ended. */
	private readonly ended = new Set<number>();
	private readonly accounts = new Map<number, OpenOrder>();
	private readonly trails: ReadonlyMap<number, number>;
	private readonly texts = new Map<string, string>();

	constructor(
		private readonly market: Market,
		private readonly head: StateHead,
	) {
		this.book = restoreHead(head.book);
		this.trails = new Map(head.trails);
	}

	add(partText: string): void {
		const { orders, ended } = readPart(partText, (text) => this.sameText(text));
		for (const { inBook, inAccounts } of orders) {
			const { orderId } = inBook;
			if (this.accounts.has(orderId) || this.ended.has(orderId)) continue;
			const slot = restoreOrder(this.book, this.followed(inBook));
			this.book.orders.queueNumber.set(slot, inBook.queueNumber);
			this.accounts.set(orderId, inAccounts);
		}
		for (const orderId of ended) this.ended.add(orderId);
	}

	/** Yields at each pause; returns the state. */
	*build(): Generator<undefined, LaneState> {
		const { head, market, book, accounts } = this;
		const { queueNumber } = book.orders;
		const slots = [...book.orders.index.slots()];
		slots.sort((one, other) => queueNumber.at(one) - queueNumber.at(other));
		for (const [index, slot] of slots.entries()) {
			rejoinQueue(book, slot);
			if (index % ordersAtOnce === 0) yield;
		}
		assertUncrossed(book);
		if (accounts.size !== head.openOrders || book.openLots !== head.openLots) {
			throw new Error(
				`its parts have ${accounts.size} orders of ${book.openLots} lots, not ${head.openOrders} of ${head.openLots}`,
			);
		}
		return new LaneState(market, book, accounts, head.sequence);
	}

	private followed(inBook: OrderSnapshot): OrderSnapshot {
		const trailBestTicks = this.trails.get(inBook.orderId);
		return trailBestTicks === undefined ? inBook : { ...inBook, trailBestTicks };
	}

	private sameText(text: string): string {
		const same = this.texts.get(text);
		if (same !== undefined) return same;
		this.texts.set(text, text);
		return text;
	}
}
