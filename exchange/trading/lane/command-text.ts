/**
 * The codec of commands in the log: JSON with bigints as decimal strings. Besides the engine's
 * fields, an order has what the lane needs to account for it.
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
	/** Amount held on acceptance; a replacement gets the rest from its original. */
	readonly hold: bigint;
}

/** The engine's order with the lane's fields. */
export type LaneNewOrder = NewOrder & LaneOrder;
export type LanePlace = Place & LaneOrder;
export type LaneReplace = CancelReplace & LaneOrder;

/** Why all orders of an account are cancelled, if its trader did not request it. */
export type CancelCause = 'CANCEL_AFTER';

export interface LaneCancelAll extends CancelAll {
	/** Becomes the reason of the orders it ends. */
	readonly cause?: CancelCause;
}

/**
 * Two orders of a list, whose id is that of the limit order. Together they hold what the dearer one
 * needs, because only one of them will trade.
 */
export interface LaneOco extends PlaceOco {
	readonly listClientOrderId: string;
	readonly limit: LaneNewOrder;
	readonly stop: LaneNewOrder;
}

/**
 * Reserves the sequence that is the id of a list's stop order. It follows the command of the list
 * and does nothing.
 */
export interface SecondOrder {
	readonly kind: 'SECOND_ORDER';
	readonly orderId: number;
	/** Id of the limit order, and so of the list. */
	readonly orderListId: number;
}

/** A command that places one order or, of a list, two. */
export type NewOrderCommand = LanePlace | LaneReplace | LaneOco;

/** A command of the engine with the lane's fields. */
export type EngineCommand =
	| NewOrderCommand
	| Cancel
	| LaneCancelAll
	| Reduce
	| Expire
	| SetStatus
	| SetRules;

export type LaneCommand = EngineCommand | SecondOrder;

/** New orders of a command: none, one, or the limit and the stop order of a list. */
export function newOrdersOf(command: LaneCommand): readonly LaneNewOrder[] {
	if (isSingle(command)) return [command];
	return command.kind === 'PLACE_OCO' ? [command.limit, command.stop] : [];
}

/** The command with each of its new orders changed. */
export function withOrders(
	command: NewOrderCommand,
	change: <Order extends LaneNewOrder>(order: Order) => Order,
): NewOrderCommand {
	if (command.kind !== 'PLACE_OCO') return change(command);
	return { ...command, limit: change(command.limit), stop: change(command.stop) };
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

/** An order whose bigints are decimal text until they are parsed in place. */
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

/** Parses amounts in place: a copy would take longer than everything else. */
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
