/** The same letters in another form of Unicode are the same at Lowest. */
import { compared, differsFrom } from './case-files';
import { openFile } from './open-files';
import { paragraph, run, wordFile } from './word-files';

const word = (text: string) => wordFile({ body: paragraph(`The clause says ${text} here.`) });
const open = (text: string) => openFile({ body: `<text:p>The clause says ${text} here.</text:p>` });

test.each([
	['an accent behind its letter', 'caf\u00e9', 'cafe\u0301'],
	['two accents in another order', 'a\u0323\u0302', '\u1ead'],
	['Korean letters by their parts', '\ud55c\uae00', '\u1112\u1161\u11ab\u1100\u1173\u11af'],
	['Greek letters with accents', '\u03ac', '\u03b1\u0301'],
	['Japanese syllables by their parts', '\u304c\u30d1', '\u304b\u3099\u30cf\u309a'],
	['a soft hyphen', 'agreement', 'agree\u00adment'],
	['a space without width', 'agreement', 'agree\u200bment'],
	['two letters drawn as one', 'final office', '\ufb01nal o\ufb03ce'],
])('%s is the same at Lowest', async (_, one, other) => {
	expect(await differsFrom({ kept: word(one), sent: word(other) })).toBe('Low');
	expect(await differsFrom({ kept: open(one), sent: open(other) })).toBe('Low');
});

test('a soft hyphen that Word writes as an element is the same as the character', async () => {
	const element = wordFile({
		body: `<w:p>${run('agree')}<w:r><w:softHyphen/></w:r>${run('ment')}</w:p>`,
	});
	const character = wordFile({ body: paragraph('agree\u00adment') });
	expect(await differsFrom({ kept: element, sent: character })).toBeUndefined();
});

test.each([
	['an accent that is gone', 'caf\u00e9', 'cafe'],
	['a number that is raised', 'x\u00b2', 'x2'],
	['a hyphen', 're-sign', 'resign'],
	['a fraction', '\u00bd', '12'],
])('%s is a difference at Lowest', async (_, one, other) => {
	expect((await compared({ kept: word(one), sent: word(other) }, 'Lowest')).accuracy).toBeLessThan(
		1,
	);
});
