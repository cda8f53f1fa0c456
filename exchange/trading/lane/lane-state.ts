/**
 * One market in memory at one position of the log: its book and the accounts of its open orders.
 * Only commands of the log change it, so every process that reads the same log has the same state.
 */
import { assertNever } from '../../../server/exhaustive';
import { apply, createBook } from '../../engine/engine';
import type { Book } from '../../engine/book';
import type { Side } from '../../engine/command';
import type { Event, RejectedEvent, RulesEvent, StatusEvent } from '../../engine/event';
import { orderSnapshot, snapshotHead, trailsOf } from '../../engine/snapshot';
import { lotsShownAt } from '../../engine/view';
import type { Market } from '../markets/market';
import {
	accountFor,
	rejectOrder,
	type Effects,
	type LogPlace,
	type OpenOrder,
	type CommandRun,
} from './accounting';
import type { ShownLevel } from './batch-text';
import {
	newOrdersOf,
	type EngineCommand,
	type LaneCommand,
	type LaneNewOrder,
} from './command-text';
import type { KeptOrder, StateHead } from './snapshot-text';

/** A command with its sequence in the log. */
export interface LoggedCommand {
	readonly sequence: number;
	readonly acceptedAt: number;
	readonly command: LaneCommand;
}

export interface BatchEffects extends Effects {
	readonly levels: readonly ShownLevel[];
	/** True if the market's status or rules may have changed. */
	readonly isMarketChanged: boolean;
}

/** Positions of postings from here on belong to the lane, smaller ones to the intake. */
export const firstLanePosition = 8;

export class LaneState {
	/** Orders changed since `noteChanges`; undefined while nobody asks. */
	private changed: Set<number> | undefined;

	constructor(
		readonly market: Market,
		readonly book: Book,
		private readonly orders: Map<number, OpenOrder>,
		private lastSequence: number,
	) {}

	/** The state before the first command of the log. */
	static empty(market: Market): LaneState {
		return new LaneState(market, createBook(market.engine, market.firstRules), new Map(), 0);
	}

	/** The sequence of the last command carried out. */
	get sequence(): number {
		return this.lastSequence;
	}

	get openOrders(): Iterable<OpenOrder> {
		return this.orders.values();
	}

	get openOrderCount(): number {
		return this.orders.size;
	}

	openOrder(orderId: number): OpenOrder | undefined {
		return this.orders.get(orderId);
	}

	/** The book's state of an open order. */
	inBook(orderId: number): KeptOrder['inBook'] {
		const { orders } = this.book;
		const slot = orders.index.find(orderId);
		if (slot === 0) throw new Error(`order ${orderId} is in the accounts but not in the book`);
		return { ...orderSnapshot(this.book, slot), queueNumber: orders.queueNumber.at(slot) };
	}

	head(): StateHead {
		return {
			sequence: this.lastSequence,
			book: snapshotHead(this.book),
			trails: trailsOf(this.book),
			openOrders: this.orders.size,
			openLots: this.book.openLots,
		};
	}

	/** Returns the orders changed since the last call, and records changes from here on. */
	noteChanges(): ReadonlySet<number> {
		const changed = this.changed ?? new Set();
		this.changed = new Set();
		return changed;
	}

	forgetChanges(): void {
		this.changed = undefined;
	}

	/** Carries commands out; they must follow the state without a gap. */
	advance(commands: readonly LoggedCommand[]): BatchEffects {
		const effects: Effects = { postings: [], trades: [], reports: [], orders: new Map() };
		const touched = new Map<string, readonly [Side, number]>();
		const { status, protection } = this.book;
		for (const logged of commands) {
			if (logged.sequence !== this.lastSequence + 1) {
				throw new Error(
					`the log of ${this.market.description.symbol} goes from ${this.lastSequence} to ${logged.sequence}`,
				);
			}
			this.carryOut(logged, effects, touched);
			this.lastSequence = logged.sequence;
		}
		if (this.changed !== undefined) {
			for (const orderId of effects.orders.keys()) this.changed.add(orderId);
		}
		const levels = [...touched.values()].map(([side, ticks]): ShownLevel => [
			side,
			ticks,
			lotsShownAt(this.book, side, ticks),
		]);
		const isMarketChanged = status !== this.book.status || protection !== this.book.protection;
		return { ...effects, levels, isMarketChanged };
	}

