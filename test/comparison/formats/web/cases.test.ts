/** Pages that were once compared wrongly, and others of their kind. */
import { htmlComparer } from '../../../../comparison/formats/web/html-comparer';
import { comparedCase } from '../../cases';

test.each([
	['html-select', 'select Red', 'select Blue'],
	['html-title', 'title Shop', 'title Store'],
])('%s', async (name, oldText, newText) => {
	const result = await comparedCase(htmlComparer, name);
	expect(result).toMatchObject({
		isReadable: true,
		changes: [{ kind: 'changed', oldText, newText }],
	});
	const coarser = await comparedCase(htmlComparer, name, 'Medium');
	expect(coarser).toMatchObject({ accuracy: 1, changes: [] });
});

async function accuracyAtHigh(kept: string, sent: string): Promise<number> {
	const side = (text: string, fileName: string) => ({ bytes: Buffer.from(text), fileName });
	const result = await htmlComparer.compare({
		...{ kept: side(kept, 'kept.html'), sent: side(sent, 'sent.html') },
		...{ level: 'High', rules: {}, isReported: false, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result.accuracy;
}

const page = (form: string) =>
	`<!doctype html><html><head><title>Order</title></head><body><h1>Order</h1><p>Choose what is sent to you within three days.</p>${form}</body></html>`;

test.each([
	['a box is ticked', '<input type="checkbox">', '<input type="checkbox" checked>'],
	[
		'another radio button is on',
		'<input type="radio" name="a" value="1" checked><input type="radio" name="a" value="2">',
		'<input type="radio" name="a" value="1"><input type="radio" name="a" value="2" checked>',
	],
	[
		'the first option, which counts where none is selected, is another one',
		'<select><option>Red</option><option>Blue</option></select>',
		'<select><option>Blue</option><option>Red</option></select>',
	],
	['a list begins at another number', '<ol><li>Rent</li></ol>', '<ol start="4"><li>Rent</li></ol>'],
	['a list counts down', '<ol><li>Rent</li></ol>', '<ol reversed><li>Rent</li></ol>'],
	['a part is opened', '<details>Rent</details>', '<details open>Rent</details>'],
	['a line of written text is split', '<pre>one two</pre>', '<pre>one\n two</pre>'],
	['a written text is indented', '<pre>one\ntwo</pre>', '<pre>one\n  two</pre>'],
	['a text field holds another text', '<textarea>one</textarea>', '<textarea>two</textarea>'],
	[
		'of several a further one is selected',
		'<select multiple><option selected>Red</option><option>Blue</option></select>',
		'<select multiple><option selected>Red</option><option selected>Blue</option></select>',
	],
])('%s: different at High', async (_what, kept, sent) => {
	expect(await accuracyAtHigh(page(kept), page(sent))).toBeLessThan(1);
});

test.each([
	['white space in the title', page(''), page('').replace('>Order<', '>\n  Order <')],
	[
		'lines of a written text that end in a break',
		page('<pre>one\ntwo</pre>'),
		page('<pre>one<br>two</pre>').replace('<br>', '\r\n'),
	],
	['white space between elements', page('<p>one</p><p>two</p>'), page('<p>one</p>\n\n<p>two</p>')],
])('%s: the same at High', async (_what, kept, sent) => {
	expect(await accuracyAtHigh(kept, sent)).toBe(1);
});
