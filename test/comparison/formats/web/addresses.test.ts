/** What of an address counts at High, in links, pictures, forms and what else leads somewhere. */
import type { Level } from '../../../../comparison/core/level';
import { htmlComparer } from '../../../../comparison/formats/web/html-comparer';
import { comparedCase } from '../../cases';

async function accuracy(kept: string, sent: string, level: Level): Promise<number> {
	const side = (element: string) => ({
		fileName: 'page.html',
		bytes: Buffer.from(
			`<html><body><p>The chair Malmo is made of oak.</p>${element}</body></html>`,
		),
	});
	const result = await htmlComparer.compare({
		...{ kept: side(kept), sent: side(sent), level, rules: {} },
		...{ isReported: false, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result.accuracy;
}

const link = (address: string) => `<a href="${address}">cart</a>`;
const picture = (address: string) => `<img src="${address}">`;
const sameLinks: ReadonlyArray<readonly [string, string]> = [
	['/cart?sid=a1b2c3', '/cart?sid=zz99yy'],
	['/cart?sid=a1b2c3', '/cart'],
	['/cart?id=4711&amp;sid=a1b2c3#top', '/cart?id=4711&amp;sid=zz99yy#top'],
	['/cart?PHPSESSID=8f2k', '/cart?PHPSESSID=9g3l'],
	['/cart;jsessionid=8F2K.node1?id=4711', '/cart;jsessionid=9G3L.node2?id=4711'],
	['/cart?session_id=1234567890123', '/cart?session_id=1234567890999'],
	[
		'/cart?token=0b9c1d52-7e0a-4d0e-9a55-0123456789ab',
		'/cart?token=7d4e8a10-1f2b-4c3d-8e5f-ba9876543210',
	],
	['/out?csrf_token=one', '/out?csrf_token=two'],
	['/out?csrfmiddlewaretoken=a', '/out?csrfmiddlewaretoken=b'],
	['/out?_wpnonce=5f1a', '/out?_wpnonce=6a2b'],
	['/out?nonce=r4nd0m1', '/out?nonce=m0r3r4n'],
	['/news?utm_source=mail&amp;utm_medium=a', '/news?utm_source=page'],
	['/news?gclid=Cj0K', '/news?fbclid=IwAR'],
	['/news?_=1732790000123', '/news?_=1732790055123'],
	['/news?t=1732790000', '/news?t=1732790055'],
	['/news?cb=12', '/news?cb=13'],
	[
		'https://s3.example/a.pdf?X-Amz-Date=20261128T080000Z&amp;X-Amz-Signature=1f2e',
		'https://s3.example/a.pdf?X-Amz-Date=20261128T090000Z&amp;X-Amz-Signature=3d4c',
	],
	[
		`/a.pdf?Expires=1732790000&amp;Signature=${'a1B2'.repeat(12)}`,
		`/a.pdf?Expires=1732799999&amp;Signature=${'C3d4'.repeat(12)}`,
	],
	['/app.js?v=1', '/app.js?v=2'],
];
const otherLinks: ReadonlyArray<readonly [string, string]> = [
	['/chairs', '/tables'],
	['/chairs?sid=a1b2c3', '/tables?sid=zz99yy'],
	['https://one.example/a', 'https://two.example/a'],
	['http://one.example/a', 'https://one.example/a'],
	['/buy?id=4711', '/buy?id=4712'],
	['/buy?id=3f2a91bc', '/buy?id=77be01ac'],
	['/buy?id=0b9c1d52-7e0a-4d0e-9a55-0123456789ab', '/buy?id=7d4e8a10-1f2b-4c3d-8e5f-ba9876543210'],
	['/buy/3f2a91bc', '/buy/77be01ac'],
	['/buy?id=4711&amp;sid=a1b2c3', '/buy?id=4712&amp;sid=a1b2c3'],
	['/buy?id=4711', '/buy'],
	['/buy#prices', '/buy#terms'],
	['/search?q=oak', '/search?q=elm'],
	['/list?page=1', '/list?page=2'],
	['/list?date=20261128', '/list?date=20261129'],
	['/talk?session_id=17', '/talk?session_id=18'],
	['/talk?session=opening2026', '/talk?session=closing2026'],
	['/room?sid=17', '/room?sid=18'],
	['/read?token=water', '/read?token=stone'],
	['/watch?v=dQw4w9WgXcQ', '/watch?v=9bZkp7q19f0'],
	['/watch?id=1&amp;t=120', '/watch?id=1&amp;t=180'],
	['/tx?hash=0a1b2c3d4e5f', '/tx?hash=9a8b7c6d5e4f'],
	['/manual.pdf?version=1', '/manual.pdf?version=2'],
	['/report.3f2a91bc.pdf', '/report.77be01ac.pdf'],
	['/?2025', '/?2026'],
	['mailto:a@example.com?subject=1', 'mailto:a@example.com?subject=2'],
	['javascript:go(1)?cb=1', 'javascript:go(1)?cb=2'],
];
const samePictures: ReadonlyArray<readonly [string, string]> = [
	['/i/chair.jpg?v=1', '/i/chair.jpg?v=2'],
	['/i/chair.jpg?v=1', '/i/chair.jpg'],
	['/i/chair.jpg?ver=6.1&amp;w=300', '/i/chair.jpg?ver=6.2&amp;w=300'],
	['/i/chair.jpg?1732790000', '/i/chair.jpg?1732799999'],
	['/i/chair.svg?a8f3c2d1', '/i/chair.svg?b9e4d3c2'],
	['/i/chair.png?hash=a8', '/i/chair.png?hash=b9'],
];
const otherPictures: ReadonlyArray<readonly [string, string]> = [
	['/i/chair.jpg?v=1', '/i/table.jpg?v=1'],
	['/i/chair.3f2a91bc.jpg', '/i/chair.77be01ac.jpg'],
	['/i/chair.jpg?w=300', '/i/chair.jpg?w=600'],
	['/i/chair.jpg?large', '/i/chair.jpg?small'],
	['/i/chair.jpg?400x300', '/i/chair.jpg?800x600'],
	['/picture.php?v=1', '/picture.php?v=2'],
	['data:image/gif;base64,R0lG?cb=1', 'data:image/gif;base64,R0lG?cb=2'],
];
const both = <Of>(
	pairs: ReadonlyArray<readonly [string, string]>,
	of: (address: string) => Of,
): ReadonlyArray<readonly [Of, Of]> => pairs.map(([kept, sent]) => [of(kept), of(sent)]);

test.each<readonly [string, string]>([
	...both(sameLinks, link),
	...both(samePictures, picture),
	['<form action="/buy?sid=a1b2c3">Buy</form>', '<form action="/buy?sid=zz99yy">Buy</form>'],
	[
		'<img srcset="a.jpg?v=1 1x, b.jpg?v=1 2x, c.jpg?v=1">',
		'<img srcset="a.jpg?v=2 1x, b.jpg?v=2 2x, c.jpg?v=2">',
	],
	[
		'<meta http-equiv="refresh" content="5; url=/cart?sid=a1b2c3">',
		'<meta http-equiv="refresh" content="5; url=/cart?sid=zz99yy">',
	],
	[
		`<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-a1b2c3'">`,
		`<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-zz99yy'">`,
	],
	['<script nonce="a1b2c3"></script>', '<script nonce="zz99yy"></script>'],
	['<script src="app.3f2a91.js"></script>', '<script src="app.77be01.js"></script>'],
	['<link rel="preload" href="app.3f2a91.css">', '<link rel="preload" href="app.77be01.css">'],
	['<meta name="csrf-token" content="a1">', '<meta name="csrf-token" content="b2">'],
	[
		'<input type="hidden" name="_token" value="a1">',
		'<input type="hidden" name="_token" value="b2">',
	],
])('%s and %s are the same at High', async (kept, sent) => {
	expect(await accuracy(kept, sent, 'High')).toBe(1);
	expect(await accuracy(sent, kept, 'High')).toBe(1);
	expect(await accuracy(kept, sent, 'Excellent')).toBeLessThan(1);
});

test.each<readonly [string, string]>([
	...both(otherLinks, link),
	...both(otherPictures, picture),
	['<form action="/buy?id=4711">Buy</form>', '<form action="/buy?id=4712">Buy</form>'],
	['<img srcset="a.jpg 1x, b.jpg 2x">', '<img srcset="a.jpg 1x, c.jpg 2x">'],
	[
		'<meta http-equiv="refresh" content="5; url=/cart?id=4711">',
		'<meta http-equiv="refresh" content="5; url=/cart?id=4712">',
	],
	['<img src="a.jpg" alt="Why?v=1">', '<img src="a.jpg" alt="Why?v=2">'],
	['<input value="a.jpg?v=1">', '<input value="a.jpg?v=2">'],
])('%s and %s differ at High', async (kept, sent) => {
	expect(await accuracy(kept, sent, 'High')).toBeLessThan(1);
	expect(await accuracy(sent, kept, 'High')).toBeLessThan(1);
});

test('a page of a shop of which nothing but tokens differs is the same until Excellent', async () => {
	const name = 'html-tokens-only';
	expect(await comparedCase(htmlComparer, name)).toMatchObject({ accuracy: 1, changes: [] });
	const { changes } = (await comparedCase(htmlComparer, name, 'Excellent')) as {
		readonly changes: ReadonlyArray<{ readonly newText?: string }>;
	};
	expect(changes.map(({ newText }) => newText)).toContain('img src="/i/chair.jpg?v=2"');
});
