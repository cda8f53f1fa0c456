/**
 * A market that trades at random, from a seed: orders of every kind, cancellations, replacements and
 * lists of two, over many days of a clock that is moved. The same seed gives the same market.
 */
import { listOf } from '../../support/lane';
import type { Submission } from '../../../../exchange/trading/intake/submission';
import type { OrderTerms } from '../../../../exchange/trading/intake/order-terms';
import { Refusal } from '../../../../server/refusal';
import type { TestLane } from '../../support/lane';
import { randomOf } from '../../support/random';

export const dayMs = 86_400_000;

export class RandomMarket {
	private readonly below: (limit: number) => number;
	private last = 0;
	private named = 0;

	constructor(
		private readonly lane: TestLane,
		seed: number,
	) {
		this.below = randomOf(seed);
	}

	async fund(): Promise<void> {
		for (const account of [this.lane.anna, this.lane.ben]) {
			await this.lane.fund(account, 'EUR', '3000');
			await this.lane.fund(account, 'CREDIT', '3000');
		}
	}

	/** So many submissions in groups, a few of them each moment, drained with a snapshot now and then. */
	async trade(count: number): Promise<void> {
		const { lane } = this;
		for (let sent = 0; sent < count;) {
			const group = 1 + this.below(12);
			lane.clock.time += 1 + this.below(dayMs / 24);
			const outcomes = await Promise.allSettled(
				Array.from({ length: group }, () => lane.intake.submit(lane.market, this.next())),
			);
			for (const outcome of outcomes) {
				if (outcome.status === 'fulfilled') this.last = outcome.value.sequence;
				else if (!(outcome.reason instanceof Refusal)) throw outcome.reason;
			}
			sent += group;
			if (this.below(3) > 0) await lane.drain();
			if (this.below(6) === 0) await lane.lane.takeSnapshot('CREDIT-EUR');
		}
		await lane.drain();
		lane.clock.time += dayMs;
	}

	/** From 0 to below the limit, of the same seed. */
	draw(limit: number): number {
		return this.below(limit);
	}

	private next(): Submission {
		const accountId = this.below(2) === 0 ? this.lane.anna : this.lane.ben;
		const orderId = Math.max(1, this.last - this.below(40));
		switch (this.below(12)) {
			case 0:
				return { kind: 'CANCEL', accountId, orderId };
			case 1:
				return { kind: 'REDUCE', accountId, orderId, newQuantityLots: 1 + this.below(10) };
			case 2:
				return { kind: 'EXPIRE', time: this.lane.clock.time };
			case 3:
				return this.order(accountId, orderId);
			case 4:
				return this.pair(accountId);
			default:
				return this.order(accountId, undefined);
		}
	}

	private order(accountId: string, origOrderId: number | undefined): Submission {
		this.named += 1;
		const clientOrderId = this.below(2) === 0 ? `own-${this.named}` : undefined;
		return { kind: 'ORDER', accountId, clientOrderId, terms: this.terms(), origOrderId };
	}

	private pair(accountId: string): Submission {
		const quantityLots = 1 + this.below(20);
		const shared = { side: 'SELL', quantityLots } as const;
		const stopPriceTicks = 85 + this.below(8);
		this.named += 1;
		return listOf(accountId, {
			listClientOrderId: this.below(2) === 0 ? `list-${this.named}` : undefined,
			limit: { ...shared, type: 'LIMIT', priceTicks: 105 + this.below(8) },
			stop: { ...shared, type: 'STOP_LOSS', stopPriceTicks },
		});
	}

	private terms(): OrderTerms {
		const side = this.below(2) === 0 ? ('BUY' as const) : ('SELL' as const);
		const priceTicks = 90 + this.below(20);
		const quantityLots = 1 + this.below(20);
		const selfTradePreventionMode = this.below(3) === 0 ? 'NONE' : 'EXPIRE_MAKER';
		const shared = { side, selfTradePreventionMode } as const;
		switch (this.below(6)) {
			case 0:
				return { ...shared, type: 'MARKET', quantityLots };
			case 1:
				return {
					...shared,
					type: this.below(2) === 0 ? 'STOP_LOSS' : 'TAKE_PROFIT',
					stopPriceTicks: 90 + this.below(20),
					quantityLots,
				};
			case 2: {
				const expireTime = this.lane.clock.time + 1 + this.below(dayMs);
				const limited = { timeInForce: 'GTD', expireTime } as const;
				return { ...shared, type: 'LIMIT', priceTicks, quantityLots, ...limited };
			}
			default:
				return { ...shared, type: 'LIMIT', priceTicks, quantityLots };
		}
	}
}
