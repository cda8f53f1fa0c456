/**
 * One market in memory: its book and its open orders' accounts, as of one place in the log. It
 * moves only by commands of the log and answers what they did, so every process that reads the
 * same log has the same state. Reading the log and committing effects is left to lane.ts.
 */
import { apply, createBook } from '../engine/engine';
import type { Book } from '../engine/book';
import type { Side } from '../engine/command';
import type { Event } from '../engine/event';
import { restoreBook, takeSnapshot } from '../engine/snapshot';
import { lotsShownAt } from '../engine/view';
import type { Market } from '../markets/market';
import {
	account,
	rejectOrder,
	type Effects,
	type Moment,
	type OpenOrder,
	type Scene,
} from './accounting';
import type { ShownLevel } from './batch-text';
import type { LaneCommand, LanePlace, LaneReplace } from './command-text';
import { readState, stateText } from './snapshot-text';

/** A command with its place in the log. */
export interface LoggedCommand {
	readonly sequence: number;
	readonly acceptedAt: number;
	readonly command: LaneCommand;
}

export interface BatchEffects extends Effects {
	readonly levels: readonly ShownLevel[];
}

/** Positions of postings from here on belong to the lane; those before to the intake. */
export const firstLanePosition = 8;

export class LaneState {
	private readonly orders: Map<number, OpenOrder>;

	private constructor(
		readonly market: Market,
		readonly book: Book,
		orders: readonly OpenOrder[],
		private lastSequence: number,
	) {
		this.orders = new Map(orders.map((order) => [order.orderId, order]));
	}

	/** The state before the first command of the log. */
	static empty(market: Market): LaneState {
		return new LaneState(market, createBook(market.engine), [], 0);
	}

	/** The state a snapshot was taken of. */
	static restore(market: Market, text: string): LaneState {
		const { sequence, book, orders } = readState(text);
		return new LaneState(market, restoreBook(book), orders, sequence);
	}

	/** The sequence of the last command carried out. */
	get sequence(): number {
		return this.lastSequence;
	}

	get openOrders(): Iterable<OpenOrder> {
		return this.orders.values();
	}

	/** Carries commands out; they must follow the state without a gap. */
	advance(commands: readonly LoggedCommand[]): BatchEffects {
		const effects: Effects = { postings: [], trades: [], reports: [], orders: new Map() };
		const touched = new Map<string, readonly [Side, number]>();
		for (const logged of commands) {
			if (logged.sequence !== this.lastSequence + 1) {
				throw new Error(
					`the log of ${this.market.description.symbol} goes from ${this.lastSequence} to ${logged.sequence}`,
				);
			}
			this.carryOut(logged, effects, touched);
			this.lastSequence = logged.sequence;
		}
		const levels = [...touched.values()].map(([side, ticks]): ShownLevel => [
			side,
			ticks,
			lotsShownAt(this.book, side, ticks),
		]);
		return { ...effects, levels };
	}

	/** The whole state as text. */
	snapshot(): string {
		const book = takeSnapshot(this.book);
		return stateText({ sequence: this.lastSequence, book, orders: [...this.orders.values()] });
	}

	private carryOut(
		{ sequence, acceptedAt, command }: LoggedCommand,
		effects: Effects,
		touched: Map<string, readonly [Side, number]>,
	): void {
		const moment: Moment = { sequence, time: acceptedAt, position: firstLanePosition, index: 0 };
		const brings = command.kind === 'PLACE' || command.kind === 'CANCEL_REPLACE';
		const brought = brings ? openOrder(command, acceptedAt) : undefined;
		if (brought !== undefined) this.orders.set(brought.orderId, brought);
		const scene: Scene = { market: this.market, orders: this.orders, brought, moment, effects };
		for (const event of apply(this.book, command)) {
			this.touch(event, touched);
			if (brought !== undefined && event.execType === 'REJECTED') {
				rejectOrder(scene, brought.orderId, event.reason);
			} else account(scene, event);
		}
	}

	/** Notes the prices an event may have changed. */
	private touch(event: Event, touched: Map<string, readonly [Side, number]>): void {
		if (event.execType === 'STATUS' || event.execType === 'REJECTED') return;
		let side: Side;
		if (event.execType === 'TRADE') side = event.takerSide === 'BUY' ? 'SELL' : 'BUY';
		else if (event.execType === 'TRADE_PREVENTION') {
			const maker = this.orders.get(event.makerOrderId);
			if (maker === undefined) throw new Error(`order ${event.makerOrderId} is not open`);
			side = maker.side;
		} else side = event.side;
		const { priceTicks } = event;
		if (priceTicks > 0) touched.set(`${side}${priceTicks}`, [side, priceTicks]);
	}
}

function openOrder(command: LanePlace | LaneReplace, acceptedAt: number): OpenOrder {
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
