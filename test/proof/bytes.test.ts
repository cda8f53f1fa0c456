import fc from 'fast-check';
import { fromBase64, fromHex, fromUtf8, toBase64, toHex, utf8 } from '../../proof/bytes';
import { parseDecimal } from '../../proof/decimal';

test('base64 and hex are those of Node, there and back', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
			expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
			expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
			expect(fromBase64(toBase64(bytes))).toEqual(Uint8Array.from(bytes));
			expect(fromHex(toHex(bytes))).toEqual(Uint8Array.from(bytes));
		}),
		{ numRuns: 30 },
	);
});

const noBase64 = [
	'QQ',
	'QQ=',
	'QR==',
	'QUE',
	'QUF=',
	'QQ==\n',
	' QQ==',
	'Q Q=',
	'QQ==QQ==',
	'QQ_-',
	'====',
];

test.each(noBase64)('%j is no base64, for its bytes have another one or none', (text) => {
	expect(fromBase64(text)).toBeUndefined();
});

test.each(['0', 'AB', 'zz', ' aa', '0x00'])('%j is no hex', (text) => {
	expect(fromHex(text)).toBeUndefined();
});

test('bytes that are no UTF-8 are no text, and a byte order mark is part of one', () => {
	expect(fromUtf8(Uint8Array.of(0xff))).toBeUndefined();
	expect(fromUtf8(Uint8Array.of(0xc3))).toBeUndefined();
	expect(fromUtf8(utf8('\ufeffü'))).toBe('\ufeffü');
});

test.each([
	['0', 0],
	['10', 10],
	['9007199254740991', Number.MAX_SAFE_INTEGER],
] as const)('the size %j is read as %s', (text, size) => {
	expect(parseDecimal(text)).toBe(size);
});

const noSizes = ['9007199254740992', '18446744073709551615', '00', '01', '-1', '+1', '1.0', '1e3'];

test.each([...noSizes, '', ' 1', '1\n', '١'])('%j is no size', (text) => {
	expect(parseDecimal(text)).toBeUndefined();
});
