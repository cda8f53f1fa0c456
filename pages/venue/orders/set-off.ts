/**
 * Which of the own stop orders were set off, and stand in the book like any other since: an order does not
 * say it, the reports of what happened to it do. They are read once each, as long as the market is shown.
 */
import type { Model } from '../../../api/types';
import type { Session } from '../live/exchange';

type Order = Model<'Order'>;

const reportsAtOnce = 1_000;
/** Of more than that it is told with the next change. */
const readingsMax = 10;

export class SetOffOrders {
	private readonly known = new Set<string>();
	/** Reports from then on were read, up to the one to go on with. */
	private since = Infinity;
	private fromId: string | undefined;

	constructor(private readonly symbol: string) {}

	/** The ids of those that were set off, among open orders. */
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
				...{ symbol: this.symbol, limit: reportsAtOnce },
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
