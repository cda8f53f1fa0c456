/** CSV as RFC 4180 has it, and harmless in a spreadsheet. */
import { csvText } from '../../../pages/asset/csv';

test('fields with commas, quotes and line breaks are quoted, and lines end with CRLF', () => {
	expect(
		csvText(
			['a', 'b'],
			[
				['x,y', 'say "hi"'],
				['two\nlines', 'plain'],
			],
		),
	).toBe('a,b\r\n"x,y","say ""hi"""\r\n"two\nlines",plain\r\n');
});

test('numbers keep every digit', () => {
	expect(csvText(['n'], [[9_007_199_254_740_993n], [-5]])).toBe('n\r\n9007199254740993\r\n-5\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j stays a text', (formula) => {
	const [, line = ''] = csvText(['a'], [[formula]]).split('\r\n');
	expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
});
