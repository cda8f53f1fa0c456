import fc from 'fast-check';
import {
	chargeCommission,
	checkMarket,
	commissionMax,
	lotsWithin,
	quoteAmount,
	type Market,
} from '../../../exchange/engine/market';
import { TEST_MARKET } from './script';

const MAX = Number.MAX_SAFE_INTEGER;
const whole = fc.maxSafeNat().map((value) => Math.max(1, value));
/** Mostly near the border where numbers stop being exact. */
const anyWhole = fc.oneof(whole, fc.integer({ min: 1, max: 2 ** 27 }), fc.constantFrom(1, MAX));

test('a quote amount is price by quantity by unit, exactly, at any size', () => {
	fc.assert(
		fc.property(anyWhole, anyWhole, anyWhole, (priceTicks, lots, quotePerTickLot) => {
			const market = { ...TEST_MARKET, quotePerTickLot };
			const exact = BigInt(priceTicks) * BigInt(lots) * BigInt(quotePerTickLot);
			expect(quoteAmount(market, priceTicks, lots)).toBe(exact);
		}),
	);
});

test('the lots within an amount cost no more than it, and one lot more would', () => {
	const amounts = fc.oneof(
		fc.bigInt({ min: 0n, max: 2n ** 160n }),
		fc.bigInt({ min: 0n, max: 99n }),
	);
	fc.assert(
		fc.property(amounts, anyWhole, anyWhole, anyWhole, (quote, priceTicks, lotsMax, unit) => {
			const market = { ...TEST_MARKET, quotePerTickLot: unit };
			const lots = lotsWithin(market, quote, { priceTicks, lotsMax });
			const unitPrice = BigInt(priceTicks) * BigInt(unit);
			expect(BigInt(lots) * unitPrice <= quote).toBe(true);
			expect(lots === lotsMax || BigInt(lots + 1) * unitPrice > quote).toBe(true);
		}),
	);
});

test.each([
	['nothing at no rate', [100n, 1n], 0, [0n, 0n]],
	['one unit for any part of a unit', [1n], 1, [1n]],
	['no more for the same unit', [1n, 1n, 1n], 3_333, [1n, 0n, 0n]],
	['the next unit when the first is used up', [1n, 1n, 1n, 1n], 3_334, [1n, 0n, 1n, 0n]],
	['exactly the rate when it divides', [10_000n, 20_000n], 25, [25n, 50n]],
	['the whole amount at 10,000 basis points', [7n, 3n], 10_000, [7n, 3n]],
] as const)('a commission is %s', (_name, amounts, bps, fees) => {
	const payer = { feeCredit: 0 };
	expect(amounts.map((amount) => chargeCommission(payer, amount, bps))).toEqual(fees);
});

test('the fees of all fills are the exact fee rounded up once, whatever the sizes', () => {
	const edge = BigInt(Math.floor(MAX / 10_000));
	const amount = fc.oneof(
		fc.bigInt({ min: 1n, max: 20_000n }),
		fc.bigInt({ min: edge - 3n, max: edge + 3n }),
		fc.bigInt({ min: 1n, max: 2n ** 159n }),
	);
	const fill = fc.record({ amount, bps: fc.oneof(fc.nat(10_000), fc.constantFrom(1, 9_999)) });
	fc.assert(
		fc.property(fc.array(fill, { minLength: 1, maxLength: 20 }), (fills) => {
			const payer = { feeCredit: 0 };
			let exact = 0n;
			let paid = 0n;
			for (const { amount: quote, bps } of fills) {
				const fee = chargeCommission(payer, quote, bps);
				expect(fee >= 0n && fee <= quote).toBe(true);
				exact += quote * BigInt(bps);
				paid += fee;
				expect(paid).toBe((exact + 9_999n) / 10_000n);
			}
		}),
		{ numRuns: 1_000 },
	);
});

test('no split of an order pays more than the most that is held for it', () => {
	const market = { ...TEST_MARKET, makerFeeBps: 13, takerFeeBps: 37 };
	const amounts = fc.array(fc.bigInt({ min: 1n, max: 5_000n }), { minLength: 1 });
	fc.assert(
		fc.property(amounts, fc.infiniteStream(fc.constantFrom(13, 37)), (parts, rates) => {
			const payer = { feeCredit: 0 };
			let paid = 0n;
			for (const part of parts) paid += chargeCommission(payer, part, rates.next().value);
			const total = parts.reduce((sum, part) => sum + part, 0n);
			expect(paid <= commissionMax(market, total)).toBe(true);
		}),
	);
});

test.each([
	[{ quotePerTickLot: 0 }, 'market quotePerTickLot must be whole, 1 to 9007199254740991, not 0'],
	[{ maxPriceTicks: 1.5 }, 'market maxPriceTicks must be whole'],
	[{ minQuantityLots: 11, maxQuantityLots: 10 }, 'market minQuantityLots must be whole, 1 to 10'],
	[{ maxQuantityLots: MAX + 1 }, 'market maxQuantityLots must be whole'],
	[{ makerFeeBps: -1 }, 'market makerFeeBps must be whole, 0 to 10000, not -1'],
	[{ takerFeeBps: 10_001 }, 'market takerFeeBps must be whole, 0 to 10000, not 10001'],
	[{ takerFeeBps: NaN }, 'market takerFeeBps must be whole'],
	[{ minNotional: -1n }, 'market minNotional must be a bigint of 0 or more'],
] as const)('a market with %p is refused by name', (wrong: Partial<Market>, message) => {
	expect(() => checkMarket({ ...TEST_MARKET, ...wrong })).toThrow(message);
});
