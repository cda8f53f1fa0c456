/**
 * A command as it stands in the log: JSON with every bigint as a decimal string. Besides what the
 * engine needs, an order carries what the lane needs to account for it. The one place where a
 * command becomes text of the log and text of the log becomes a command again.
 */
import { readStored, storedText } from '../database/stored-text';
import type {
	Cancel,
	CancelAll,
	CancelReplace,
	Expire,
	Place,
	Reduce,
	SetStatus,
} from '../engine/command';

interface LaneOrder {
	readonly clientOrderId: string;
	/** What was held for it when it was accepted; a replacement gets the rest from its original. */
	readonly hold: bigint;
}

export type LanePlace = Place & LaneOrder;
export type LaneReplace = CancelReplace & LaneOrder;

/** A command of the engine with what the lane adds. */
export type LaneCommand =
	LanePlace | LaneReplace | Cancel | CancelAll | Reduce | Expire | SetStatus;

const version = 1;

export function commandText(command: LaneCommand): string {
	if (command.kind !== 'PLACE' && command.kind !== 'CANCEL_REPLACE') {
		return storedText(version, command);
	}
	const { hold, quoteOrderQty } = command;
	return storedText(version, {
		...command,
		hold: hold.toString(),
		quoteOrderQty: quoteOrderQty?.toString(),
	});
}

/** An order's command with its bigints as decimal text. */
type OrderText<Order extends LanePlace | LaneReplace> = Omit<Order, 'hold' | 'quoteOrderQty'> & {
	readonly hold: string;
	readonly quoteOrderQty?: string;
};

type CommandText =
	OrderText<LanePlace> | OrderText<LaneReplace> | Exclude<LaneCommand, LanePlace | LaneReplace>;

export function readCommand(text: string): LaneCommand {
	const { version: _, ...command } = readStored<CommandText>(text, version);
	if (command.kind !== 'PLACE' && command.kind !== 'CANCEL_REPLACE') return command;
	const { hold, quoteOrderQty } = command;
	return {
		...command,
		hold: BigInt(hold),
		quoteOrderQty: quoteOrderQty === undefined ? undefined : BigInt(quoteOrderQty),
	};
}
