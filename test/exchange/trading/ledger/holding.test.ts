import fc from 'fast-check';
import { chargeCommission, commissionMax, quoteAmount } from '../../../../exchange/engine/market';
import { neededHold, spendable } from '../../../../exchange/trading/ledger/holding';
import { createMarket } from '../../../../exchange/trading/markets/market';
import { demoMarket } from '../../support/lane';

const marketOf = (makerFeeBps: number, takerFeeBps: number) =>
	createMarket({ ...demoMarket, makerFeeBps, takerFeeBps }, { base: 0, quote: 4 }).engine;

test('sellers hold what they sell, buyers the dearest they can pay', () => {
	const market = marketOf(10, 20);
	const terms = { priceTicks: 125, leavesLots: 10, leavesQuote: 0n };
	expect(neededHold(market, 3n, { side: 'SELL', ...terms })).toBe(30n);
	expect(neededHold(market, 3n, { side: 'BUY', ...terms })).toBe(125_250n);
	const byQuote = { priceTicks: 0, leavesLots: 0, leavesQuote: 1n };
	expect(neededHold(market, 3n, { side: 'BUY', ...byQuote })).toBe(2n);
});

const bps = fc.integer({ min: 0, max: 10_000 });

test('what can be spent is the most that fits with its commission', () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), bps, bps, (available, maker, taker) => {
			const market = marketOf(maker, taker);
			const quote = spendable(market, available);
			expect(quote + commissionMax(market, quote)).toBeLessThanOrEqual(available);
			const more = quote + 1n;
			expect(more + commissionMax(market, more)).toBeGreaterThan(available);
		}),
	);
});

test('a hold covers every way an order can be filled, with what is released on the way', () => {
	const fills = fc.array(
		fc.record({
			lots: fc.integer({ min: 1, max: 50 }),
			ticks: fc.integer({ min: 1, max: 99 }),
			maker: fc.boolean(),
		}),
		{ minLength: 1, maxLength: 20 },
	);
	fc.assert(
		fc.property(fills, bps, bps, (parts, makerFeeBps, takerFeeBps) => {
			const market = marketOf(makerFeeBps, takerFeeBps);
			const priceTicks = 99;
			let leavesLots = parts.reduce((sum, { lots }) => sum + lots, 0);
			const needed = () =>
				neededHold(market, 1n, { side: 'BUY', priceTicks, leavesLots, leavesQuote: 0n });
			let held = needed();
			const payer = { feeCredit: 0 };
			for (const { lots, ticks, maker } of parts) {
				const quote = quoteAmount(market, ticks, lots);
				held -= quote + chargeCommission(payer, quote, maker ? makerFeeBps : takerFeeBps);
				leavesLots -= lots;
				expect(held).toBeGreaterThanOrEqual(0n);
				if (held > needed()) held = needed();
			}
			expect(held).toBeGreaterThanOrEqual(0n);
		}),
	);
});
