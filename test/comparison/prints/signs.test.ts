/** Signs of numbers say as much in fingerprints as in contents. */
import { textComparer } from '../../../comparison/formats/text/text-comparer';
import { comparePrints } from '../../../comparison/prints/compare-prints';
import { printsOf } from '../../../comparison/prints/prints';

async function printed(text: string) {
	const side = { bytes: Buffer.from(`The price of it is ${text} in all\n`), fileName: 'a.txt' };
	const outline = await textComparer.outline(side, { level: 'Lowest', rules: {} });
	if (!outline.isReadable) throw new Error(outline.reason);
	return printsOf(outline, 'text', 'a key');
}

test.each([
	['-5', '5', true],
	['5\u20ac', '5$', true],
	['5%', '5', true],
	['(500.00)', '500.00', true],
	['1,234', '1.234', true],
	['5 - 7', '5 7', false],
	['5, paid', '5 paid', false],
])('at Lowest %s and %s differ: %s', async (kept, sent, differs) => {
	const sides = { kept: await printed(kept), sent: await printed(sent) };
	const found = comparePrints(sides, { kind: 'text', level: 'Lowest', rules: {} });
	expect(found.accuracy < 1).toBe(differs);
});
