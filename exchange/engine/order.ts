/**
 * Open orders by slot, from their acceptance to their end. A slot is valid until its order ends; the
 * next order may take it.
 *
 *   kind  1 for SELL, 2 for a stop order that is not triggered, 4 * index of its terms
 *
 * Most orders share their terms with others. The few that do not have an object of their own for them,
 * and for the state that only such orders have.
 */
import {
	selfTradePreventionModes,
	timesInForce,
	type OrderType,
	type SelfTradePreventionMode,
	type TimeInForce,
} from '../../api/exchange/language/order-types';
import type { NewOrder, Side } from './command';
import { hasPrice } from './order-fields';
import { OrderIndex } from './order-index';
import { OwnOrders } from './own-orders';
import { Links, Slots, Words } from './slots';

const SELLS = 1;
const WAITS = 2;
const TERMS_SHIFT = 2;

/** Terms besides price and quantity; 0 and 0n if not set. */
interface Terms {
	readonly type: OrderType;
	readonly timeInForce: TimeInForce;
	readonly selfTradePreventionMode: SelfTradePreventionMode;
	readonly stopPriceTicks: number;
	readonly icebergQtyLots: number;
	readonly expireTime: number;
	readonly quoteOrderQty: bigint;
	/** Absent: false. */
	readonly fillsByCost?: boolean;
}

export interface OrderTerms extends Terms {
	/** For a trailing stop order. */
	readonly trail: Trail | null;
	/** What an iceberg order shows of its leaves. */
	shownLots: number;
	leavesQuote: bigint;
	/**
	 * Lots that left the order without a trade. An order by quote amount alone has no leaves, so it has
	 * less than none here for each that it traded.
	 */
	untradedLots: number;
	/** Index in the expiry heap, -1 if not in it. */
	expiryIndex: number;
	/** Slot of the other order of its list; 0: it is in none, or the other has ended. */
	other: number;
}

/** How far a stop order has followed the market: see trailing.ts. */
export interface Trail {
	/** Basis points. */
	readonly deltaBps: number;
	/** Best price traded since it started to follow; 0 before that. */
	bestTicks: number;
	/** True once a trade has triggered it. */
	isReached: boolean;
}

/** The state of an order in a snapshot. */
export interface OrderState extends Terms {
	readonly orderId: number;
	readonly accountId: string;
	readonly side: Side;
	/** 0 for an order without a price. */
	readonly priceTicks: number;
	/** Number in the order of acceptance: 1, 2, 3, ... */
	readonly acceptedNumber: number;
	/** True for a stop order that is not triggered yet. */
	readonly waiting: boolean;
	/** 0 for an order by quote amount alone. */
	readonly quantityLots: number;
	readonly executedLots: number;
	readonly leavesLots: number;
	/** The shown part of `leavesLots`; all of it without an iceberg. */
	readonly visibleLots: number;
	readonly leavesQuote: bigint;
	/** See `chargeCommission`. */
	readonly feeCredit: number;
	/** Only for a trailing stop order. */
	readonly trailingDelta?: number;
	/** Best price it has followed to; 0 before it follows. */
	readonly trailBestTicks?: number;
	/** Only for an order whose list still has both. */
	readonly otherOrderId?: number;
}

/** Kinds of orders whose terms many share; the index of a kind is in `plainIndex`. */
const PLAIN_KINDS = [
	['LIMIT', 'GTC'],
	['LIMIT', 'IOC'],
	['LIMIT', 'FOK'],
	['MARKET', 'IOC'],
] as const;

/** Terms without anything special, per self-trade prevention mode. */
const PLAIN_TERMS = PLAIN_KINDS.flatMap(([type, timeInForce]) =>
	selfTradePreventionModes.map((selfTradePreventionMode) =>
		newTerms({ type, timeInForce, selfTradePreventionMode }),
	),
);

const PLAIN_LIMIT = newTerms({ type: 'LIMIT' });

type AskedTerms = Partial<OrderState> & Pick<OrderState, 'type'>;

