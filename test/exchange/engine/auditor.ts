/**
 * Follows a book from outside, by its commands and events alone, and says what can never be: a
 * crossed book, an older or better order passed over, a lot or a unit of money that appears or
 * gets lost. It knows nothing of how the engine or the oracle work.
 */
import type { Command, NewOrder } from '../../../exchange/engine/command';
import type {
	CanceledEvent,
	Event,
	ExpiredEvent,
	TradeEvent,
} from '../../../exchange/engine/event';
import type { Market } from '../../../exchange/engine/market';

interface AuditedOrder {
	readonly order: NewOrder;
	/** What the owner asked for, less reductions. */
	quantityLots: number;
	leavesLots: number;
	executedLots: number;
	preventedLots: number;
	/** What is left of the slice shown in the queue. */
	sliceLots: number;
	/** Place in time; renewed when an iceberg shows a new slice. */
	queuedAt: number;
	state: 'ENTERING' | 'WAITING' | 'RESTING';
	quote: bigint;
	feeExact: bigint;
	feePaid: bigint;
}

export class Auditor {
	private readonly orders = new Map<number, AuditedOrder>();
	/** The limit and the stop order of every list of which both are open. */
	private pairs: [limit: AuditedOrder, stop: AuditedOrder][] = [];
	private clock = 0;
	private tradeCount = 0;

	constructor(private readonly market: Market) {}

	/** Throws an Error that says what is wrong. */
	follow(command: Command, events: readonly Event[]): void {
		const refused = events.some(({ execType }) => execType === 'REJECTED');
		this.check(!refused || events.length === 1, 'a refusal came with other events');
		for (const event of events) this.followEvent(command, event);
		for (const audited of this.orders.values()) {
			if (audited.state === 'ENTERING') this.rest(audited);
		}
		this.checkUncrossed();
		if (!refused) this.checkLists(command);
	}

	get openLots(): number {
		return [...this.orders.values()].reduce((sum, { leavesLots }) => sum + leavesLots, 0);
	}

	private followEvent(command: Command, event: Event): void {
		switch (event.execType) {
			case 'NEW':
				if (command.kind === 'PLACE' || command.kind === 'CANCEL_REPLACE') this.add(command);
				else if (command.kind === 'PLACE_OCO') {
					const isLimit = event.orderId === command.limit.orderId;
					this.add(isLimit ? command.limit : command.stop);
				} else this.check(false, `NEW after ${command.kind}`);
				break;
			case 'TRIGGERED':
				this.check(this.get(event.orderId).state === 'WAITING', 'only a waiting order triggers');
				this.rest(...this.entering());
				this.get(event.orderId).state = 'ENTERING';
				break;
			case 'TRADE':
				this.trade(event);
				break;
			case 'TRADE_PREVENTION':
				if (event.selfTradePreventionMode === 'DECREMENT') {
					const taker = this.get(event.takerOrderId);
					if (taker.order.quoteOrderQty !== undefined) {
						taker.quote -= this.amount(event.priceTicks, event.preventedLots);
					}
					this.prevent(taker, event.preventedLots);
					this.prevent(this.get(event.makerOrderId), event.preventedLots);
				}
				break;
			case 'REPLACED': {
				const audited = this.get(event.orderId);
				audited.leavesLots -= audited.quantityLots - event.quantityLots;
				audited.quantityLots = event.quantityLots;
				audited.sliceLots = Math.min(audited.sliceLots, audited.leavesLots);
				this.check(audited.leavesLots === event.leavesLots, 'a reduction lost lots');
				break;
			}
			case 'CANCELED':
			case 'EXPIRED':
				this.end(event);
				break;
			case 'REJECTED':
			case 'RULES':
			case 'STATUS':
		}
	}

	private add(order: NewOrder): void {
		this.check(!this.orders.has(order.orderId), 'an id was given twice');
		this.orders.set(order.orderId, {
			order,
			quantityLots: order.quantityLots ?? 0,
			leavesLots: order.quantityLots ?? 0,
			executedLots: 0,
			preventedLots: 0,
			sliceLots: 0,
			queuedAt: 0,
			state: /^(STOP|TAKE)/.test(order.type) ? 'WAITING' : 'ENTERING',
			quote: order.quoteOrderQty ?? 0n,
			feeExact: 0n,
			feePaid: 0n,
		});
	}

