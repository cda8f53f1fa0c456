/** Only the white space of XML is trimmed; every other space is a character of the text. */
import { compared, differsFrom } from './case-files';
import { openFile } from './open-files';
import { paragraph, run, wordFile } from './word-files';

/** A run without `xml:space`, as some programs write it. */
const bare = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const word = (...runs: readonly string[]) => wordFile({ body: `<w:p>${runs.join('')}</w:p>` });
const open = (text: string) => openFile({ body: `<text:p>${text}</text:p>` });

test.each(['\u00a0', '\u202f', '\u2009', '\u2007', '\u3000'])(
	'a space %j at the ends of a run is text',
	async (space) => {
		const spaced = word(bare('10'), bare(space), bare('000'));
		const lost = word(bare('10'), bare('000'));
		expect(await differsFrom({ kept: spaced, sent: lost })).toBe('Lowest');
		const resaved = wordFile({ body: paragraph(`10${space}000`) });
		expect(await differsFrom({ kept: spaced, sent: resaved })).toBeUndefined();
		const openFiles = { kept: open(`10${space}000`), sent: open('10000') };
		expect(await differsFrom(openFiles)).toBe('Lowest');
	},
);

test('another kind of space is a difference of white space, and can be told in the report', async () => {
	const files = {
		kept: wordFile({ body: paragraph('Section\u00a04.2') }),
		sent: wordFile({ body: paragraph('Section 4.2') }),
	};
	expect(await differsFrom(files)).toBe('Medium');
	const { report } = await compared(files, 'Medium', true);
	expect(report?.content.text).toContain('<del>⍽</del>');
	expect(report?.content.text).toContain('<ins>·</ins>');
});

test('white space of XML around the text of a run is none of the text', async () => {
	const files = { kept: word(bare('\n\tPay now \n')), sent: word(bare('Pay now')) };
	expect(await differsFrom(files)).toBeUndefined();
});

test.each([
	['plain', '', undefined],
	['bold', '<w:b/>', undefined],
	['underlined', '<w:u w:val="single"/>', 'Medium'],
	['struck through', '<w:strike/>', 'Medium'],
	['coloured', '<w:highlight w:val="yellow"/>', 'Medium'],
])('%s blanks at the end of a paragraph differ where they are seen', async (_look, look, from) => {
	const named = (end: string) => word(run('Name:', look), run(end, look));
	expect(await differsFrom({ kept: named(''), sent: named('   ') })).toBe(from);
});

test('an empty paragraph behind a table that ends an ODT is none', async () => {
	const table =
		'<table:table><table:table-row><table:table-cell><text:p>Rent</text:p></table:table-cell></table:table-row></table:table>';
	const kept = openFile({ body: `<text:p>Lease</text:p>${table}` });
	const sent = (end: string) => openFile({ body: `<text:p>Lease</text:p>${table}${end}` });
	expect(await differsFrom({ kept, sent: sent('<text:p/>') })).toBeUndefined();
	expect(await differsFrom({ kept, sent: sent('<text:p/><text:p/>') })).toBe('Medium');
	expect(await differsFrom({ kept, sent: sent('<text:p>End</text:p>') })).toBe('Lowest');
});
