/** States of a market compared whole and kept as texts, and the log they come from. */
import type { Database } from '../../../exchange/database/database';
import { fingerprint } from '../../../exchange/engine/snapshot';
import { readCommand } from '../../../exchange/trading/lane/command-text';
import type { LaneState, LoggedCommand } from '../../../exchange/trading/lane/lane-state';
import {
	closingText,
	partText,
	readClosing,
	type StateHead,
} from '../../../exchange/trading/lane/snapshot-text';
import { StateCopy } from '../../../exchange/trading/lane/state-copy';
import { StateRestore } from '../../../exchange/trading/lane/state-restore';
import type { Market } from '../../../exchange/trading/markets/market';

/** Everything of a state that commands to come can depend on; the book by its fingerprint. */
export function stateOf(state: LaneState) {
	const { sequence, book, openOrders } = state;
	const orders = [...openOrders].map((order) => ({ ...order }));
	return {
		sequence,
		book: fingerprint(book),
		orders: orders.sort((one, other) => one.orderId - other.orderId),
	};
}

/** Everything through its texts, as a database would have it. */
export function restored(market: Market, texts: readonly string[], head: StateHead): LaneState {
	const closing = readClosing(closingText({ ...head, partHashes: [] }));
	const restore = new StateRestore(market, closing);
	for (const text of texts.toReversed()) restore.add(text);
	for (const building = restore.build(); ;) {
		const step = building.next();
		if (step.done === true) return step.value;
	}
}

/** The state as it is restored from a snapshot of this moment. */
export function throughTexts(state: LaneState): LaneState {
	const copy = new StateCopy(state, 3);
	const texts: string[] = [];
	for (;;) {
		const { part, head } = copy.step();
		texts.push(partText(part));
		if (head === undefined) continue;
		copy.end();
		return restored(state.market, texts, head);
	}
}

export async function readLog(database: Database): Promise<LoggedCommand[]> {
	const rows = await database.selectFrom('commands').selectAll().orderBy('sequence').execute();
	return rows.map((row) => ({
		sequence: Number(row.sequence),
		acceptedAt: Number(row.accepted_at),
		command: readCommand(row.body),
	}));
}
