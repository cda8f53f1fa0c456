/** Where the links and bookmarks of a PDF lead. */
import { PDFString } from '@cantoo/pdf-lib';
import { PdfComparing } from './comparing';
import { bookmark, lines, linkTo, linkToPage, savedAgain, sheets, type Change } from './files';

const comparing = new PdfComparing();
afterAll(() => comparing.end());

const text = ['The rent is due on the first day.', 'Pay it at the bank.', 'Nobody keeps a cat.'];

const linked = (target: string, fromTop?: number) => sheets([lines(text)], linkTo(target, fromTop));

test('another target of a link counts at High, and both are told', async () => {
	const [kept, sent] = [
		await linked('https://bank.example/'),
		await linked('https://other.example/'),
	];
	const { accuracy, changes } = await comparing.compare(kept, sent, { level: 'High' });
	expect(accuracy).toBeLessThan(1);
	expect(changes).toMatchObject([
		{
			kind: 'formatted',
			oldText: 'link to https://bank.example/',
			newText: 'link to https://other.example/',
		},
	]);
	expect((await comparing.compare(kept, sent, { level: 'Medium' })).accuracy).toBe(1);
});

test('a link that was put in or taken out counts', async () => {
	const plain = await sheets([lines(text)]);
	const link = await linked('https://bank.example/');
	for (const [kept, sent] of [
		[plain, link],
		[link, plain],
	] as const) {
		expect((await comparing.compare(kept, sent, { level: 'High' })).accuracy).toBeLessThan(1);
	}
});

test('the same target at another place is the same', async () => {
	const [kept, sent] = [
		await linked('https://bank.example/'),
		await linked('https://bank.example/', 90),
	];
	expect((await comparing.compare(kept, sent, { level: 'High' })).accuracy).toBe(1);
});

describe('within the file', () => {
	const pages = [
		text,
		['The first annex lists the keys.', 'There are five of them.'],
		['The second annex lists the meters.', 'They are read in May.'],
	].map((texts) => lines(texts));
	const added = lines(['A page put in between.', 'It says something else altogether.']);
	const book = (change: Change, more = pages) => sheets(more, change);

	test('another page that a link leads to counts at High', async () => {
		const [kept, sent] = [await book(linkToPage(1)), await book(linkToPage(2))];
		const { changes } = await comparing.compare(kept, sent, { level: 'High' });
		expect(changes).toMatchObject([
			{ kind: 'formatted', oldText: 'link to page 2', newText: 'link to page 3' },
		]);
		expect((await comparing.compare(kept, sent, { level: 'Medium' })).accuracy).toBe(1);
		expect((await comparing.compare(kept, await savedAgain(kept))).accuracy).toBe(1);
	});

	test('a page that is named is the page itself, and one that is not there is none', async () => {
		const [itself, named] = [await book(linkToPage(1)), await book(linkToPage(1, 'keys'))];
		expect((await comparing.compare(itself, named)).accuracy).toBe(1);
		const lost = await book((document) => {
			const { context } = document;
			const link = { Type: 'Annot', Subtype: 'Link', Border: [0, 0, 0], Rect: [60, 770, 160, 790] };
			const annotation = context.obj({ ...link, Dest: PDFString.of('not there') });
			document.getPage(0).node.addAnnot(context.register(annotation));
		});
		expect((await comparing.compare(await book(() => undefined), lost)).accuracy).toBe(1);
		const { changes } = await comparing.compare(itself, lost);
		expect(changes).toMatchObject([{ kind: 'formatted', oldText: 'link to page 2' }]);
	});

	test('another title of a bookmark counts at High', async () => {
		const [kept, sent] = [await book(bookmark('Meters')), await book(bookmark('Keys'))];
		const { changes } = await comparing.compare(kept, sent, { level: 'High' });
		expect(changes).toMatchObject([
			{ oldText: 'bookmark “Meters” to page 3', newText: 'bookmark “Keys” to page 3' },
		]);
		expect((await comparing.compare(kept, sent, { level: 'Medium' })).accuracy).toBe(1);
		expect((await comparing.compare(kept, await savedAgain(kept))).accuracy).toBe(1);
	});

	test('a page put in before the one they lead to changes neither', async () => {
		const longer = pages.toSpliced(1, 0, added);
		for (const [kept, sent] of [
			[await book(linkToPage(2)), await book(linkToPage(3), longer)],
			[await book(bookmark('Meters')), await book(bookmark('Meters'), longer)],
		] as const) {
			const { changes } = await comparing.compare(kept, sent, { level: 'High' });
			expect(changes.filter(({ kind }) => kind === 'formatted')).toEqual([]);
			expect(changes.map(({ kind }) => kind)).toEqual(['added']);
		}
	});
});
