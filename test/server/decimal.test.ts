import fc from 'fast-check';
import { formatDecimal, isDecimal, parseDecimal } from '../../server/decimal';

test.each([
	['0', 2, 0n],
	['1', 2, 100n],
	['1.5', 2, 150n],
	['1.50', 2, 150n],
	['1.500', 2, 150n],
	['001.5', 2, 150n],
	['123456789012345678901234567890', 0, 123_456_789_012_345_678_901_234_567_890n],
	['0.000000000000000001', 18, 1n],
])('%s with %i decimals is %s', (text, decimals, units) => {
	expect(parseDecimal(text, decimals)).toBe(units);
});

test.each([
	'',
	' ',
	'.',
	'.5',
	'5.',
	'-1',
	'+1',
	'1e3',
	'0x1',
	'NaN',
	'Infinity',
	'1,5',
	'1_000',
	'1.2.3',
	'١',
	'1'.repeat(41),
	' 1',
	'1\n',
])('%j is no decimal', (text) => {
	expect(isDecimal(text)).toBe(false);
	expect(parseDecimal(text, 18)).toBeNull();
});

test('a finer decimal than allowed is refused, however small the difference', () => {
	expect(parseDecimal('1.001', 2)).toBeNull();
	expect(parseDecimal('1.0010', 3)).toBe(1001n);
});

test('every amount is read as it was written', () => {
	const amounts = fc.bigInt({ min: 0n, max: 10n ** 20n });
	fc.assert(
		fc.property(amounts, fc.integer({ min: 0, max: 18 }), (units, decimals) => {
			const text = formatDecimal(units, decimals);
			expect(parseDecimal(text, decimals)).toBe(units);
			expect(text).not.toMatch(/\.$|\..*0$/);
		}),
	);
});
