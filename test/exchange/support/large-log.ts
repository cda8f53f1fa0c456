/**
 * A market's log as long as wanted, written as if it had been accepted and carried out: places, and
 * from as many open orders on as are wanted a cancel of the oldest before each further one. None of
 * them trade. What carrying out leaves besides the log is not written, so only a lane that replays
 * it finds it true.
 */
import { insertRows } from '../../../server/database/bulk';
import type { Database } from '../../../exchange/database/database';
import { commandText, type LaneCommand } from '../../../exchange/trading/lane/command-text';
import type { Market } from '../../../exchange/trading/markets/market';

const rowsAtOnce = 20_000;

const commandRow = {
	table: 'commands',
	columns: ['market', 'sequence', 'body', 'accepted_at'],
} as const;

export class LargeLog {
	private sequence = 0;
	private readonly open: number[] = [];
	/** Of `open`, those cancelled by now. */
	private cancelled = 0;

	constructor(
		private readonly database: Database,
		private readonly market: Market,
		private readonly shape: {
			readonly openOrders: number;
			readonly accountIds: readonly string[];
			readonly time: number;
		},
	) {}

	/** Goes on by `count` commands, and the lane's cursor with them. */
	async write(count: number): Promise<void> {
		const end = this.sequence + count;
		while (this.sequence < end) {
			const rows = Math.min(rowsAtOnce, end - this.sequence);
			await this.database.transaction().execute((transaction) => this.append(transaction, rows));
		}
	}

	private async append(transaction: Database, count: number): Promise<void> {
		await insertRows(transaction, commandRow, this.rows(count));
		const { symbol } = this.market.description;
		await transaction
			.updateTable('logs')
			.set({ last_sequence: this.sequence, last_time: this.shape.time })
			.where('market', '=', symbol)
			.execute();
		await transaction
			.updateTable('lanes')
			.set({ cursor: this.sequence })
			.where('market', '=', symbol)
			.execute();
	}

	private rows(count: number) {
		const { symbol } = this.market.description;
		return Array.from({ length: count }, () => {
			const text = commandText(this.next());
			return [symbol, this.sequence, text, this.shape.time];
		});
	}

	private next(): LaneCommand {
		this.sequence += 1;
		if (this.open.length - this.cancelled >= this.shape.openOrders) {
			const orderId = this.open[this.cancelled] ?? 0;
			this.cancelled += 1;
			return { kind: 'CANCEL', orderId, accountId: this.owner(orderId) };
		}
		this.open.push(this.sequence);
		return this.place(this.sequence);
	}

	private place(orderId: number): LaneCommand {
		const sells = orderId % 2 === 0;
		return {
			kind: 'PLACE',
			orderId,
			accountId: this.owner(orderId),
			clientOrderId: `order-${orderId.toString(16).padStart(12, '0')}`,
			side: sells ? 'SELL' : 'BUY',
			type: 'LIMIT',
			timeInForce: 'GTC',
			priceTicks: sells ? 2_000 + ((orderId * 7) % 5_000) : 500 + ((orderId * 7) % 1_000),
			quantityLots: 1 + (orderId % 50),
			selfTradePreventionMode: 'EXPIRE_MAKER',
			hold: 1_000_000n,
		};
	}

	private owner(orderId: number): string {
		const { accountIds } = this.shape;
		return accountIds[orderId % accountIds.length] ?? '';
	}
}
