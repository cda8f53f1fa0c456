/** Pairs of PDFs that people have met, and what a comparison must tell of each. */
import fs from 'node:fs';
import path from 'node:path';
import type { Change } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import { PdfComparing } from './comparing';

const comparing = new PdfComparing();
afterAll(() => comparing.end());

const folder = path.join(__dirname, '..', '..', 'cases');

function fileOf(name: string, side: 'kept' | 'sent'): Uint8Array {
	return fs.readFileSync(path.join(folder, name, `${side}.pdf`));
}

interface Told {
	readonly added?: number;
	readonly removed?: number;
	readonly changed?: number;
	readonly changes: readonly object[];
}

const on = (page: number) => ({ page });

/** Words that say the same and are seen otherwise in the sent file, which is told. */
const seen = (words: string, how: string): Told => {
	const [oldText, newText] = [`\u201c${words}\u201d`, `\u201c${words}\u201d, ${how}`];
	return { changed: 1, changes: [{ kind: 'changed', oldText, newText, sent: on(1) }] };
};

test.each<[string, Level, Told]>([
	[
		'pdf-repeat-foot-removed-on-2',
		'High',
		{
			removed: 4,
			changes: [{ kind: 'removed', kept: on(2), oldText: 'Total due: 4500 EUR' }],
		},
	],
	[
		'pdf-repeat-head-added-on-2',
		'High',
		{ added: 1, changes: [{ kind: 'added', sent: on(2), newText: 'CONFIDENTIAL' }] },
	],
	...(['Lowest', 'High'] as const).map((level): [string, Level, Told] => [
		'pdf-foot-number-step',
		level,
		{
			changed: 2,
			changes: [
				{ kept: on(1), sent: on(1), oldText: '100', newText: '200' },
				{ kept: on(2), sent: on(2), oldText: '101', newText: '201' },
			],
		},
	]),
	[
		'pdf-repeat-head-changed-both',
		'High',
		{
			changed: 2,
			changes: [1, 2].map((page) => ({
				...{ kept: on(page), sent: on(page) },
				...{ oldText: 'Expected', newText: 'Actual' },
			})),
		},
	],
	[
		'pdf-white-box-over-words',
		'High',
		seen(
			'The supplier delivers the goods to the warehouse of the buyer. Payment is due within thirty days after delivery.',
			'not seen',
		),
	],
	[
		'pdf-strike-line-inside-words',
		'High',
		seen('The supplier delivers the goods to the warehouse of the buyer.', 'struck out'),
	],
	['pdf-strike-red-line-one-word', 'High', seen('supplier', 'struck out')],
	['pdf-signature-line-filled', 'High', seen('________________', 'drawn over')],
	['pdf-text-white', 'High', seen('Except in June.', 'not seen')],
	[
		'pdf-rotate-180',
		'High',
		{
			changes: [
				{
					...{ kind: 'formatted', kept: on(1), sent: on(1) },
					...{ oldText: 'page upright', newText: 'page turned by 180 degrees' },
				},
			],
		},
	],
])('%s at %s', async (name, level, { added = 0, removed = 0, changed = 0, changes }) => {
	const [kept, sent] = [fileOf(name, 'kept'), fileOf(name, 'sent')];
	const found = await comparing.compare(kept, sent, { level });
	expect(found.changes).toMatchObject<readonly Partial<Change>[]>(changes);
	expect(found.counts).toEqual({ added, removed, changed, moved: 0 });
	expect(found.accuracy).toBeLessThan(1);
});
