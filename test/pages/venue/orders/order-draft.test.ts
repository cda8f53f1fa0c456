import type { Model } from '../../../../api/types';
import { decimalText, unitsOf } from '../../../../pages/parts/decimal';
import { drawCandles } from '../../../../pages/venue/market/candle-drawing';
import { textIn } from '../../../../pages/parts/language/text-table';
import { texts } from '../../../../pages/venue/texts/texts';
import {
	amountFault,
	emptyDraft,
	fundTerms,
	readDraft,
	previewTerms,
	takesFund,
	type Draft,
	type Unfit,
} from '../../../../pages/venue/orders/order-draft';

const market = {
	...{ symbol: 'CREDIT-EUR', baseAsset: 'CREDIT', quoteAsset: 'EUR' },
	...{ minQty: '1', maxQty: '1000000', maxPrice: '100000' },
	...{ tickSize: '0.05', stepSize: '0.5', baseAssetPrecision: 1, quoteAssetPrecision: 4 },
} as Model<'Market'>;

const read = (draft: Partial<Draft>) => readDraft({ ...emptyDraft, ...draft }, market);

/** In English, as a reader sees it. */
function told(unfit: Unfit | undefined): string {
	const { says, values = {} } = unfit ?? { says: 'none' as const };
	return textIn(texts, { language: 'English', name: says }, { values, locale: 'en-GB' });
}

describe('an amount', () => {
	test.each([
		['12,5', /point/],
		['1e3', /Digits/],
		['-1', /Digits/],
		[' 1 2', /Digits/],
		['.5', /Digits/],
		['NaN', /Digits/],
		['0', /More than 0/],
		['0.000', /More than 0/],
		['12.51', /steps of 0\.05: 12\.5 or 12\.55/],
		['0.01', /steps of 0\.05: 0\.05\./],
		['9'.repeat(41), /40/],
	])('%s does not fit', (text, fault) => {
		expect(told(amountFault(text, '0.05'))).toMatch(fault);
	});

	test.each(['12.5', '12.50', '0.05', '123456789012345678901234567890.05'])('%s fits', (text) => {
		expect(amountFault(text, '0.05')).toBeUndefined();
	});

	test('is the same after it was units', () => {
		for (const text of ['0', '0.0001', '12.5', '99999999999999999999.1234']) {
			expect(decimalText(unitsOf(text, 4), 4)).toBe(text);
		}
	});
});

