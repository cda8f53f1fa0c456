/**
 * Rules hide what they name and nothing outside of it, in each format that has them: whatever changes
 * inside changes no outcome, and whatever changes outside is reported as it is without the rest.
 */
import fc from 'fast-check';
import sharp from 'sharp';
import type { Compared, Comparer } from '../../comparison/core/comparison';
import type { Level } from '../../comparison/core/level';
import { imageComparer } from '../../comparison/formats/image/image-comparer';
import { officeComparer } from '../../comparison/formats/office/comparer';
import { slidesComparer } from '../../comparison/formats/slides/comparer';
import type { CompareRules } from '../../comparison/core/rules';
import { csvComparer } from '../../comparison/formats/table/compare-tables';
import { textComparer } from '../../comparison/formats/text/text-comparer';
import { jsonComparer } from '../../comparison/formats/tree/comparers';
import { htmlComparer } from '../../comparison/formats/web/html-comparer';
import { openFile } from './formats/office/open-files';
import { paragraph, wordFile } from './formats/office/word-files';
import { body, presentationFile } from './formats/slides/slide-files';
import { PdfComparing } from './formats/pdf/comparing';
import { sheets } from './formats/pdf/files';
import { drawn, page } from './quality/pictures';

const seed = 20_261_122;
const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];

type Write = (
	words: readonly string[],
	stamps: readonly string[],
) => Uint8Array | Promise<Uint8Array>;

type Compare = (kept: Uint8Array, sent: Uint8Array, rules: CompareRules) => Promise<Compared>;

function by(comparer: Comparer, level: Level = 'High'): Compare {
	return async (kept, sent, rules) => {
		const side = (bytes: Uint8Array) => ({ bytes, fileName: 'a' });
		const result = await comparer.compare({
			...{ kept: side(kept), sent: side(sent), level, rules, isReported: false },
			onProgress: () => undefined,
		});
		if (!result.isReadable) throw new Error(result.reason);
		return result;
	};
}

const sentenceOf = (word: string) => `The ${word} is kept by its owner`;
const stamped = (words: readonly string[], stamps: readonly string[]) =>
	words.map((word, at) => `${sentenceOf(word)}, printed ${stamps[at]}.`);
const records = (words: readonly string[], stamps: readonly string[]) =>
	words.map((word, id) => ({ id, name: sentenceOf(word), at: `printed ${stamps[id]}` }));

const asText: Write = (...all) => Buffer.from(`${stamped(...all).join('\n')}\n`);
const asJson: Write = (...all) => Buffer.from(JSON.stringify(records(...all)));
const asCsv: Write = (...all) =>
	Buffer.from(
		['id,name,at', ...records(...all).map(({ id, name, at }) => `${id},${name},${at}`)].join('\n'),
	);
const asPage: Write = (...all) => {
	const rows = records(...all).map(({ name, at }) => `<p>${name} <i class="at">${at}</i></p>`);
	return Buffer.from(`<!doctype html><html><body><main>${rows.join('')}</main></body></html>`);
};
const asWord: Write = (...all) =>
	wordFile({
		body: stamped(...all)
			.map((text) => paragraph(text))
			.join(''),
	});
const asSlides: Write = (...all) =>
	presentationFile({ slides: [{ shapes: body(...stamped(...all)) }] });
const asOpen: Write = (...all) =>
	openFile({
		body: stamped(...all)
			.map((text) => `<text:p>${text}</text:p>`)
			.join(''),
	});

/** Words above the middle of a page, stamps below it. */
const asPdf: Write = (words, stamps) =>
	sheets([
		[
			...words.map((word, at) => ({ text: sentenceOf(word), y: 80 + at * 40 })),
			...stamps.map((stamp, at) => ({ text: `printed ${stamp}`, y: 460 + at * 40 })),
		],
	]);
const asPicture: Write = (words, stamps) => {
	const placed = (texts: readonly string[], top: number) =>
		texts.map((text, at) => ({ text, x: 20 + (at % 3) * 100, y: top + Math.floor(at / 3) * 40 }));
	const { data, width, height } = drawn(page, [...placed(words, 40), ...placed(stamps, 200)]);
	return sharp(data, { raw: { width, height, channels: 4 } })
		.png()
		.toBuffer();
};

const pattern = { ignorePatterns: ['printed \\d+'] };
const lowerHalf = { ignoreRegions: [{ x: 0, y: 0.5, width: 1, height: 0.5 }] };

const pdfs = new PdfComparing();
afterAll(() => pdfs.end());

const rooms: readonly (readonly [string, CompareRules, Write, Compare])[] = [
	['a pattern in text', pattern, asText, by(textComparer)],
	['a pattern in JSON', pattern, asJson, by(jsonComparer)],
	['a path in JSON', { ignorePaths: ['/*/at'] }, asJson, by(jsonComparer)],
	['a pattern in CSV', pattern, asCsv, by(csvComparer)],
	['a column in CSV', { ignoreColumns: ['at'] }, asCsv, by(csvComparer)],
	['a pattern in HTML', pattern, asPage, by(htmlComparer)],
	['a selector in HTML', { ignoreSelectors: ['.at'] }, asPage, by(htmlComparer)],
	['a pattern in DOCX', pattern, asWord, by(officeComparer)],
	['a pattern in ODT', pattern, asOpen, by(officeComparer)],
	['a pattern in PPTX', pattern, asSlides, by(slidesComparer)],
	['a pattern in PDF', pattern, asPdf, (kept, sent, rules) => pdfs.compare(kept, sent, { rules })],
	['a region in PDF', lowerHalf, asPdf, (kept, sent, rules) => pdfs.compare(kept, sent, { rules })],
	['a region in a picture', lowerHalf, asPicture, by(imageComparer)],
];

const flags = fc.array(fc.boolean(), { minLength: names.length, maxLength: names.length });

test.each(rooms)('%s hides nothing outside of it', async (_name, rules, write, compare) => {
	const stamps = names.map((_word, at) => String(4_100 + at * 37));
	const kept = await write(names, stamps);
	await fc.assert(
		fc.asyncProperty(flags, flags, async (wordFlags, stampFlags) => {
			const words = names.map((word, at) => (wordFlags[at] === true ? `other${at}` : word));
			const others = stamps.map((stamp, at) =>
				stampFlags[at] === true ? `8${stamp.slice(1)}` : stamp,
			);
			const result = await compare(kept, await write(words, others), rules);
			const alone = await compare(kept, await write(words, stamps), rules);
			const seen = ({ accuracy, counts, changes }: Compared) => ({
				...{ accuracy, counts },
				places: changes.map((change) => [change.kind, change.kept, change.sent]),
			});
			expect(seen(result)).toEqual(seen(alone));
			expect(result.accuracy === 1).toBe(!wordFlags.includes(true));
		}),
		{ numRuns: 6, seed },
	);
});

test('a rule for another kind of file hides nothing of this one', async () => {
	const compare = by(textComparer, 'Excellent');
	const [kept, sent] = [Buffer.from('The rent\n'), Buffer.from('\ufeffThe rent\n')];
	for (const rules of [{ onlySelectors: ['main'] }, { ignorePaths: ['/at'] }, {}]) {
		expect((await compare(kept, sent, rules)).accuracy).toBe(0.999999);
	}
});
