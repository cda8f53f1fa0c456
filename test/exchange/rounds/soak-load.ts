/**
 * Ten traders who trade what they have again and again, so that it could go on for ever: first as
 * fast as they are answered, then at a rate, each request when it is due, whether or not those before
 * are answered. What a request took counts from when it was due.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { exchangeClient, type ExchangeClient } from '../../../clients/exchange/client';
import { ExchangeRefusal } from '../../../clients/exchange/faults';
import { demoMarket } from '../../../exchange/demo/demo';
import { until } from '../../support/clients/requests';
import { randomOf } from '../support/random';
import type { Trader } from '../support/exchange';
import { startUnits } from './stage';

const { symbol } = demoMarket;

/** What may be answered to a program that does not look before it asks. */
const refusals: readonly string[] = [
	'Exchange_InsufficientBalance',
	'Exchange_OrderNotOpen',
	'Exchange_OrderRefused',
	'Exchange_DepositsTooMany',
];

interface SoakTrader {
	readonly client: ExchangeClient;
	lastOrderId: string | undefined;
}

/** What was done since it was last asked for. */
export interface Done {
	readonly orders: number;
	/** Of requests that placed one order. */
	readonly tookMs: readonly number[];
}

export class SoakLoad {
	private readonly traders: readonly SoakTrader[];
	private readonly random: (below: number) => number;
	private done: { orders: number; readonly tookMs: number[] } = { orders: 0, tookMs: [] };
	private stopped = false;
	private running = Promise.resolve();

	constructor(urls: readonly string[], traders: readonly Pick<Trader, 'key'>[], seed: number) {
		this.random = randomOf(seed);
		this.traders = traders.map(({ key }, at) => {
			const client = exchangeClient({ url: urls[at % urls.length] ?? '', key });
			return { client, lastOrderId: undefined };
		});
	}

	/** Half of what they have at the tracker, to stay at the exchange. */
	async fund(): Promise<void> {
		await Promise.all(
			this.traders.map(async ({ client }) => {
				await client.setPayouts({ payouts: 'ON_DEMAND' });
				await client.deposit({ asset: 'CREDIT', amount: String(startUnits.CREDIT / 2) });
				await client.deposit({ asset: 'EUR', amount: String(startUnits.EUR / 200) });
				await until(async () => {
					const { balances } = await client.account();
					return balances.length === 2 || undefined;
				});
			}),
		);
	}

	/** So many requests under way at any time; answers how many were answered in a second. */
	async saturate(clients: number, seconds: number): Promise<number> {
		const startedAt = performance.now();
		let count = 0;
		const run = async () => {
			while (performance.now() - startedAt < seconds * 1_000) {
				await this.act(performance.now());
				count += 1;
			}
		};
		await Promise.all(Array.from({ length: clients }, run));
		return count / ((performance.now() - startedAt) / 1_000);
	}

	/** With so many requests under way at most; one that is late for that counts as late. */
	start(ratePerSecond: number, underWayMax: number): void {
		this.running = this.run(1_000 / ratePerSecond, underWayMax);
		// Whoever takes a reading, or stops it, is told.
		this.running.catch(() => undefined);
	}

	/** Resolves after so long, unless a request has failed. */
	async forMs(ms: number): Promise<void> {
		const ended = this.running.then(() => Promise.reject(new Error('the load has ended')));
		await Promise.race([delay(ms), ended]);
	}

	take(): Done {
		const { done } = this;
		this.done = { orders: 0, tookMs: [] };
		return done;
	}

	async stop(): Promise<void> {
		this.stopped = true;
		await this.running;
	}

	private async run(everyMs: number, underWayMax: number): Promise<void> {
		const underWay = new Set<Promise<void>>();
		let fault: unknown;
		const startedAt = performance.now();
		for (let index = 0; !this.stopped && fault === undefined; index += 1) {
			const dueAt = startedAt + index * everyMs;
			while (performance.now() < dueAt) await delay(1);
			// As many connections as before, whatever has piled up: they count as descriptors.
			while (underWay.size >= underWayMax) await Promise.race(underWay);
			const answered = this.act(dueAt).catch((cause: unknown) => {
				fault = cause;
			});
			underWay.add(answered);
			void answered.then(() => underWay.delete(answered));
		}
		await Promise.all(underWay);
		if (fault !== undefined) throw new Error('a request has failed', { cause: fault });
	}

	private async act(dueAt: number): Promise<void> {
		const trader = this.traders[this.random(this.traders.length)];
		if (trader === undefined) throw new Error('there are no traders');
		try {
			await this.ask(trader, dueAt);
		} catch (fault) {
			if (!(fault instanceof ExchangeRefusal && refusals.includes(fault.errorCode))) throw fault;
		}
	}

	private async ask(trader: SoakTrader, dueAt: number): Promise<unknown> {
		const { client } = trader;
		const draw = this.random(100);
		if (draw < 72) return this.place(trader, dueAt);
		if (draw < 80) return this.cancel(trader);
		if (draw < 84) return this.placeBatch(client);
		if (draw < 92) return client.account();
		if (draw < 96) return client.listOrders({ status: 'open', limit: 20 });
		if (draw < 97) return client.deposit({ asset: 'CREDIT', amount: '1' });
		if (draw < 98) return client.payout({ asset: 'CREDIT', amount: '1' });
		return client.cancelAllOrders({ symbol });
	}

	private order() {
		const side = this.random(2) === 0 ? 'BUY' : 'SELL';
		const price = `10.${this.random(5)}`;
		const quantity = String(1 + this.random(3));
		return { symbol, side, type: 'LIMIT', price, quantity } as const;
	}

	private async place(trader: SoakTrader, dueAt: number): Promise<void> {
		try {
			const placed = await trader.client.placeOrder(this.order());
			if ('orderId' in placed) trader.lastOrderId = placed.orderId;
			this.done.orders += 1;
		} finally {
			this.done.tookMs.push(performance.now() - dueAt);
		}
	}

	private async placeBatch(client: ExchangeClient): Promise<void> {
		const orders = Array.from({ length: 5 }, () => this.order());
		const results = await client.placeOrders({ orders });
		this.done.orders += results.filter(({ order }) => order !== undefined).length;
	}

	private async cancel({ client, lastOrderId: orderId }: SoakTrader): Promise<void> {
		if (orderId !== undefined) await client.cancelOrder({ orderId });
	}
}
