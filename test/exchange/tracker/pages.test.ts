import { readPages } from '../../../exchange/tracker/pages';
import type { ReadAnswer } from '../../../exchange/tracker/tracker';

interface Row {
	readonly id: string;
}

const limits = { pageRows: 5, pagesMax: 5 } as const;
const rows = (from: number, to: number): Row[] =>
	Array.from({ length: to - from }, (_, index) => ({ id: `row${from + index}` }));
const read = (value: readonly Row[]): ReadAnswer<readonly Row[]> => ({ kind: 'READ', value });

async function pagesOf(readPage: (offset: number, call: number) => ReadAnswer<readonly Row[]>) {
	const offsets: number[] = [];
	const answer = await readPages((offset) => {
		offsets.push(offset);
		return Promise.resolve(readPage(offset, offsets.length));
	}, limits);
	return { answer, offsets };
}

test.each([
	[0, [0]],
	[4, [0, 4]],
	[5, [0, 5]],
	[9, [0, 5, 9]],
	[19, [0, 5, 10, 15, 19]],
])('a list of %i records is read at %j', async (length, offsets) => {
	const list = rows(0, length);
	expect(await pagesOf((offset) => read(list.slice(offset, offset + 5)))).toEqual({
		answer: read(list),
		offsets,
	});
});

test('a tracker that gives fewer at a time than asked for is read to an empty page', async () => {
	const list = rows(0, 8);
	const page = (offset: number) => read(list.slice(offset, offset + 3));
	expect(await pagesOf(page)).toEqual({
		answer: read(list),
		offsets: [0, 3, 6, 8],
	});
});

test.each([4, 6, 100])('a tracker that knows no pages has its %i records read', async (length) => {
	const { answer } = await pagesOf(() => read(rows(0, length)));
	expect(answer).toEqual(read(rows(0, length)));
});

test('a record that moved to the next page counts once', async () => {
	const { answer } = await pagesOf((offset) => read(offset === 0 ? rows(0, 5) : rows(4, 7)));
	expect(answer).toEqual(read(rows(0, 7)));
});

test.each<readonly [string, (offset: number) => readonly Row[], string]>([
	['that never ends', (offset) => rows(offset, offset + 5), 'a list of more than 25 records'],
	['that begins again', () => rows(0, 5), 'a list that begins again'],
	[
		'with a record twice',
		() => [...rows(0, 2), ...rows(0, 1)],
		'a list with the same record twice',
	],
])('a list %s is none', async (_what, page, cause) => {
	const { answer } = await pagesOf((offset) => read(page(offset)));
	expect(answer).toEqual({ kind: 'UNAVAILABLE', cause });
});

test('a page that does not come leaves no list', async () => {
	const answer = { kind: 'UNAVAILABLE', cause: 'status 500' } as const;
	const pages = await pagesOf((offset) => (offset === 0 ? read(rows(0, 5)) : answer));
	expect(pages).toEqual({ answer, offsets: [0, 5] });
});
