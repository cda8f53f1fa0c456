import { helpText, readOptions, type StartOptions } from '../../start/start-options';

const rows: readonly (readonly [readonly string[], StartOptions])[] = [
	[[], { kind: 'start', withN8n: true, withExchange: true, opensBrowser: true }],
	[['--without-n8n'], { kind: 'start', withN8n: false, withExchange: true, opensBrowser: true }],
	[
		['--without-exchange'],
		{ kind: 'start', withN8n: true, withExchange: false, opensBrowser: true },
	],
	[['--no-open'], { kind: 'start', withN8n: true, withExchange: true, opensBrowser: false }],
	[['--help'], { kind: 'help' }],
	[['--without-n8n', '-h'], { kind: 'help' }],
	[['--without-n8m'], { kind: 'unknown', word: '--without-n8m' }],
	[['--help', 'now'], { kind: 'unknown', word: 'now' }],
];

describe('the words after npm start', () => {
	test.each(rows)('%j are read', (words, expected) => {
		expect(readOptions(words)).toEqual(expected);
	});

	test('are all explained by the help', () => {
		for (const word of [
			'--without-n8n',
			'--without-exchange',
			'--no-open',
			'--help',
			'SEALKEEPER_DATA',
			'SEALKEEPER_CACHE',
		]) {
			expect(helpText).toContain(word);
		}
	});
});
