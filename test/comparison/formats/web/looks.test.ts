/** How the words of a page look and what stands among them: told once, where it is, in words. */
import type { Compared } from '../../../../comparison/core/comparison';
import { htmlComparer } from '../../../../comparison/formats/web/html-comparer';

const page = (body: string) =>
	`<html><head><title>Shop</title></head><body><main><h1>Chairs</h1><p>All of our chairs are made of oak.</p>${body}<p>Prices are valid for a year.</p></main></body></html>`;

async function compared(kept: string, sent: string): Promise<Compared> {
	const side = (content: string) => ({ fileName: 'a.html', bytes: Buffer.from(page(content)) });
	const rest = { level: 'High', rules: {}, isReported: true, onProgress: () => undefined } as const;
	const result = await htmlComparer.compare({ kept: side(kept), sent: side(sent), ...rest });
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

const list = '<ul><li>Malmo</li><li>Lund</li></ul>';
const grid =
	'<table><tr><th>Chair</th><th>Price</th></tr><tr><td>Malmo</td><td>12</td></tr></table>';

test.each([
	[
		'a heading of another level',
		'<h2>New</h2>',
		'<h3>New</h3>',
		['heading 2: New', 'heading 3: New'],
	],
	[
		'another target of a link',
		'<p>See <a href="/a">the terms</a>.</p>',
		'<p>See <a href="/b">the terms</a>.</p>',
		['link to /a: the terms', 'link to /b: the terms'],
	],
	[
		'a word that became bold',
		'<p>now free</p>',
		'<p>now <b>free</b></p>',
		['plain: free', 'bold: free'],
	],
	[
		'another picture',
		'<img src="a.png">',
		'<img src="b.png">',
		['img src="a.png"', 'img src="b.png"'],
	],
	[
		'another text for a picture',
		'<p>Oak</p><img alt="A chair" src="a.png"><img src="b.png">',
		'<p>Oak</p><img alt="A table" src="a.png"><img src="b.png">',
		['img alt="A chair" src="a.png"', 'img alt="A table" src="a.png"'],
	],
	[
		'a cell across columns',
		grid,
		grid.replace('<td>12', '<td colspan="2">12'),
		[undefined, 'td colspan="2"'],
	],
	[
		'a list that is hidden',
		list,
		list.replace('<ul', '<ul style="display: none"'),
		[undefined, 'ul [hidden]'],
	],
	[
		'a field that was ticked',
		'<form><input type="checkbox"> Gift</form>',
		'<form><input type="checkbox" checked> Gift</form>',
		['input type="checkbox"', 'input checked="" type="checkbox"'],
	],
	[
		'where a link of a mere sign leads',
		'<p>Go <a class="cart" href="/a"><i></i></a></p>',
		'<p>Go <a class="cart" href="/b"><i></i></a></p>',
		['a href="/a"', 'a href="/b"'],
	],
	[
		'where a picture leads',
		'<a href="/a"><img src="a.png"></a>',
		'<a href="/b"><img src="a.png"></a>',
		['link to /a: img src="a.png"', 'link to /b: img src="a.png"'],
	],
	[
		'a value under another column',
		'<table><tr><td>Malmo</td><td>12</td><td></td></tr></table>',
		'<table><tr><td>Malmo</td><td></td><td>12</td></tr></table>',
		['cell, column 2: 12', 'cell, column 3: 12'],
	],
	[
		'a cell that became a row',
		'<table><tr><td>Malmo</td><td>Lund</td></tr></table>',
		'<table><tr><td>Malmo</td></tr><tr><td>Lund</td></tr></table>',
		['cell, column 2: Lund', 'cell, column 1: Lund'],
	],
	[
		'an item of a list in a list',
		'<ul><li>Oak<ul><li>Malmo</li></ul></li></ul>',
		'<ul><li>Oak</li><li>Malmo</li></ul>',
		['in a list, in a list: Malmo', 'in a list: Malmo'],
	],
])('%s', async (_what, kept, sent, texts) => {
	const { changes, counts, report } = await compared(kept, sent);
	expect(changes.map(({ oldText, newText }) => [oldText, newText])).toEqual([texts]);
	expect(counts.added + counts.removed + counts.changed + counts.moved).toBe(1);
	expect(report?.content.text.match(/id="change-/g)).toHaveLength(1);
	const back = await compared(sent, kept);
	expect(back.changes.map(({ oldText, newText }) => [newText, oldText])).toEqual([texts]);
});

test.each([
	[
		'an item',
		list,
		list.replace('</ul>', '<li>Umea <a href="/u">more</a></li></ul>'),
		['Umea more'],
	],
	['a picture', '', '<img src="a.png">', ['img src="a.png"']],
	[
		'a row',
		grid,
		grid.replace('</table>', '<tr><td>Lund</td><td>15</td></tr></table>'),
		['Lund', '15'],
	],
	['a part that is closed', '<p>Oak</p>', '<details><p>Oak</p></details>', ['details']],
])('%s that came is told by what it says', async (_what, kept, sent, added) => {
	const { changes, counts } = await compared(kept, sent);
	expect(counts).toEqual({ added: added.length, removed: 0, changed: 0, moved: 0 });
	expect(changes.map(({ newText }) => newText)).toEqual(added);
});

test.each([
	['a box around it', list, `<div class="box"><div>${list}</div></div>`],
	['an element of the same meaning', '<p>now <b>free</b></p>', '<p>now <strong>free</strong></p>'],
	['another order of attributes', '<img alt="a" src="b">', '<img src="b" alt="a">'],
	['an empty element', list, `${list}<span></span><div id="ad"></div>`],
])('%s changes nothing to a person', async (_what, kept, sent) => {
	expect(await compared(kept, sent)).toMatchObject({ accuracy: 1, changes: [] });
});

test('an item in a numbered list is told for each item', async () => {
	const { changes } = await compared(list, list.replaceAll('ul>', 'ol>'));
	expect(changes.map(({ kind, oldText, newText }) => [kind, oldText, newText])).toEqual([
		['formatted', 'in a list: Malmo', 'in a numbered list: Malmo'],
		['formatted', 'in a list: Lund', 'in a numbered list: Lund'],
	]);
});

test('a picture is never the same as the words by which it is told', async () => {
	const { counts } = await compared('<img src="a.png">', '<p>img src="a.png"</p>');
	expect(counts).toEqual({ added: 1, removed: 1, changed: 0, moved: 0 });
});
