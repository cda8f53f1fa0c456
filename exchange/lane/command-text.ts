/**
 * A command as it stands in the log: JSON with every bigint as a decimal string. Besides what the
 * engine needs, an order carries what the lane needs to account for it. The one place where text
 * of the log becomes a command again; the log is written by this file alone, so it is trusted.
 */
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

const bigintFields = new Set(['hold', 'quoteOrderQty']);

export function commandText(command: LaneCommand): string {
	return JSON.stringify(command, (_, value: unknown) =>
		typeof value === 'bigint' ? value.toString() : value,
	);
}

export function readCommand(text: string): LaneCommand {
	const fields = JSON.parse(text) as Record<string, unknown>;
	for (const name of bigintFields) {
		const value = fields[name];
		if (typeof value === 'string') fields[name] = BigInt(value);
	}
	return fields as unknown as LaneCommand;
}