function newTerms(asked: AskedTerms): OrderTerms {
	const { type, trailingDelta: deltaBps, quoteOrderQty = 0n } = asked;
	return {
		type,
		timeInForce: asked.timeInForce ?? (hasPrice(asked) ? 'GTC' : 'IOC'),
		selfTradePreventionMode: asked.selfTradePreventionMode ?? 'NONE',
		stopPriceTicks: asked.stopPriceTicks ?? 0,
		icebergQtyLots: asked.icebergQtyLots ?? 0,
		expireTime: asked.expireTime ?? 0,
		quoteOrderQty,
		...(asked.fillsByCost === true && { fillsByCost: true }),
		trail: deltaBps === undefined ? null : { deltaBps, bestTicks: 0, isReached: false },
		shownLots: 0,
		leavesQuote: quoteOrderQty,
		untradedLots: 0,
		expiryIndex: -1,
		other: 0,
	};
}

/** The index of these terms in PLAIN_TERMS; -1 if they are not plain. */
function plainIndex(asked: AskedTerms): number {
	const { stopPriceTicks, icebergQtyLots, expireTime, quoteOrderQty, trailingDelta } = asked;
	if (stopPriceTicks || icebergQtyLots || expireTime || quoteOrderQty || trailingDelta) return -1;
	const { type, timeInForce = 'GTC', selfTradePreventionMode = 'NONE' } = asked;
	const kind = type === 'MARKET' ? 3 : timesInForce.indexOf(timeInForce);
	const mode = selfTradePreventionModes.indexOf(selfTradePreventionMode);
	return kind * selfTradePreventionModes.length + mode;
}

export class Orders {
	readonly orderId = new Words();
	/** 0 for an order without a price. */
	readonly priceTicks = new Words();
	/** 0 for an order by quote amount alone. */
	readonly quantityLots = new Words();
	readonly leavesLots = new Words();
	/** Number in the order of acceptance: 1, 2, 3, ... */
	readonly acceptedNumber = new Words();
	/** Increases with every joining of a queue; at one price the lower number trades first. */
	readonly queueNumber = new Words();
	/** The level in whose queue it is, 0 if in none, and its neighbours there. */
	readonly level = new Links();
	readonly ahead = new Links();
	readonly behind = new Links();
	/** See `chargeCommission`. */
	readonly feeCredit = new Links();
	readonly own = new OwnOrders();
	readonly index = new OrderIndex();
	size = 0;
	private readonly kind = new Links();
	private readonly slots = new Slots(
		[
			...[this.orderId, this.priceTicks, this.quantityLots, this.leavesLots],
			...[this.acceptedNumber, this.queueNumber, this.level, this.ahead, this.behind],
			...[this.feeCredit, this.kind, ...this.own.columns],
		],
		this.behind,
	);
	/** The plain terms, then those of single orders. */
	private readonly allTerms = [...PLAIN_TERMS];
	private readonly freeTerms: number[] = [];

	/** Adds an order, in no queue yet; the caller guarantees that its id is new. */
	add(asked: NewOrder, acceptedNumber: number): number {
		const { orderId, accountId, priceTicks = 0, quantityLots = 0 } = asked;
		const slot = this.slots.take();
		const plain = plainIndex(asked);
		const terms = plain < 0 ? this.addTerms(newTerms(asked)) : plain;
		this.kind.set(slot, (asked.side === 'BUY' ? 0 : SELLS) | (terms << TERMS_SHIFT));
		this.orderId.set(slot, orderId);
		this.priceTicks.set(slot, priceTicks);
		this.quantityLots.set(slot, quantityLots);
		this.leavesLots.set(slot, quantityLots);
		this.acceptedNumber.set(slot, acceptedNumber);
		this.level.set(slot, 0);
		this.feeCredit.set(slot, 0);
		this.index.add(orderId, slot);
		this.own.add(slot, accountId);
		this.size += 1;
		return slot;
	}

	/** Removes an order that is in no queue. */
	remove(slot: number): void {
		const terms = this.kind.at(slot) >>> TERMS_SHIFT;
		if (terms >= PLAIN_TERMS.length) this.freeTerms.push(terms);
		this.index.remove(this.orderId.at(slot));
		this.orderId.set(slot, 0);
		this.own.remove(slot);
		this.slots.free(slot);
		this.size -= 1;
	}

	/** False once the order has ended, until the next one takes its slot. */
	isOpen(slot: number): boolean {
		return this.orderId.at(slot) > 0;
	}

	side(slot: number): Side {
		return (this.kind.at(slot) & SELLS) === 0 ? 'BUY' : 'SELL';
	}

	/** True for a stop order that is not triggered yet. */
	isWaiting(slot: number): boolean {
		return (this.kind.at(slot) & WAITS) !== 0;
	}

