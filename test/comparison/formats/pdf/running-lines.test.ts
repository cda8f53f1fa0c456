/** Headers, footers and page numbers: each is compared with that of its own page, and a page put in shifts no number. */
import { paragraphFrom, setPdf } from '../../quality/pdf';
import { Random } from '../../quality/random';
import { PdfComparing } from './comparing';
import { lines, sheets, type PlacedLine } from './files';

const comparing = new PdfComparing();
afterAll(() => comparing.end());

const random = new Random(11);
const chapters = Array.from({ length: 5 }, () =>
	Array.from({ length: 6 }, () =>
		paragraphFrom(random)
			.slice(0, 8)
			.map(({ text }) => text)
			.join(' '),
	),
);

type Said = (page: number, total: number) => string;

interface Running {
	readonly head?: Said;
	readonly foot?: Said;
	readonly more?: (page: number) => Partial<PlacedLine>;
}

/** The chapters in this order, one a page. */
function book(
	order: readonly number[],
	{ head = () => 'House rules', foot = (page) => `Page ${page}`, more = () => ({}) }: Running = {},
): Promise<Uint8Array> {
	const total = order.length;
	return sheets(
		order.map((chapter, index) => [
			{ text: head(index + 1, total), y: 30, ...more(index + 1) },
			...lines(chapters[chapter] ?? [], 120, 24),
			{ text: foot(index + 1, total), y: 810 },
		]),
	);
}

const inOrder = [0, 1, 2, 3];
const withOneMore = [0, 4, 1, 2, 3];

test.each<[string, Said]>([
	['a number alone', (page) => String(page)],
	['a number between dashes', (page) => `- ${page} -`],
	['a number of a book that begins later', (page) => String(page + 16)],
	['English', (page, total) => `Page ${page} of ${total}`],
	['the number before the word', (page) => `${page} | Page`],
	['the end of a longer line', (page) => `Long and Short Ltd. - Page ${page}`],
	['a share', (page, total) => `${page} / ${total}`],
	['German', (page, total) => `Seite ${page} von ${total}`],
	['Roman', (page) => ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][page - 1] ?? ''],
	['French', (page, total) => `Page ${page} sur ${total}`],
	['Spanish', (page, total) => `Página ${page} de ${total}`],
	['Italian', (page, total) => `Pagina ${page} di ${total}`],
	['Dutch', (page, total) => `Bladzijde ${page} van ${total}`],
	['Polish', (page, total) => `Strona ${page} z ${total}`],
])('page numbers are shifted by a page put in, and differ no more: %s', async (_, foot) => {
	const [kept, sent] = [await book(inOrder, { foot }), await book(withOneMore, { foot })];
	const { changes, counts, notes } = await comparing.compare(kept, sent);
	expect(changes).toMatchObject([{ kind: 'added', sent: { page: 2 } }]);
	expect(counts).toMatchObject({ removed: 0, changed: 0, added: 48 });
	expect(notes).toEqual(['Pages added: 2.']);
});

test('a page taken out shifts no page number either', async () => {
	const { changes } = await comparing.compare(await book(withOneMore), await book(inOrder));
	expect(changes).toMatchObject([{ kind: 'removed', kept: { page: 2 } }]);
});

test('a numbering that begins anew with each part is shifted by the pages of its part', async () => {
	const parts = (first: number): Said => {
		return (page) => `${page > first ? page - first : page}`;
	};
	const { changes } = await comparing.compare(
		await book([0, 2, 3], { foot: parts(1) }),
		await book([0, 1, 2, 4, 3], { foot: parts(2) }),
	);
	expect(changes.map(({ kind }) => kind)).toEqual(['added', 'added']);
});

test.each<[string, Said, Said]>([
	['numbers of bills', (page) => `Bill ${page + 6}`, (page) => `Bill ${page + 16}`],
	['numbers alone', (page) => String(page + 99), (page) => String(page + 199)],
	['page numbers', (page) => `Page ${page}`, (page) => `Page ${page + 4}`],
	['totals of pages', (page) => `Page ${page} of 4`, (page) => `Page ${page} of 5`],
	['prices', (page) => `${page},00 EUR`, (page) => `${page + 1},00 EUR`],
])('%s that differ without a page put in are told on each page', async (_, foot, other) => {
	const { changes } = await comparing.compare(
		await book(inOrder, { foot }),
		await book(inOrder, { foot: other }),
		{ level: 'Lowest' },
	);
	expect(changes.map(({ kept, sent }) => [kept?.page, sent?.page])).toEqual(
		[1, 2, 3, 4].map((page) => [page, page]),
	);
});

