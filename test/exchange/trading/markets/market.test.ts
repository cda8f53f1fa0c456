import {
	AMOUNT_MAX,
	createMarket,
	formatPrice,
	formatQuantity,
	priceTicksOf,
	quantityLotsOf,
	type MarketDescription,
} from '../../../../exchange/trading/markets/market';
import { demoMarket } from '../../support/lane';

const make = (change: Partial<MarketDescription>, base = 0, quote = 4) =>
	createMarket({ ...demoMarket, ...change }, { base, quote });

test('decimals become ticks and lots, and decimals again', () => {
	const market = make(
		{ tickSize: '0.05', stepSize: '0.002', minQty: '0.002', maxQty: '100' },
		3,
		4,
	);
	expect(priceTicksOf(market, '1.15')).toBe(23);
	expect(formatPrice(market, 23)).toBe('1.15');
	expect(quantityLotsOf(market, '0.01')).toBe(5);
	expect(formatQuantity(market, 5)).toBe('0.01');
	expect(market.engine.quotePerTickLot).toBe(1);
	expect(priceTicksOf(market, '1.16')).toBeNull();
	expect(quantityLotsOf(market, '0.003')).toBeNull();
});

test.each<readonly [Partial<MarketDescription>, string]>([
	[{ symbol: '' }, 'symbol'],
	[{ symbol: '__proto__' }, 'symbol'],
	[{ symbol: 'credit-eur' }, 'symbol'],
	[{ tickSize: '0' }, 'tickSize'],
	[{ tickSize: '-0.01' }, 'tickSize'],
	[{ tickSize: '0.00001' }, 'tickSize'],
	[{ stepSize: '0' }, 'stepSize'],
	[{ stepSize: '0.5' }, 'stepSize'],
	[{ maxPrice: '0.015' }, 'maxPrice'],
	[{ maxPrice: '9007199254740993' }, 'maxPrice'],
	[{ minQty: '0' }, 'minQty'],
	[{ minQty: '2', maxQty: '1' }, 'minQty'],
	[{ maxQty: '4000000000000000001' }, 'maxQty'],
	[{ maxPrice: '1000000000', maxQty: '1000000000000' }, 'maxPrice'],
	[{ minNotional: 'some' }, 'minNotional'],
	[{ makerFeeBps: -1 }, 'makerFeeBps'],
	[{ takerFeeBps: 10_001 }, 'takerFeeBps'],
	[{ takerFeeBps: 0.5 }, 'takerFeeBps'],
])('a market with %j is refused by the name of the field', (change, field) => {
	expect(() => make(change)).toThrow(expect.objectContaining({ field }));
});

test('no order of a market can be worth more than an amount can hold', () => {
	const { engine } = make({ maxPrice: '1000000', maxQty: '100000000' });
	const largest =
		BigInt(engine.maxPriceTicks) * BigInt(engine.maxQuantityLots) * BigInt(engine.quotePerTickLot);
	expect(largest * 2n).toBeLessThanOrEqual(AMOUNT_MAX);
});
