/**
 * Finds which of the trader's stop orders were triggered. The order itself does not say it, so
 * their reports are read, each once, while the market is shown.
 */
import type { Model } from '../../../api/types';
import type { Session } from '../live/exchange';

type Order = Model<'Order'>;

const reportsAtOnce = 1_000;
/** The rest is read with the next change. */
const readingsMax = 10;

export class TriggeredOrders {
	private readonly known = new Set<string>();
	/** Reports since this time were read, up to `fromId`. */
	private since = Infinity;
	private fromId: string | undefined;

	constructor(private readonly symbol: string) {}

	/** The ids of triggered orders. */
	async among(trader: Session['trader'], orders: readonly Order[]): Promise<ReadonlySet<string>> {
		const stops = orders.filter(({ stopPrice }) => stopPrice !== undefined);
		for (const { orderId, executedQty } of stops) {
			if (Number(executedQty) > 0) this.known.add(orderId);
		}
		const waiting = stops.filter(({ orderId }) => !this.known.has(orderId));
		if (waiting.length > 0) await this.read(trader, waiting);
		return this.known;
	}

	private async read(trader: Session['trader'], waiting: readonly Order[]): Promise<void> {
		const oldest = Math.min(...waiting.map(({ createdAt }) => Number(createdAt)));
		if (oldest < this.since) [this.since, this.fromId] = [oldest, undefined];
		for (let readings = 0; readings < readingsMax; readings += 1) {
			const { records, hasNext } = await trader.list('listReports', {
				symbol: this.symbol,
				limit: reportsAtOnce,
				...(this.fromId === undefined ? { startTime: this.since } : { fromId: this.fromId }),
			});
			for (const { execType, orderId } of records) {
				if (execType === 'TRIGGERED') this.known.add(orderId);
			}
			this.fromId = records.at(-1)?.reportId ?? this.fromId;
			if (!hasNext) return;
		}
	}
}