	setWaiting(slot: number, waits: boolean): void {
		const kind = this.kind.at(slot);
		this.kind.set(slot, waits ? kind | WAITS : kind & ~WAITS);
	}

	terms(slot: number): OrderTerms {
		return this.allTerms[this.kind.at(slot) >>> TERMS_SHIFT] ?? PLAIN_LIMIT;
	}

	/** Terms that no other order has, to change them. */
	ownTerms(slot: number): OrderTerms {
		const kind = this.kind.at(slot);
		if (kind >>> TERMS_SHIFT < PLAIN_TERMS.length) {
			const terms = this.addTerms({ ...this.terms(slot) });
			this.kind.set(slot, (kind & (SELLS | WAITS)) | (terms << TERMS_SHIFT));
		}
		return this.terms(slot);
	}

	executedLots(slot: number): number {
		return this.quantityLots.at(slot) - this.leavesLots.at(slot) - this.terms(slot).untradedLots;
	}

	addUntraded(slot: number, lots: number): void {
		if (lots !== 0) this.ownTerms(slot).untradedLots += lots;
	}

	/** The part of the leaves that an iceberg does not show. */
	hiddenLots(slot: number): number {
		const { icebergQtyLots, shownLots } = this.terms(slot);
		if (icebergQtyLots === 0 || this.isWaiting(slot)) return 0;
		return this.leavesLots.at(slot) - shownLots;
	}

	visibleLots(slot: number): number {
		return this.leavesLots.at(slot) - this.hiddenLots(slot);
	}

	/** Shows a fresh slice. */
	showSlice(slot: number): void {
		const terms = this.terms(slot);
		if (terms.icebergQtyLots === 0) return;
		terms.shownLots = Math.min(terms.icebergQtyLots, this.leavesLots.at(slot));
	}

	/** True if nothing of the quantity is left, or of the quote amount without a quantity. */
	isFilled(slot: number): boolean {
		if (this.quantityLots.at(slot) > 0) return this.leavesLots.at(slot) === 0;
		return this.terms(slot).leavesQuote === 0n;
	}

	/** Copies the state that a snapshot stores; the position in the queue is not part of it. */
	state(slot: number): OrderState {
		const terms = this.terms(slot);
		return {
			orderId: this.orderId.at(slot),
			accountId: this.own.accountId(slot),
			side: this.side(slot),
			type: terms.type,
			timeInForce: terms.timeInForce,
			selfTradePreventionMode: terms.selfTradePreventionMode,
			priceTicks: this.priceTicks.at(slot),
			stopPriceTicks: terms.stopPriceTicks,
			icebergQtyLots: terms.icebergQtyLots,
			expireTime: terms.expireTime,
			acceptedNumber: this.acceptedNumber.at(slot),
			waiting: this.isWaiting(slot),
			quantityLots: this.quantityLots.at(slot),
			executedLots: this.executedLots(slot),
			leavesLots: this.leavesLots.at(slot),
			visibleLots: this.visibleLots(slot),
			quoteOrderQty: terms.quoteOrderQty,
			leavesQuote: terms.leavesQuote,
			feeCredit: this.feeCredit.at(slot),
			// Fields that only few orders have are absent from the others.
			...(terms.fillsByCost === true && { fillsByCost: true }),
			...(terms.trail !== null && {
				trailingDelta: terms.trail.deltaBps,
				trailBestTicks: terms.trail.bestTicks,
			}),
			...(terms.other !== 0 && { otherOrderId: this.orderId.at(terms.other) }),
		};
	}

	/** Adds an order from a snapshot, in no queue yet. */
	restore(state: OrderState): number {
		const slot = this.add(state, state.acceptedNumber);
		this.leavesLots.set(slot, state.leavesLots);
		this.addUntraded(slot, this.executedLots(slot) - state.executedLots);
		this.feeCredit.set(slot, state.feeCredit);
		this.setWaiting(slot, state.waiting);
		const terms = this.terms(slot);
		if (terms.icebergQtyLots > 0) terms.shownLots = state.visibleLots;
		if (terms.quoteOrderQty > 0n) terms.leavesQuote = state.leavesQuote;
		if (terms.trail !== null) terms.trail.bestTicks = state.trailBestTicks ?? 0;
		return slot;
	}

	private addTerms(terms: OrderTerms): number {
		const at = this.freeTerms.pop() ?? this.allTerms.length;
		this.allTerms[at] = terms;
		return at;
	}
}
