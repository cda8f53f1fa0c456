/**
 * Headers and footers are compared where they are shown: on first and even pages only if there are such. The
 * size of the pages is told, and is no difference.
 */
import { strToU8 } from 'fflate';
import { compared, differsFrom } from './case-files';
import { openFile } from './open-files';
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

describe('the size of the pages', () => {
	const pages = (...sizes: readonly (readonly [width: number, height: number])[]) =>
		wordFile({
			body: `${paragraph('Terms')}${sizes.map(([width, height]) => section(`<w:pgSz w:w="${width}" w:h="${height}"/>`)).join('')}`,
		});
	const openPages = (width: string, height: string) =>
		openFile({
			body: '<text:p>Terms</text:p>',
			pageLayout: `fo:page-width="${width}" fo:page-height="${height}"`,
		});

	const upright = [11_906, 16_838] as const;
	const across = [16_838, 11_906] as const;
	test.each([
		['turned', [pages(upright), pages(across)], '210 × 297 mm and are 297 × 210 mm'],
		[
			'of one section turned',
			[pages(upright, upright), pages(upright, across)],
			'210 × 297 mm and are 210 × 297 mm, then 297 × 210 mm',
		],
		[
			'of an ODT',
			[openPages('21cm', '29.7cm'), openPages('8.5in', '11in')],
			'210 × 297 mm and are 216 × 279 mm',
		],
	] as const)('%s is told', async (_, [kept, sent], words) => {
		expect((await compared({ kept, sent })).notes).toEqual([
			`The pages were ${words}; the size of pages is not compared.`,
		]);
	});

	test.each([
		['as another program rounds it', pages(upright), pages([11_905, 16_837])],
		['in one more section', pages(upright), pages(upright, upright)],
		['that the file does not say', pages(upright), wordFile({ body: paragraph('Terms') })],
	])('%s is not told', async (_, kept, sent) => {
		expect((await compared({ kept, sent })).notes).toEqual([]);
	});
});
