/** What is inside a list or present is answered; what is not throws and says so. */
import { at, present } from '../../server/at';

test.each([
	['the first element of an array', ['a', 'b'], 0, 'a'],
	['the last element of an array', ['a', 'b'], 1, 'b'],
	['a number of a typed array', Int32Array.of(0, 7), 0, 0],
	['a byte of a buffer', Buffer.from([255]), 0, 255],
	['a character of a string', 'xyz', 2, 'z'],
] as const)('%s is answered', (_, list, index, item) => {
	expect(at<unknown>(list, index)).toBe(item);
});

test('an element that is null, false or empty is an element', () => {
	expect([at([null], 0), at([false], 0), at([''], 0), at([0n], 0)]).toEqual([null, false, '', 0n]);
});

test.each([
	['behind the end', ['a', 'b'], 2, 'there is no element 2 in a list of 2'],
	['before the beginning', Int32Array.of(1), -1, 'there is no element -1 in a list of 1'],
	['that is no whole number', 'ab', 0.5, 'there is no element 0.5 in a list of 2'],
	['that is undefined', ['a', undefined], 1, 'there is no element 1 in a list of 2'],
] as const)(
	'an element %s throws a RangeError with index and length',
	(_, list, index, message) => {
		expect(() => at<unknown>(list, index)).toThrow(new RangeError(message));
		expect(() => at<unknown>(list, index)).toThrow(RangeError);
	},
);

test('a value that is present is answered, even if it is empty', () => {
	expect([present(0, 'size'), present('', 'name'), present(false, 'flag')]).toEqual([0, '', false]);
});

test.each([undefined, null])('%s in place of a value throws and says what is missing', (value) => {
	expect(() => present(value, 'the hash of a leaf')).toThrow('the hash of a leaf is missing');
});
