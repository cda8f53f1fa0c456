/**
 * Puts a market in memory together again from the parts of a snapshot. They are handed in from the
 * last to the first, for what a later part says of an order counts. The work is cut into steps,
 * between which a process can do other things.
 */
import {
	assertUncrossed,
	readOrder,
	restoreHead,
	restoreOrder,
	type OpenLists,
	type OrderSnapshot,
} from '../../engine/snapshot';
import type { Order } from '../../engine/order';
import type { Market } from '../markets/market';
import type { OpenOrder } from './accounting';
import { LaneState } from './lane-state';
import { readPart, type StateHead } from './snapshot-text';

interface ReadOrder {
	readonly order: Order;
	readonly account: OpenOrder;
}

/** Orders put into the book between two pauses. */
const ordersAtOnce = 4_000;

export class StateRestore {
	/** Orders of which a later part has spoken. */
	private readonly known = new Set<number>();
	private readonly orders: ReadOrder[] = [];
	private readonly lists: OpenLists = new Map();
	private readonly trails: ReadonlyMap<number, number>;
	private readonly texts = new Map<string, string>();

	constructor(
		private readonly market: Market,
		private readonly head: StateHead,
	) {
		this.trails = new Map(head.trails);
	}

	add(partText: string): void {
		const { orders, ended } = readPart(partText, (text) => this.sameText(text));
		for (const { inBook, inAccounts } of orders) {
			if (this.known.has(inBook.orderId)) continue;
			this.known.add(inBook.orderId);
			const order = readOrder(this.followed(inBook), this.lists);
			order.queueNumber = inBook.queueNumber;
			this.orders.push({ order, account: inAccounts });
		}
		for (const orderId of ended) this.known.add(orderId);
	}

	/** Answers the state at the end; each value before it is a pause. */
	*build(): Generator<undefined, LaneState> {
		const { head, market } = this;
		const book = restoreHead(head.book);
		this.orders.sort((one, other) => one.order.queueNumber - other.order.queueNumber);
		const accounts = new Map<number, OpenOrder>();
		for (const { order, account } of this.orders) {
			restoreOrder(book, order);
			accounts.set(account.orderId, account);
			if (accounts.size % ordersAtOnce === 0) yield;
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
