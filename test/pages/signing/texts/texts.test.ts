/** The texts of the signing page: each language says everything, puts in the same, and counts as it is spoken. */
import { consents } from '../../../../api/sealer/signing-consents';
import type { Text } from '../../../../pages/signing/texts/english';
import { languageNames, languageOf, localeOf } from '../../../../pages/parts/language/languages';
import { piecesOf, textsIn } from '../../../../pages/signing/texts/texts';

const names = Object.keys(textsIn.English) as Text[];

function placesIn(text: Text, language: (typeof languageNames)[number], by: number): string {
	const pieces = piecesOf(language, text, by);
	return pieces
		.flatMap((piece) => ('place' in piece ? [piece.place] : []))
		.sort()
		.join();
}

test.each(languageNames)('in %s everything is said, with the same put in', (language) => {
	for (const name of names) {
		for (const by of [1, 2]) {
			const isCounted = typeof textsIn.English[name] !== 'string';
			const [own, english] = [placesIn(name, language, by), placesIn(name, 'English', by)];
			// One of something may be told in a word of its own.
			if (isCounted && by === 1 && own !== english) expect(own).toBe('');
			else expect([name, own]).toEqual([name, english]);
			const words = piecesOf(language, name, by).map((piece) => Object.values(piece).join());
			expect(words.join('').trim()).not.toBe('');
		}
	}
});

test.each(['German', 'French'] as const)('%s says nothing in English', (language) => {
	const texts = textsIn[language];
	const same = names.filter((name) => texts[name] === textsIn.English[name]);
	expect(same).toEqual([]);
	expect(consents[language].Signer).not.toBe(consents.English.Signer);
});

test('French has a narrow or fixed space before its double signs, and uses its own quotes', () => {
	const texts = Object.values(textsIn.French).flatMap((text) =>
		typeof text === 'string' ? [text] : [text.one, text.other],
	);
	expect(texts.filter((text) => /[^\u00a0][:;!?»]|«[^\u00a0]/.test(text))).toEqual([]);
});

test('numbers decide on words as each language has it', () => {
	const said = (language: (typeof languageNames)[number], by: number) =>
		piecesOf(language, 'progress', by)
			.map((piece) => ('words' in piece ? piece.words : '…'))
			.join('');
	expect([0, 1, 2].map((by) => said('German', by))).toEqual([
		'… von … haben unterschrieben',
		'… von … hat unterschrieben',
		'… von … haben unterschrieben',
	]);
	expect([0, 1, 2].map((by) => said('French', by))).toEqual([
		'… personne sur … a signé',
		'… personne sur … a signé',
		'… personnes sur … ont signé',
	]);
});

test('a reader has the first of their languages that there is, and writes as they have set it', () => {
	expect(languageOf(['it', 'fr-CH', 'de'])).toBe('French');
	expect(languageOf(['DE-at'])).toBe('German');
	expect(languageOf(['it'])).toBe('English');
	expect(languageOf([])).toBe('English');
	expect(localeOf('German', ['en-US', 'de-CH'])).toBe('de-CH');
	expect(localeOf('German', ['en-US'])).toBe('de-DE');
	expect(localeOf('English', ['en-US@posix', 'en-CA'])).toBe('en-CA');
});
