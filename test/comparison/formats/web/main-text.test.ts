/** What of a page is its main text, at the level at which the shipped workflow watches pages. */
import fs from 'node:fs';
import path from 'node:path';
import type { Compared } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import { htmlComparer } from '../../../../comparison/formats/web/html-comparer';

async function compared(kept: string, sent: string, level: Level = 'Low'): Promise<Compared> {
	const side = (content: string) => ({ fileName: 'a.html', bytes: Buffer.from(content) });
	const sides = { kept: side(kept), sent: side(sent) };
	const rest = { level, rules: {}, isReported: false, onProgress: () => undefined };
	const result = await htmlComparer.compare({ ...sides, ...rest });
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const description = `<div class="description"><p>The chair Malmo is made of solid oak. It carries up to 120 kilogrammes, and comes with felt glides for wooden floors.</p>
<p>Delivery within five working days, free from 100 euro on. Returns are free for thirty days, and the warranty runs for five years, as the law demands.</p></div>`;
const nav = '<nav><a href="/">Home</a> <a href="/c">Chairs</a></nav>';
const foot = '<footer><p>Shop Ltd, Baker Road 5</p></footer>';
const shop = (main: string, before = '') =>
	`<html><body>${before}<header>${nav}</header>${main}<aside>Others bought: Lamp 59</aside>${foot}</body></html>`;

test('the shipped workflow watches pages at Low', () => {
	const file = path.join(__dirname, '../../../../workflows/compare-web-page.json');
	expect(fs.readFileSync(file, 'utf8')).toContain('"accuracy": "Low"');
});

test.each([
	['a head of a product', '<div class="product-header"><h1>Malmo</h1><span>12 €</span></div>'],
	['a box to buy', '<div class="sidebar buybox"><span>12 €</span><button>Buy</button></div>'],
	['an aside', '<aside><p>12 €</p></aside>'],
	['a banner', '<div class="banner">Applications close on 12 June</div>'],
	['a foot', '<footer>12 €</footer>'],
	['a navigation', '<nav>12 € by the month</nav>'],
])('a price or a date in %s inside of the main element counts', async (_where, price) => {
	for (const [open, close] of [
		['<main>', '</main>'],
		['<div role="main">', '</div>'],
	]) {
		const kept = shop(`${open}${price}${description}${close}`);
		expect((await compared(kept, kept.replace('12 ', '19 '), 'Lowest')).changes).toHaveLength(1);
	}
});

test('what stands around the main element counts from Medium on, whatever came there', async () => {
	const main = `<main>${description}</main>`;
	const banner = '<div class="cookies"><p>We use cookies. Accept all or choose.</p></div>';
	for (const sent of [shop(main, banner), shop(main).replace('Lamp 59', 'Lamp 69')]) {
		expect((await compared(shop(main), sent)).accuracy).toBe(1);
		expect((await compared(shop(main), sent, 'Medium')).accuracy).toBeLessThan(1);
	}
});

describe('of pages without a main element', () => {
	const body = '<div class="buybox">12 €</div>';
	const kept = shop(`${body}<article><header><p>Only 3 left</p></header>${description}</article>`);

	test.each([
		['the body', '12 €', '19 €', true],
		['the head of an article', 'Only 3', 'Only 2', true],
		['the navigation', 'Chairs', 'Tables', false],
		['the foot', 'Baker', 'Bond', false],
		['an aside', 'Lamp 59', 'Lamp 69', false],
	])('a change in %s counts or not', async (_where, old, fresh, counts) => {
		expect((await compared(kept, kept.replace(old, fresh))).accuracy < 1).toBe(counts);
	});

	test('of a page with nothing but a frame all is main text', async () => {
		const framed = `<html><body><header>${nav}</header>${foot}</body></html>`;
		expect((await compared(framed, framed.replace('Baker', 'Bond'))).accuracy).toBeLessThan(1);
	});

	test('one of two with a main element is read like the other, in either order, with a note', async () => {
		const named = kept.replace('<article>', '<main>').replace('</article>', '</main>');
		const one = 'Only the sent file has a main element';
		expect(await compared(kept, named)).toMatchObject({
			accuracy: 1,
			notes: expect.arrayContaining([expect.stringContaining(one)]),
		});
		expect((await compared(named, kept)).accuracy).toBe(1);
		for (const [base, other] of [
			[kept, named.replace('12 €', '19 €')],
			[named.replace('12 €', '19 €'), kept],
		] as const) {
			expect((await compared(base, other, 'Lowest')).changes).toHaveLength(1);
		}
	});
});

const list =
	'<main><ul><li>first</li><li>second</li></ul><p>The list is valid for a year.</p></main>';

test.each([
	[1, list.replace('</ul>', '<li class="new">third <a href="/3">point</a></li></ul>')],
	[2, list.replace('<p>', '<div><p>We use cookies.</p><p>Accept all?</p></div><p>')],
])('%d paragraphs that came are told once, at their place', async (added, sent) => {
	for (const level of ['Lowest', 'High'] as const) {
		const there = await compared(list, sent, level);
		const back = await compared(sent, list, level);
		expect(there.counts).toMatchObject({ added, removed: 0, changed: 0 });
		expect(there.changes).toHaveLength(added);
		expect(there.changes[0]?.newText).toMatch(/third|cookies/);
		expect(back.counts).toMatchObject({ added: 0, removed: added, changed: 0 });
		expect(back.accuracy).toBe(there.accuracy);
	}
});

test('an element around words that stay is told, also where others came', async () => {
	const sent = list.replace('<p>The list', '<h2>New</h2><p><a href="/l">The list</a>');
	const { changes } = await compared(list, sent, 'High');
	expect(changes.map(({ newText }) => newText)).toEqual(['New', 'link to /l: The list']);
});

test('what nobody sees of a page counts at Excellent alone', async () => {
	const kept = `<html><head><meta name="csrf-token" content="a1"><link rel="stylesheet" href="/s.css?v=1"></head><body>${list}<form><input type="hidden" name="token" value="a1"></form></body></html>`;
	const sent = kept.replaceAll('a1', 'b2').replace('v=1', 'v=2');
	expect((await compared(kept, sent, 'High')).accuracy).toBe(1);
	expect((await compared(kept, sent, 'Excellent')).accuracy).toBeLessThan(1);
	const leads = kept.replace('name="csrf-token"', 'http-equiv="refresh"');
	expect((await compared(leads, leads.replace('a1', 'b2'), 'High')).accuracy).toBeLessThan(1);
});
