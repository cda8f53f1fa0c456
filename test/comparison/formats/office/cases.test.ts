/** Pairs of documents that were once compared wrongly; each stands for its kind. */
import type { Level } from '../../../../comparison/core/level';
import { caseFiles, compared, differsFrom, redlineFile } from './case-files';
import { bodyText } from './tracked-changes';

interface Row {
	/** The coarsest level that tells the files apart; undefined for files that are equal at High. */
	readonly from: Level | undefined;
	readonly old?: unknown;
	readonly fresh?: unknown;
}

const rows: Readonly<Record<string, Row>> = {
	'docx-empty-template': {
		from: 'Lowest',
		fresh: 'The supplier delivers the goods to the warehouse of the buyer within ten working days.',
	},
	'docx-legacy-checkbox': {
		from: 'Lowest',
		old: '☐ I accept the terms',
		fresh: '☒ I accept the terms',
	},
	'docx-hyperlink-target': {
		from: 'High',
		old: 'link to https://bank.example/pay: Pay here',
		fresh: 'link to https://other.example/pay: Pay here',
	},
	'docx-math-sup-to-sub': { from: 'Lowest', old: 'x^{2}', fresh: 'x_{2}' },
	'docx-math-sum-to-product': {
		from: 'Lowest',
		old: '∑_{1}^{n}k',
		fresh: '∏_{1}^{n}k',
	},
	'odt-formula': { from: 'Lowest', old: 'A=πr^{2}', fresh: 'A=2πr^{2}' },
	'docx-watermark': { from: 'Lowest', old: '[DRAFT]', fresh: '[FINAL]' },
	'docx-altchunk': {
		from: 'Lowest',
		old: '[document The price is ten.]',
		fresh: '[document The price is ninety.]',
	},
	'docx-ruby': { from: 'Lowest', old: '漢(かん)', fresh: '感(かん)' },
	'docx-toc-libreoffice-title': {
		from: 'Lowest',
		old: 'Definitions\t{PAGEREF}',
		fresh: 'Penalties\t{PAGEREF}',
	},
	'docx-image-stretched': {
		from: 'High',
		old: expect.stringMatching(/^25 × 25 mm: \[picture \w{8}\]$/),
		fresh: expect.stringMatching(/^25 × 51 mm: \[picture \w{8}\]$/),
	},
	'docx-numbering-start': { from: 'Medium', old: '1. Fees', fresh: '5. Fees' },
	'docx-table-vmerge-only': {
		from: 'High',
		old: 'plain: ',
		fresh: 'joined with the cell above: ',
	},
	'docx-header-first-switch': { from: 'Lowest', old: 'Secret' },
	'docx-nfd': { from: 'Low' },
	'docx-soft-hyphen': { from: 'Low' },
	'docx-nbsp-lost': { from: 'Lowest', old: 'Pay 10\u00a0000 EUR', fresh: 'Pay 10000 EUR' },
	'docx-nbsp-resaved': { from: undefined },
	'docx-nbsp-unchanged-run': {
		from: 'Lowest',
		old: 'Pursuant to Section\u00a04.2 the fee is due.',
		fresh: 'Pursuant to Section\u00a04.2 the fee was due.',
	},
};

test.each(Object.entries(rows))('%s', async (name, { from, old, fresh }) => {
	const files = caseFiles(name);
	expect(await differsFrom(files)).toBe(from);
	const { changes } = await compared(files);
	if (old !== undefined) expect(changes[0]?.oldText).toEqual(old);
	if (fresh !== undefined) expect(changes[0]?.newText).toEqual(fresh);
	const turned = await compared({ kept: files.sent, sent: files.kept });
	expect(turned.accuracy).toBe((await compared(files)).accuracy);
});

test('into an empty document a redline inserts all text', async () => {
	const bytes = await redlineFile(caseFiles('docx-empty-template'));
	expect(bodyText(bytes, 'reject')).toBe('');
	expect(bodyText(bytes, 'accept')).toContain('within ten working days.');
});

test('of a redline that is rejected the no-break spaces are those of the kept file', async () => {
	const files = caseFiles('docx-nbsp-unchanged-run');
	const bytes = await redlineFile(files);
	const rest = '\nThe fee is ten.';
	expect(bodyText(bytes, 'reject')).toBe(`Pursuant to Section\u00a04.2 the fee is due.${rest}`);
	expect(bodyText(bytes, 'accept')).toBe(`Pursuant to Section\u00a04.2 the fee was due.${rest}`);
});
