import fc from 'fast-check';
import { quoteAmount } from '../../../../exchange/engine/market';
import {
	COLLAR_PERCENT,
	protectedLots,
	protectedQuote,
	type ExpectedPrices,
} from '../../../../exchange/trading/intake/price-protection';
import { createMarket } from '../../../../exchange/trading/markets/market';
import { demoMarket } from '../../support/lane';

/** A tick of 0.01 and a lot of 1 cost 1 unit with two decimals. */
const market = createMarket(demoMarket, { base: 0, quote: 2 }).engine;

const prices = (text: string): ExpectedPrices => {
	const [levels = '', rest = ''] = text.split('|');
	const level = (word: string) => {
		const [lots, ticks] = word.split('@');
		return { priceTicks: Number(ticks), quantityLots: Number(lots) };
	};
	return { levels: levels.split(' ').filter(Boolean).map(level), restTicks: Number(rest) };
};

test.each([
	['one level that covers it', 5, '9@100|100', 525n],
	['exactly the level', 9, '9@100|100', 945n],
	['a lot of the next level', 10, '9@100 1@200|200', 1_155n],
	['the rest at the worst price', 12, '9@100 1@200|200', 1_575n],
	['nothing shown', 3, '|100', 315n],
	['a part of a unit rounded up', 1, '|1', 2n],
	['a sum that needs no rounding', 20, '|1', 21n],
	['a sum rounded once, not by level', 20, '10@1 10@1|1', 21n],
	['a unit beyond', 21, '|1', 23n],
])('a buy may cost what is expected and the collar: %s', (_what, lots, text, most) => {
	expect(protectedQuote(market, lots, prices(text))).toBe(most);
});

test.each([
	['one level that covers it', 95n, '9@100|100', 1n],
	['a unit more', 96n, '9@100|100', 2n],
	['exactly the level', 855n, '9@100 9@50|50', 9n],
	['a lot of the next level', 856n, '9@100 9@40|40', 10n],
	['exactly a lot of the next level', 893n, '9@100 9@40|40', 10n],
	['two lots of the next level', 894n, '9@100 9@40|40', 11n],
	['the rest at the worst price', 1_000n, '9@100 1@40|40', 13n],
	['nothing shown', 190n, '|100', 2n],
	['nothing shown and a unit more', 191n, '|100', 3n],
])('a sale may need what is expected at the collar below: %s', (_what, quote, text, most) => {
	expect(protectedLots(market, quote, prices(text))).toBe(most);
});

const anyPrices = fc.record({
	levels: fc.array(
		fc.record({
			priceTicks: fc.integer({ min: 1, max: market.maxPriceTicks }),
			quantityLots: fc.integer({ min: 1, max: 1_000 }),
		}),
		{ maxLength: 8 },
	),
	restTicks: fc.integer({ min: 1, max: market.maxPriceTicks }),
});

test('the bound of a buy is the least whole unit that is not below the collar', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 5_000 }), anyPrices, (lots, expected) => {
			let cost = 0n;
			for (let lot = 0, levels = [...expected.levels]; lot < lots;) {
				const level = levels.shift() ?? { priceTicks: expected.restTicks, quantityLots: lots };
				const taken = Math.min(level.quantityLots, lots - lot);
				cost += quoteAmount(market, level.priceTicks, taken);
				lot += taken;
			}
			const bound = protectedQuote(market, lots, expected);
			expect(bound * 100n).toBeGreaterThanOrEqual(cost * (100n + COLLAR_PERCENT));
			expect((bound - 1n) * 100n).toBeLessThan(cost * (100n + COLLAR_PERCENT));
		}),
	);
});

test('the bound of a sale brings the amount at the collar, and one lot less does not', () => {
	const brings = (lots: number, { levels, restTicks }: ExpectedPrices) => {
		let left = lots;
		let sum = 0n;
		for (const { priceTicks, quantityLots } of [
			...levels,
			{ priceTicks: restTicks, quantityLots: lots },
		]) {
			const sold = Math.min(left, quantityLots);
			sum += quoteAmount(market, priceTicks, sold) * (100n - COLLAR_PERCENT);
			left -= sold;
		}
		return sum;
	};
	fc.assert(
		fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), anyPrices, (quote, expected) => {
			const lots = Number(protectedLots(market, quote, expected));
			expect(brings(lots, expected)).toBeGreaterThanOrEqual(quote * 100n);
			expect(brings(lots - 1, expected)).toBeLessThan(quote * 100n);
		}),
	);
});