describe('an order as it is typed', () => {
	test('is sent with what its type takes and with nothing of another', () => {
		const typed = { price: '12.5 ', quantity: '4', stopPrice: '12', quoteOrderQty: '3' };
		expect(read({ ...typed, type: 'LIMIT' }).terms).toEqual({
			...{ side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '12.5', quantity: '4' },
		});
		expect(read({ ...typed, type: 'STOP_LOSS_LIMIT' }).terms).toMatchObject({ stopPrice: '12' });
	});

	test.each([
		[{ quantity: '1000000.5' }, 'quantity', 'This market takes 1000000 at most.'],
		[{ quantity: '0.5' }, 'quantity', 'This market takes 1 or more.'],
		[{ price: '100000.05' }, 'price', 'This market takes 100000 at most.'],
	] as const)('%j is beyond what the market takes, and is told so', (typed, field, sentence) => {
		const { faults, terms } = read({ price: '12.5', quantity: '4', ...typed });
		expect(Object.keys(faults)).toEqual([field]);
		expect([told(faults[field]), terms]).toEqual([sentence, undefined]);
		const most = read({ price: '100000.00', quantity: '1000000' });
		expect(most).toMatchObject({ faults: {}, terms: { quantity: '1000000' } });
	});

	test('at the market is for a quantity or for a value, never for both', () => {
		expect(read({ type: 'MARKET', quantity: '4' }).terms).toMatchObject({ quantity: '4' });
		expect(read({ type: 'MARKET', quoteOrderQty: '0.0001' }).terms).toMatchObject({
			quoteOrderQty: '0.0001',
		});
		expect(read({ type: 'MARKET', quantity: '4', quoteOrderQty: '5' }).terms).toBeUndefined();
	});

	test('with a stop says when it sets off', () => {
		const stop: Partial<Draft> = { type: 'STOP_LOSS', quantity: '4' };
		expect(read(stop).terms).toBeUndefined();
		expect(read({ ...stop, trailingDelta: '9' }).faults).toHaveProperty('trailingDelta');
		expect(read({ ...stop, trailingDelta: '50' }).terms).toMatchObject({ trailingDelta: 50 });
	});

	test('that takes profit needs its stop price, and follows nothing', () => {
		const profit: Partial<Draft> = { type: 'TAKE_PROFIT', quantity: '4', trailingDelta: '50' };
		expect(read(profit).terms).toBeUndefined();
		const { terms } = read({ ...profit, stopPrice: '14' });
		expect(terms).toMatchObject({ type: 'TAKE_PROFIT', stopPrice: '14' });
		expect(terms).not.toHaveProperty('trailingDelta');
	});

	test('that is one of two is tried as the limit order that it rests as', () => {
		const stop = { stopPrice: '14', stopLimitPrice: '15', trailingDelta: '50' };
		const draft = { ...emptyDraft, ...stop, type: 'OCO', price: '12.5', quantity: '4' } as const;
		expect(previewTerms(draft, readDraft(draft, market).terms)).toEqual({
			...{ side: 'BUY', type: 'LIMIT', postOnly: true, price: '12.5', quantity: '4' },
		});
	});

	test.each<readonly [Partial<Draft>, boolean]>([
		[{ type: 'LIMIT', price: '12.5', quantity: '4' }, true],
		[{ type: 'STOP_LOSS_LIMIT', price: '12.5', quantity: '4', stopPrice: '12' }, true],
		[{ type: 'MARKET', quoteOrderQty: '50' }, true],
		[{ type: 'MARKET', quantity: '4' }, false],
		[{ type: 'MARKET', side: 'SELL', quantity: '4' }, true],
		[{ type: 'MARKET', side: 'SELL', quoteOrderQty: '50' }, false],
		[{ type: 'STOP_LOSS', stopPrice: '12', quantity: '4' }, false],
		[{ type: 'STOP_LOSS', side: 'SELL', stopPrice: '12', quantity: '4' }, true],
		[{ type: 'OCO', price: '12.5', quantity: '4', stopPrice: '14' }, false],
	])('%j is funded by a pull: %s', (typed, isFunded) => {
		const draft = { ...emptyDraft, ...typed, fund: true };
		expect(takesFund(draft)).toBe(isFunded);
		expect(fundTerms(draft)).toEqual(isFunded ? { fund: true } : {});
		const tested = previewTerms(draft, readDraft(draft, market).terms);
		expect(tested?.fund).toBe(isFunded ? true : undefined);
	});

	test('is funded only where the trader wants it, by their own key where they name one', () => {
		const draft = { ...emptyDraft, trackerKey: 'theirs' };
		for (const fund of [undefined, false]) expect(fundTerms({ ...draft, fund })).toEqual({});
		const byKey = { fund: true, 'x-tracker-key': 'theirs' };
		expect(fundTerms({ ...draft, fund: true })).toEqual(byKey);
	});

	test('that ends at a time is not sent without one', () => {
		const limit: Partial<Draft> = { price: '12.5', quantity: '4', timeInForce: 'GTD' };
		expect(read(limit).terms).toBeUndefined();
		const expireTime = '2026-12-24T18:00';
		expect(read({ ...limit, expireTime }).terms).toMatchObject({
			expireTime: new Date(expireTime).getTime(),
		});
	});
});

describe('candles', () => {
	const candle = { open: 10, high: 14, low: 9, close: 12, volume: 5 };
	const size = { width: 364, height: 200, spanMs: 60_000 };

	test('stand where their time is, so that a span without a trade stays empty', () => {
		const drawing = drawCandles(
			[
				{ ...candle, openTime: 0 },
				{ ...candle, openTime: 180_000, close: 9.5 },
			],
			size,
		);
		const xOf = (path: string | undefined) => Number(/^M([\d.]+)/.exec(path ?? '')?.[1]);
		expect(xOf(drawing?.falling.wicks) - xOf(drawing?.rising.wicks)).toBe(27);
	});

	test('of no time and in no room are none', () => {
		expect(drawCandles([], size)).toBeUndefined();
		expect(drawCandles([{ ...candle, openTime: 0 }], { ...size, width: 10 })).toBeUndefined();
	});

	test('that never moved are drawn, too', () => {
		const flat = { openTime: 0, open: 3, high: 3, low: 3, close: 3, volume: 0 };
		const drawing = drawCandles([flat], size);
		expect(drawing?.rising.bodies).not.toMatch(/NaN|Infinity/);
		expect(drawing?.prices.length).toBeGreaterThan(0);
	});
});
