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

/** An order's command whose bigints are decimal text, until they are replaced by what they stand for. */
type OrderText<Order extends LanePlace | LaneReplace> = Omit<Order, 'hold' | 'quoteOrderQty'> & {
	hold: string | bigint;
	quoteOrderQty?: string | bigint;
};

type CommandText =
	OrderText<LanePlace> | OrderText<LaneReplace> | Exclude<LaneCommand, LanePlace | LaneReplace>;

/** Changes what was parsed in its place: a copy of it takes longer than all the rest. */
export function readCommand(text: string): LaneCommand {
	const command: CommandText & { version?: number | undefined } = readStored<CommandText>(
		text,
		version,
	);
	command.version = undefined;
	if (command.kind === 'PLACE' || command.kind === 'CANCEL_REPLACE') {
		command.hold = BigInt(command.hold);
		if (command.quoteOrderQty !== undefined) command.quoteOrderQty = BigInt(command.quoteOrderQty);
	}
	return command as LaneCommand;
}
