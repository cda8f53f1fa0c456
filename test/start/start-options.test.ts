import { helpText, readOptions, type StartOptions } from '../../start/start-options';

const rows: readonly (readonly [readonly string[], StartOptions])[] = [
	[[], { wish: 'start', withN8n: true, withExchange: true }],
	[['--without-n8n'], { wish: 'start', withN8n: false, withExchange: true }],
	[['--without-exchange'], { wish: 'start', withN8n: true, withExchange: false }],
	[['--help'], { wish: 'help' }],
	[['--without-n8n', '-h'], { wish: 'help' }],
	[['--without-n8m'], { wish: 'unknown', word: '--without-n8m' }],
	[['--help', 'now'], { wish: 'unknown', word: 'now' }],
];

describe('the words after npm start', () => {
	test.each(rows)('%j are read', (words, expected) => {
		expect(readOptions(words)).toEqual(expected);
	});

	test('are all explained by the help', () => {
		for (const word of [
			'--without-n8n',
			'--without-exchange',
			'--help',
			'SEALKEEPER_DATA',
			'SEALKEEPER_CACHE',
		]) {
			expect(helpText).toContain(word);
		}
	});
});
