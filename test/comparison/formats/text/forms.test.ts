/**
 * The same letters written in another way: an accent joined to its letter or behind it, a place to cut a
 * word, two letters drawn as one. They are the same at Lowest and differ from Low on, in every format of
 * words.
 */
import type { Comparer } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import { csvComparer } from '../../../../comparison/formats/table/compare-tables';
import { textComparer } from '../../../../comparison/formats/text/text-comparer';
import { jsonComparer } from '../../../../comparison/formats/tree/comparers';
import { htmlComparer } from '../../../../comparison/formats/web/html-comparer';
import { comparedCase } from '../../cases';

test('txt-nfd', async () => {
	expect(await comparedCase(textComparer, 'txt-nfd', 'Lowest')).toMatchObject({
		accuracy: 1,
		changes: [],
	});
	const finer = await comparedCase(textComparer, 'txt-nfd', 'Low');
	expect(finer).toMatchObject({ isReadable: true, counts: { changed: 1 } });
});

const formats: ReadonlyArray<readonly [string, Comparer, (words: string) => string]> = [
	['text', textComparer, (words) => `The clause says ${words} and no more.\n`],
	['HTML', htmlComparer, (words) => `<html><body><p>The clause says ${words}.</p></body></html>`],
	['CSV', csvComparer, (words) => `clause,says\nfirst,${words}\n`],
	['JSON', jsonComparer, (words) => JSON.stringify({ says: words })],
];

async function isEqual(comparer: Comparer, kept: string, sent: string, level: Level) {
	const side = (text: string, fileName: string) => ({ bytes: Buffer.from(text), fileName });
	const result = await comparer.compare({
		...{ kept: side(kept, 'kept'), sent: side(sent, 'sent') },
		...{ level, rules: {}, isReported: false, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result.accuracy === 1;
}

describe.each(formats)('in %s', (_format, comparer, within) => {
	test.each([
		['an accent behind its letter', 'caf\u00e9', 'cafe\u0301'],
		['two accents in another order', 'a\u0323\u0302', '\u1ead'],
		['Korean letters by their parts', '\ud55c\uae00', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
		['a soft hyphen', 'cooperation', 'co\u00adoperation'],
		['two letters drawn as one', 'final office', '\ufb01nal o\ufb03ce'],
		['the same in capitals', 'CAF\u00c9', 'cafe\u0301'],
	])('%s is the same at Lowest, and not from Low on', async (_what, kept, sent) => {
		expect(await isEqual(comparer, within(kept), within(sent), 'Lowest')).toBe(true);
		expect(await isEqual(comparer, within(kept), within(sent), 'Low')).toBe(false);
	});

	test.each([
		['an accent that is gone', 'caf\u00e9', 'cafe'],
		['a number that is raised', 'area x\u00b2', 'area x2'],
		['a fraction', 'pay \u00bd', 'pay 12'],
	])('%s is another word at Lowest', async (_what, kept, sent) => {
		expect(await isEqual(comparer, within(kept), within(sent), 'Lowest')).toBe(false);
	});
});