test('a number beside another word differs, though it grows with the pages', async () => {
	const foot: Said = (page) => `Bill ${page + 6}`;
	const { changes } = await comparing.compare(
		await book(inOrder, { foot }),
		await book(withOneMore, { foot }),
	);
	expect(changes.filter(({ kind }) => kind === 'changed')).toMatchObject(
		['8', '9', '10'].map((oldText) => ({ oldText, newText: String(Number(oldText) + 1) })),
	);
});

describe('a running line of one page', () => {
	test.each<[string, Running, object]>([
		[
			'in other words',
			{ head: (page) => (page === 3 ? 'Hotel rules' : 'House rules') },
			{ kind: 'changed', oldText: 'House', newText: 'Hotel' },
		],
		[
			'with a word in capitals',
			{ head: (page) => (page === 3 ? 'HOUSE rules' : 'House rules') },
			{ kind: 'changed', oldText: 'House', newText: 'HOUSE' },
		],
		['in bold', { more: (page) => ({ isBold: page === 3 }) }, { kind: 'formatted' }],
		['at another place', { more: (page) => (page === 3 ? { x: 90 } : {}) }, { kind: 'formatted' }],
	])('%s is told on that page', async (_, running, told) => {
		const { changes } = await comparing.compare(await book(inOrder), await book(inOrder, running));
		expect(changes).toMatchObject([{ ...told, kept: { page: 3 }, sent: { page: 3 } }]);
	});

	test('of a page put in is told with the page, where it is not that of the others', async () => {
		const head: Said = (page) => (page === 2 ? 'CONFIDENTIAL' : 'House rules');
		const { changes } = await comparing.compare(
			await book(inOrder),
			await book(withOneMore, { head }),
		);
		expect(changes).toHaveLength(1);
		expect(changes[0]?.newText).toMatch(/^CONFIDENTIAL /);
	});

	test('is told of a page that has no other words', async () => {
		const [kept, sent] = [await book(inOrder), await book([...inOrder, 9])];
		const { changes } = await comparing.compare(kept, sent);
		expect(changes).toMatchObject([
			{ kind: 'added', sent: { page: 5 }, newText: 'House rules Page 5' },
		]);
	});
});

test('pages that say the same line and nothing else are paired by it', async () => {
	const tickets = (count: number) =>
		sheets(Array.from({ length: count }, () => [{ text: 'Admit one', y: 40 }]));
	const { changes, notes } = await comparing.compare(await tickets(2), await tickets(3));
	expect(notes).toEqual(['Pages added: 3.']);
	expect(changes).toMatchObject([{ kind: 'added', sent: { page: 3 }, newText: 'Admit one' }]);
});

test('a head that changes on every page is one change a page, though the text runs on otherwise', async () => {
	const text = Array.from({ length: 22 }, () => paragraphFrom(random));
	const [first = [], ...others] = text;
	const added = paragraphFrom(random).slice(0, 15);
	const set = async (title: string, paragraphs: typeof text) =>
		(await setPdf(paragraphs, { title, hasPageNumbers: true })).bytes;
	const kept = await set('Lease of 1 March', text);
	const sent = await set('Lease of 2 March', [first, added, ...others]);
	const { changes } = await comparing.compare(kept, sent, { level: 'Medium' });
	const [told, heads] = [
		changes.filter(({ kind }) => kind === 'added'),
		changes.filter(({ kind }) => kind === 'changed'),
	];
	expect(told).toHaveLength(1);
	expect(heads.map(({ oldText, newText }) => [oldText, newText])).toEqual(
		heads.map(() => ['1', '2']),
	);
	expect(heads.map(({ sent: at }) => at?.page)).toEqual([1, 2, 3].slice(0, heads.length));
	expect(changes).toHaveLength(heads.length + 1);
});
