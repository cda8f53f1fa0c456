/**
 * Orders to be replaced in a transaction: what each holds and leaves, because that money counts for
 * its replacement. An order that the lane has not reached is read from its command. If the original
 * changes before the lane reaches the replacement, the engine refuses the replacement.
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
	/** Amount held for these leaves; a change of one changes the other. */
	readonly held: bigint;
}

export interface OriginalKey {
	readonly market: Market;
	readonly accountId: string;
	readonly origOrderId: number;
}

interface OriginalRow {
	readonly command: LaneCommand;
	/** Undefined until the lane has reached the order. */
	readonly state:
		| { readonly status: string; readonly leavesLots: number; readonly held: bigint }
		| undefined;
}

export class Originals {
	private constructor(private readonly found: ReadonlyMap<string, OriginalRow>) {}

	/** The logs of their markets must be locked, so that no command is in flight. */
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

	/** Throws a refusal if the account has no such order, or it is not open. */
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
