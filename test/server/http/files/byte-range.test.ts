/** Which bytes a Range header asks for, of a file of 100 bytes. */
import { Refusal } from '../../../../server/refusal';
import { byteRange } from '../../../../server/http/files/byte-range';

const table: [string | undefined, [number, number] | 'whole' | 416][] = [
	[undefined, 'whole'],
	['', 'whole'],
	['bytes=0-0', [0, 0]],
	['bytes=0-99', [0, 99]],
	['bytes=99-99', [99, 99]],
	['bytes=10-', [10, 99]],
	['bytes=-1', [99, 99]],
	['bytes=-100', [0, 99]],
	['bytes=-1000', [0, 99]],
	['bytes=5-1000', [5, 99]],
	[' bytes=5-6 ', [5, 6]],
	['BYTES=5-6', [5, 6]],
	['bytes=100-', 416],
	['bytes=100-200', 416],
	['bytes=-0', 416],
	['bytes=99999999999999999999-', 416],
	['bytes=6-5', 'whole'],
	['bytes=-', 'whole'],
	['bytes=0-1,5-6', 'whole'],
	['bytes=a-b', 'whole'],
	['bytes=1.5-2', 'whole'],
	['lines=0-1', 'whole'],
	['bytes 0-1', 'whole'],
];

function outcome(header: string | undefined): [number, number] | 'whole' | number {
	try {
		const range = byteRange(header, 100);
		return range === undefined ? 'whole' : [range.first, range.last];
	} catch (error) {
		if (error instanceof Refusal) return error.status;
		throw error;
	}
}

test.each(table)('%s asks for %s', (header, expected) => {
	expect(outcome(header)).toEqual(expected);
});

test('the refusal tells the range and the size', () => {
	expect(() => byteRange('bytes=100-', 100)).toThrow(
		"The range 'bytes=100-' lies outside the file of 100 bytes.",
	);
});
