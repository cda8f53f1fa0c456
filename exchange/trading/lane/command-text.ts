/**
 * A command as it stands in the log: JSON with every bigint as a decimal string. Besides what the
 * engine needs, an order carries what the lane needs to account for it. The one place where a
 * command becomes text of the log and text of the log becomes a command again.
 */
import { readStored, storedText } from '../../database/stored-text';
import type {
	Cancel,
	CancelAll,
	CancelReplace,
	Expire,
	NewOrder,
	Place,
	PlaceOco,
	Reduce,
	SetRules,
	SetStatus,
} from '../../engine/command';

interface LaneOrder {
	readonly clientOrderId: string;
	/** What was held for it when it was accepted; a replacement gets the rest from its original. */
	readonly hold: bigint;
}

/** An order with what the lane adds. */
export type LaneNewOrder = NewOrder & LaneOrder;
export type LanePlace = Place & LaneOrder;
export type LaneReplace = CancelReplace & LaneOrder;

/** Why all orders of an account are cancelled, where its trader did not ask for it just then. */
export type CancelCause = 'CANCEL_AFTER';

export interface LaneCancelAll extends CancelAll {
	/** Becomes the reason of the orders it ends. */
	readonly cause?: CancelCause;
}

/**
 * Two orders of a list, which has the id of the limit order. What both hold together is what the
 * dearer of them needs, because only one of them will trade.
 */
export interface LaneOco extends PlaceOco {
	readonly limit: LaneNewOrder;
	readonly stop: LaneNewOrder;
}

/**
 * The place in the log whose number is the id of a list's stop order; it stands right behind the
 * command that brings both, and does nothing.
 */
export interface SecondOrder {
	readonly kind: 'SECOND_ORDER';
	readonly orderId: number;
	/** The id of the limit order, and with it of the list. */
	readonly orderListId: number;
}

/** A command of the engine with what the lane adds. */
export type EngineCommand =
	| LanePlace
	| LaneReplace
	| LaneOco
	| Cancel
	| LaneCancelAll
	| Reduce
	| Expire
	| SetStatus
	| SetRules;

export type LaneCommand = EngineCommand | SecondOrder;

/** The orders a command brings: none, one, or the limit and the stop order of a list. */
export function broughtOrders(command: LaneCommand): readonly LaneNewOrder[] {
	if (isSingle(command)) return [command];
	return command.kind === 'PLACE_OCO' ? [command.limit, command.stop] : [];
}

function isSingle(command: { readonly kind: string }): command is LanePlace | LaneReplace {
	return command.kind === 'PLACE' || command.kind === 'CANCEL_REPLACE';
}

const version = 1;

export function commandText(command: LaneCommand): string {
	if (isSingle(command)) return storedText(version, orderText(command));
	if (command.kind !== 'PLACE_OCO') return storedText(version, command);
	const { limit, stop } = command;
	return storedText(version, { ...command, limit: orderText(limit), stop: orderText(stop) });
}

function orderText(order: LaneNewOrder): object {
	const { hold, quoteOrderQty } = order;
	return { ...order, hold: hold.toString(), quoteOrderQty: quoteOrderQty?.toString() };
}

/** An order whose bigints are decimal text, until they are replaced by what they stand for. */
type OrderText<Order extends LaneOrder> = Omit<Order, 'hold' | 'quoteOrderQty'> & {
	hold: string | bigint;
	quoteOrderQty?: string | bigint;
};

type PairText = Omit<LaneOco, 'limit' | 'stop'> & {
	readonly limit: OrderText<LaneOco['limit']>;
	readonly stop: OrderText<LaneOco['stop']>;
};

type CommandText =
	| OrderText<LanePlace>
	| OrderText<LaneReplace>
	| PairText
	| Exclude<LaneCommand, LanePlace | LaneReplace | LaneOco>;

/** Changes what was parsed in its place: a copy of it takes longer than all the rest. */
export function readCommand(text: string): LaneCommand {
	const command: CommandText & { version?: number | undefined } = readStored<CommandText>(
		text,
		version,
	);
	command.version = undefined;
	if (command.kind === 'PLACE' || command.kind === 'CANCEL_REPLACE') readAmounts(command);
	else if (command.kind === 'PLACE_OCO') {
		readAmounts(command.limit);
		readAmounts(command.stop);
	}
	return command as LaneCommand;
}

function readAmounts(order: { hold: string | bigint; quoteOrderQty?: string | bigint }): void {
	order.hold = BigInt(order.hold);
	if (order.quoteOrderQty !== undefined) order.quoteOrderQty = BigInt(order.quoteOrderQty);
}
