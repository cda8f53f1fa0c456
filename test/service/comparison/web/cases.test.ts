/** Pages that were once compared wrongly, and others of their kind. */
import { htmlComparer } from '../../../../service/comparison/web/html-comparer';
import { comparedCase } from '../cases';

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
	[
		'of several a further one is selected',
		'<select multiple><option selected>Red</option><option>Blue</option></select>',
		'<select multiple><option selected>Red</option><option selected>Blue</option></select>',
	],
])('%s: different at High', async (_what, kept, sent) => {
	const side = (form: string, fileName: string) => ({ bytes: Buffer.from(page(form)), fileName });
	const result = await htmlComparer.compare({
		...{ kept: side(kept, 'kept.html'), sent: side(sent, 'sent.html') },
		...{ level: 'High', rules: {}, isReported: false, onProgress: () => undefined },
	});
	expect(result).toMatchObject({ isReadable: true });
	if (result.isReadable) expect(result.accuracy).toBeLessThan(1);
});
