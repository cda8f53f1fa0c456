/**
 * Copies a market in memory while it goes on, like a live migration: first every order in turn,
 * then those changed since, repeatedly, until so few are left that one step takes them all. The
 * last step is of one moment: what it does not contain has not changed since an earlier part.
 */
import type { OpenOrder } from './accounting';
import type { LaneState } from './lane-state';
import type { KeptOrder, StateHead, StatePart } from './snapshot-text';

export interface CopyStep {
	readonly part: StatePart;
	/** Only with the last part: the rest of the state, of the same moment. */
	readonly head: StateHead | undefined;
}

export class StateCopy {
	private readonly remaining: Iterator<OpenOrder>;
	/** Orders of the first round still to copy; new ones are among the changed. */
	private left: number;
	private round: Iterator<number> = [].values();
	private roundLength = Infinity;

	constructor(
		private readonly state: LaneState,
		private ordersMax: number,
	) {
		this.left = state.openOrderCount;
		this.remaining = state.openOrders[Symbol.iterator]();
		state.noteChanges();
	}

	step(): CopyStep {
		const nextOrders = this.nextOrders();
		if (nextOrders.length > 0) return { part: { orders: nextOrders, ended: [] }, head: undefined };
		const changed = take(this.round, this.ordersMax);
		if (changed.length > 0) return { part: this.partOf(changed), head: undefined };
		return this.nextRound();
	}

	/** Call at the end, also after a fault. */
	end(): void {
		this.state.forgetChanges();
	}

	private nextOrders(): KeptOrder[] {
		const orders = take(this.remaining, Math.min(this.ordersMax, this.left));
		// Ended orders are skipped, so the iterator may end before the count.
		this.left = orders.length === 0 ? 0 : this.left - orders.length;
		return orders.map((order) => this.copyOf(order));
	}

	private nextRound(): CopyStep {
		const changed = this.state.noteChanges();
		// Orders change as fast as they are copied; without longer steps this would never end.
		if (changed.size >= this.roundLength) this.ordersMax *= 2;
		if (changed.size <= this.ordersMax) {
			return { part: this.partOf(changed), head: this.state.head() };
		}
		this.roundLength = changed.size;
		this.round = changed.values();
		return { part: this.partOf(take(this.round, this.ordersMax)), head: undefined };
	}

	private partOf(orderIds: Iterable<number>): StatePart {
		const orders: KeptOrder[] = [];
		const ended: number[] = [];
		for (const orderId of orderIds) {
			const order = this.state.openOrder(orderId);
			if (order === undefined) ended.push(orderId);
			else orders.push(this.copyOf(order));
		}
		return { orders, ended };
	}

	private copyOf(order: OpenOrder): KeptOrder {
		return { inBook: this.state.inBook(order.orderId), inAccounts: { ...order } };
	}
}

function take<Item>(items: Iterator<Item>, most: number): Item[] {
	const taken: Item[] = [];
	while (taken.length < most) {
		const next = items.next();
		if (next.done === true) break;
		taken.push(next.value);
	}
	return taken;
}