	private trade(event: TradeEvent): void {
		const { market } = this;
		const taker = this.get(event.takerOrderId);
		const maker = this.get(event.makerOrderId);
		this.rest(...this.entering().filter((audited) => audited !== taker));
		this.tradeCount += 1;
		this.check(event.tradeId === this.tradeCount, 'trade ids have a gap');
		this.check(event.quantityLots >= 1, 'a trade of nothing');
		this.check(maker.state === 'RESTING', 'the maker does not rest');
		this.check(maker.order.side !== taker.order.side, 'both sides are the same');
		this.check(event.priceTicks === maker.order.priceTicks, 'not the maker’s price');
		this.check(isWithin(taker.order, event.priceTicks), 'beyond the taker’s limit');
		this.checkNoneSkipped(maker);
		const amount = this.amount(event.priceTicks, event.quantityLots);
		this.check(event.quoteAmount === amount, 'the quote amount is not price by quantity');
		this.pay(taker, event.takerCommission, amount * BigInt(market.takerFeeBps));
		this.pay(maker, event.makerCommission, amount * BigInt(market.makerFeeBps));
		if (taker.order.quoteOrderQty !== undefined) {
			taker.quote -= amount;
			this.check(taker.quote >= 0n, 'more money was spent than given');
		}
		for (const audited of [taker, maker]) audited.executedLots += event.quantityLots;
		this.take(taker, event.quantityLots);
		this.take(maker, event.quantityLots);
		if (taker.order.quoteOrderQty !== undefined) {
			if (this.isSpent(taker)) {
				taker.quote = 0n;
				taker.quantityLots -= taker.leavesLots;
				taker.leavesLots = 0;
			}
			this.check(taker.quote === event.takerLeavesQuote, 'the money left is wrong');
		}
		this.check(maker.leavesLots === event.makerLeavesLots, 'the maker’s leaves are wrong');
		this.check(
			taker.order.quantityLots === undefined || taker.leavesLots === event.takerLeavesLots,
			'the taker’s leaves are wrong',
		);
		if (event.makerStatus === 'FILLED') this.close(maker);
		if (event.takerStatus === 'FILLED') this.close(taker);
	}

	/** True if the rest of an order that fills by cost is less than one lot of any that rests. */
	private isSpent({ order, quote }: AuditedOrder): boolean {
		if (order.fillsByCost !== true || order.quoteOrderQty === undefined) return false;
		if (quote === 0n) return true;
		const prices = [...this.orders.values()].flatMap(({ order: { side, priceTicks }, ...maker }) =>
			maker.state === 'RESTING' && maker.leavesLots > 0 && side !== order.side && priceTicks
				? [priceTicks]
				: [],
		);
		const best = order.side === 'BUY' ? Math.min(...prices) : Math.max(...prices);
		return prices.length > 0 && quote < this.amount(best, 1);
	}

	/** An order's fees are its exact fee rounded up once, however many fills it had. */
	private pay(audited: AuditedOrder, commission: bigint, exact: bigint): void {
		audited.feeExact += exact;
		audited.feePaid += commission;
		const over = audited.feePaid * 10_000n - audited.feeExact;
		this.check(commission >= 0n && over >= 0n && over < 10_000n, 'the fee is not rounded once');
	}

	private prevent(audited: AuditedOrder, lots: number): void {
		audited.preventedLots += lots;
		this.take(audited, lots);
	}

	private take(audited: AuditedOrder, lots: number): void {
		if (audited.quantityLots > 0) audited.leavesLots -= lots;
		this.check(audited.leavesLots >= 0, 'more was traded than ordered');
		if (audited.state !== 'RESTING') return;
		audited.sliceLots -= lots;
		this.check(audited.sliceLots >= 0, 'hidden lots traded out of turn');
		if (audited.sliceLots === 0 && audited.leavesLots > 0) this.rest(audited);
	}