	private carryOut(
		{ sequence, acceptedAt, command }: LoggedCommand,
		effects: Effects,
		touched: Map<string, readonly [Side, number]>,
	): void {
		if (command.kind === 'SECOND_ORDER') return;
		const place: LogPlace = { sequence, time: acceptedAt, position: firstLanePosition, index: 0 };
		const newOrders = openOrders(command, acceptedAt);
		for (const order of newOrders) this.orders.set(order.orderId, order);
		const [newOrder] = newOrders;
		const cancelCause = command.kind === 'CANCEL_ALL' ? command.cause : undefined;
		const { market, orders } = this;
		const run: CommandRun = { market, orders, newOrder, cancelCause, place, effects };
		for (const event of apply(this.book, this.timed(command, acceptedAt))) {
			this.touch(event, touched);
			if (newOrder !== undefined && event.execType === 'REJECTED') {
				for (const { orderId } of newOrders) rejectOrder(run, orderId, event.reason);
			} else accountFor(run, event);
		}
	}

	/** Adds the command's time from the log, if the rules depend on time. */
	private timed(command: EngineCommand, time: number): EngineCommand {
		if (command.kind === 'RULES') return { ...command, time };
		if (this.book.protection.rules.staticBandBps === 0) return command;
		if (command.kind === 'PLACE' || command.kind === 'CANCEL_REPLACE') return { ...command, time };
		if (command.kind !== 'PLACE_OCO') return command;
		return { ...command, limit: { ...command.limit, time } };
	}

	/** Records the price level that an event may have changed. */
	private touch(event: Event, touched: Map<string, readonly [Side, number]>): void {
		if (event.execType === 'STATUS' || event.execType === 'RULES' || event.execType === 'REJECTED')
			return;
		const { priceTicks } = event;
		const side = this.sideTouched(event);
		if (priceTicks > 0) touched.set(`${side}${priceTicks}`, [side, priceTicks]);
	}

	private sideTouched(event: Exclude<Event, StatusEvent | RulesEvent | RejectedEvent>): Side {
		switch (event.execType) {
			case 'NEW':
			case 'TRIGGERED':
			case 'REPLACED':
			case 'CANCELED':
			case 'EXPIRED':
				return event.side;
			case 'TRADE':
				return event.takerSide === 'BUY' ? 'SELL' : 'BUY';
			case 'TRADE_PREVENTION': {
				const maker = this.orders.get(event.makerOrderId);
				if (maker === undefined) throw new Error(`order ${event.makerOrderId} is not open`);
				return maker.side;
			}
			default:
				return assertNever(event, 'event of the engine');
		}
	}
}

function openOrders(command: EngineCommand, acceptedAt: number): readonly OpenOrder[] {
	const brought = newOrdersOf(command);
	const [first, second] = brought.map((order) => openOrder(order, acceptedAt));
	if (first === undefined) return [];
	if (second === undefined) return [first];
	const orderListId = first.orderId;
	return [
		{ ...first, orderListId, otherOrderId: second.orderId },
		{ ...second, orderListId, otherOrderId: first.orderId },
	];
}

function openOrder(command: LaneNewOrder, acceptedAt: number): OpenOrder {
	return {
		orderId: command.orderId,
		accountId: command.accountId,
		clientOrderId: command.clientOrderId,
		side: command.side,
		priceTicks: command.priceTicks ?? 0,
		expireTime: command.expireTime ?? 0,
		quantityLots: command.quantityLots ?? 0,
		leavesLots: command.quantityLots ?? 0,
		leavesQuote: command.quoteOrderQty ?? 0n,
		executedLots: 0,
		executedQuote: 0n,
		commission: 0n,
		held: command.hold,
		status: 'NEW',
		reason: null,
		updatedAt: acceptedAt,
	};
}
