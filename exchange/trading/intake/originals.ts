/**
 * The orders that others of a transaction are to take the place of: what each of them holds and
 * leaves, so that its money is counted for its replacement. An order the lane has not reached is
 * read from its command. What may happen to an original before the lane reaches its replacement
 * is left to the engine, which refuses the replacement when the original leaves anything else.
 */
import { numberList, textList } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import type { Side } from '../../engine/command';
import { readCommand, type LaneCommand } from '../lane/command-text';
import { isOpenStatus } from '../lane/report';
import { neededHold } from '../ledger/holding';
import type { Market } from '../markets/market';
import { refuse } from '../../../server/refusal';

export interface Original {
	readonly side: Side;
	readonly leavesLots: number;
	/** What it holds while it leaves that: whatever changes the one changes the other. */
	readonly held: bigint;
}

/** Which order of whom is to be replaced. */
export interface OriginalKey {
	readonly market: Market;
	readonly accountId: string;
	readonly origOrderId: number;
}

interface Found {
	readonly command: LaneCommand;
	/** Absent while the lane has not reached the order. */
	readonly state:
		| { readonly status: string; readonly leavesLots: number; readonly held: bigint }
		| undefined;
}

/** The originals of one transaction. */
export class Originals {
	private constructor(private readonly found: ReadonlyMap<string, Found>) {}

	/** Reads them; the logs of their markets must be locked, so that no command is under way. */
	static async load(transaction: Database, keys: readonly OriginalKey[]): Promise<Originals> {
		if (keys.length === 0) return new Originals(new Map());
		const symbols = new Set(keys.map(({ market }) => market.description.symbol));
		const ids = new Set(keys.map(({ origOrderId }) => origOrderId));
		const rows = await transaction
			.selectFrom('commands')
			.leftJoin('order_states', (join) =>
				join
					.onRef('order_states.market', '=', 'commands.market')
					.onRef('order_states.order_id', '=', 'commands.sequence'),
			)
			.select(['commands.market', 'sequence', 'body', 'status', 'leaves_lots', 'held'])
			.where('commands.market', 'in', textList(transaction, [...symbols]))
			.where('commands.sequence', 'in', numberList(transaction, [...ids]))
			.execute();
		const found = rows.map(({ market, sequence, body, status, leaves_lots: leaves, held }) => {
			const state =
				status === null || leaves === null || held === null
					? undefined
					: { status, leavesLots: Number(leaves), held };
			return [`${market} ${sequence}`, { command: readCommand(body), state }] as const;
		});
		return new Originals(new Map(found));
	}

	/** Throws a refusal when there is no such order of the account, or it is not open any more. */
	of({ market, accountId, origOrderId }: OriginalKey): Original {
		const { symbol } = market.description;
		const found = this.found.get(`${symbol} ${origOrderId}`);
		const command = found?.command;
		const isOrder = command?.kind === 'PLACE' || command?.kind === 'CANCEL_REPLACE';
		if (found === undefined || !isOrder || command.accountId !== accountId) {
			throw refuse('Exchange_OrderNotFound', `${symbol}.${origOrderId}`);
		}
		const { state } = found;
		const { side, priceTicks = 0, quantityLots: leavesLots = 0, quoteOrderQty = 0n } = command;
		if (state === undefined) {
			const remainder = { side, priceTicks, leavesLots, leavesQuote: quoteOrderQty };
			const held = neededHold(market.engine, market.lotUnits, remainder);
			return { side, leavesLots, held };
		}
		if (!isOpenStatus(state.status)) {
			throw refuse('Exchange_OrderNotOpen', `${symbol}.${origOrderId}`, state.status);
		}
		return { side, leavesLots: state.leavesLots, held: state.held };
	}
}
