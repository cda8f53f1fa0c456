/** Headers and footers are compared where they are shown: on first and even pages only if there are such. */
import { strToU8 } from 'fflate';
import { differsFrom } from './case-files';
import { paragraph, wordFile, wordNamespace } from './word-files';

const part = (root: string, content: string) =>
	strToU8(`<w:${root} xmlns:w="${wordNamespace}">${content}</w:${root}>`);

const section = (content: string) => `<w:p><w:pPr><w:sectPr>${content}</w:sectPr></w:pPr></w:p>`;

function word(kind: 'header' | 'footer', body: string, settings = ''): Uint8Array {
	return wordFile({
		body: `${paragraph('Terms')}${body}`,
		links: {
			h9: { type: kind, target: 'own.xml' },
			s9: { type: 'settings', target: 'settings.xml' },
		},
		others: {
			'word/own.xml': part(kind === 'header' ? 'hdr' : 'ftr', paragraph('Secret')),
			'word/settings.xml': part('settings', settings),
		},
	});
}

const of = (kind: string, type: string) => `<w:${kind}Reference w:type="${type}" r:id="h9"/>`;
const even = '<w:evenAndOddHeaders/>';

describe.each(['header', 'footer'] as const)('a %s', (kind) => {
	const first = of(kind, 'first');

	test.each([
		['for all pages', word(kind, section(of(kind, 'default')))],
		['for the first page', word(kind, section(`${first}<w:titlePg/>`))],
		['for even pages', word(kind, section(of(kind, 'even')), even)],
		['of the section before', word(kind, section(first) + section('<w:titlePg w:val="true"/>'))],
	])('%s is shown', async (_, shown) => {
		expect(await differsFrom({ kept: shown, sent: word(kind, section('')) })).toBe('Lowest');
	});

	test.each([
		['first page without one', section(first)],
		['first page that is switched off', section(`${first}<w:titlePg w:val="0"/>`)],
		['even pages that are as the odd ones', section(of(kind, 'even'))],
	])('for a %s is not shown', async (_, body) => {
		const files = { kept: word(kind, body), sent: word(kind, section('')) };
		expect(await differsFrom(files)).toBeUndefined();
	});
});
