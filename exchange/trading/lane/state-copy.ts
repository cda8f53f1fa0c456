/**
 * Copies a market in memory while it goes on, a part at a time, as a running machine is moved to
 * another host: first every order as it is when its turn comes, then those that have changed since,
 * again and again, until so few are left that one step takes them all. The last step is of one
 * moment: what it does not hold has not changed since an earlier part held it.
 */
import type { OpenOrder } from './accounting';
import type { LaneState } from './lane-state';
import type { KeptOrder, StateHead, StatePart } from './snapshot-text';

export interface CopyStep {
	readonly part: StatePart;
	/** With the last part: all that is not in parts, of the same moment. */
	readonly head: StateHead | undefined;
}

export class StateCopy {
	private readonly walk: Iterator<OpenOrder>;
	/** Orders of the first round still to come; those placed meanwhile are among the changed. */
	private left: number;
	private round: Iterator<number> = [].values();
	private roundLength = Infinity;

	constructor(
		private readonly state: LaneState,
		private ordersMax: number,
	) {
		this.left = state.openOrderCount;
		this.walk = state.openOrders[Symbol.iterator]();
		state.noteChanges();
	}

	step(): CopyStep {
		const walked = this.walked();
		if (walked.length > 0) return { part: { orders: walked, ended: [] }, head: undefined };
		const changed = take(this.round, this.ordersMax);
		if (changed.length > 0) return { part: this.partOf(changed), head: undefined };
		return this.nextRound();
	}

	/** To be called however the copying ends. */
	end(): void {
		this.state.forgetChanges();
	}

	private walked(): KeptOrder[] {
		const orders = take(this.walk, Math.min(this.ordersMax, this.left));
		// Orders that ended before their turn are not seen, so the end may come before the count.
		this.left = orders.length === 0 ? 0 : this.left - orders.length;
		return orders.map((order) => this.kept(order));
	}

	private nextRound(): CopyStep {
		const changed = this.state.noteChanges();
		// Orders change as fast as they are copied: longer steps, or this would never end.
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
			else orders.push(this.kept(order));
		}
		return { orders, ended };
	}

	private kept(order: OpenOrder): KeptOrder {
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