	private end(event: CanceledEvent | ExpiredEvent): void {
		const audited = this.get(event.orderId);
		this.check(event.unfilledLots === audited.leavesLots, 'the unfilled lots are wrong');
		audited.leavesLots = 0;
		audited.quantityLots -= event.unfilledLots;
		this.close(audited);
	}

	private close(audited: AuditedOrder): void {
		this.check(audited.leavesLots === 0, 'an order ended with lots left');
		const { quantityLots, executedLots, preventedLots } = audited;
		if (audited.order.quantityLots !== undefined) {
			this.check(quantityLots === executedLots + preventedLots, 'lots are not conserved');
		}
		this.orders.delete(audited.order.orderId);
	}

	private rest(...entering: readonly AuditedOrder[]): void {
		for (const audited of entering) {
			this.clock += 1;
			audited.queuedAt = this.clock;
			audited.state = 'RESTING';
			audited.sliceLots = Math.min(
				audited.leavesLots,
				audited.order.icebergQtyLots ?? audited.leavesLots,
			);
		}
	}

	private entering(): AuditedOrder[] {
		return [...this.orders.values()].filter(({ state }) => state === 'ENTERING');
	}

	private checkNoneSkipped(maker: AuditedOrder): void {
		const better = maker.order.side === 'BUY' ? 1 : -1;
		const price = maker.order.priceTicks ?? 0;
		for (const other of this.orders.values()) {
			if (other.state !== 'RESTING' || other.order.side !== maker.order.side) continue;
			const ahead = better * ((other.order.priceTicks ?? 0) - price);
			this.check(ahead <= 0, `better order ${other.order.orderId} was skipped`);
			this.check(
				ahead < 0 || other.queuedAt >= maker.queuedAt,
				`older order ${other.order.orderId} was skipped`,
			);
		}
	}

	/** Where one order of a list has traded, was set off or has ended, the other is no more. */
	private checkLists(command: Command): void {
		if (command.kind === 'PLACE_OCO') {
			const limit = this.orders.get(command.limit.orderId);
			const stop = this.orders.get(command.stop.orderId);
			if (limit !== undefined && stop !== undefined) this.pairs.push([limit, stop]);
		}
		this.pairs = this.pairs.filter(([limit, stop]) => {
			const areOpen = [limit, stop].map((each) => this.orders.get(each.order.orderId) === each);
			const { executedLots, preventedLots } = limit;
			const untouched = executedLots + preventedLots === 0 && stop.state === 'WAITING';
			const areBoth = areOpen.every((isOpen) => isOpen);
			this.check(!areBoth || untouched, 'both orders of a list live on after one has acted');
			// A stop that was set off lives on alone; so may neither, but never the limit order.
			this.check(
				areBoth || !areOpen[0] || executedLots + preventedLots > 0,
				'a list lost its stop',
			);
			return areBoth;
		});
	}

	private checkUncrossed(): void {
		let bid = 0;
		let ask = Infinity;
		for (const { state, order } of this.orders.values()) {
			if (state !== 'RESTING' || order.priceTicks === undefined) continue;
			if (order.side === 'BUY') bid = Math.max(bid, order.priceTicks);
			else ask = Math.min(ask, order.priceTicks);
		}
		this.check(bid < ask, `the book is crossed: bid ${bid}, ask ${ask}`);
	}

	private amount(priceTicks: number, lots: number): bigint {
		return BigInt(priceTicks) * BigInt(lots) * BigInt(this.market.quotePerTickLot);
	}

	private get(orderId: number): AuditedOrder {
		const audited = this.orders.get(orderId);
		if (audited === undefined) throw new Error(`audit: order ${orderId} is not open`);
		return audited;
	}

	private check(holds: boolean, complaint: string): void {
		if (!holds) throw new Error(`audit: ${complaint}`);
	}
}

function isWithin(order: NewOrder, priceTicks: number): boolean {
	if (order.priceTicks === undefined) return true;
	return order.side === 'BUY' ? priceTicks <= order.priceTicks : priceTicks >= order.priceTicks;
}
