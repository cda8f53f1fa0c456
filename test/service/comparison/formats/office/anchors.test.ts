/** Notes and comments that stand at other words are named, because their places are not compared. */
import { compared } from './case-files';
import { openFile } from './open-files';
import { paragraph, run, wordFile } from './word-files';

const told = [
	'A note or comment stands at other words in the sent file; where they stand is not compared.',
];

const reference = (name: string) => `<w:r><w:${name}Reference w:id="4"/></w:r>`;
const noted = (first: string, second: string) =>
	wordFile({
		body: `<w:p>${run('Rent is due')}${first}${run(' in advance')}${second}</w:p>`,
		footnotes: `<w:footnote w:id="4">${paragraph('Except in June.')}</w:footnote>`,
		comments: `<w:comment w:id="4">${paragraph('Agreed?')}</w:comment>`,
	});
const ranged = (first: string, second: string) => {
	const comment = (text: string) =>
		`<w:commentRangeStart w:id="4"/>${run(text)}<w:commentRangeEnd w:id="4"/>`;
	const at = (text: string, word: string) => (text === word ? comment(text) : run(text));
	return noted('', at(' for flat', first) + at(' and yard', second) + reference('comment'));
};
const open = (first: string, second: string) =>
	openFile({ body: `<text:p>Rent is due${first} in advance${second}</text:p>` });
const note =
	'<text:note text:note-class="footnote"><text:note-body><text:p>Except in June.</text:p></text:note-body></text:note>';

test.each([
	['footnote', noted(reference('footnote'), ''), noted('', reference('footnote'))],
	['comment', noted(reference('comment'), ''), noted('', reference('comment'))],
	['comment on words', ranged(' for flat', ''), ranged('', ' and yard')],
	['footnote of an ODT', open(note, ''), open('', note)],
])('a %s at other words is named', async (_, kept, sent) => {
	expect((await compared({ kept, sent })).notes).toEqual(told);
	expect((await compared({ kept, sent: kept })).notes).toEqual([]);
});

test('where a program cuts its runs says nothing of a place', async () => {
	const make = (...runs: readonly string[]) =>
		wordFile({
			body: `<w:p>${runs.map((text) => run(text)).join('')}${reference('footnote')}</w:p>`,
			footnotes: `<w:footnote w:id="4">${paragraph('Except in June.')}</w:footnote>`,
		});
	const files = { kept: make('Rent is due'), sent: make('Rent is d', 'ue') };
	expect((await compared(files)).notes).toEqual([]);
});

test('a comment on no words stands at the word before it', async () => {
	const kept = noted(reference('comment'), '');
	const empty = '<w:commentRangeStart w:id="4"/><w:commentRangeEnd w:id="4"/>';
	const sent = noted(empty + reference('comment'), '');
	expect((await compared({ kept, sent })).notes).toEqual([]);
});

test('a note before the first word of its paragraph stands at that', async () => {
	const make = (first: string, second: string, ...runs: readonly string[]) =>
		wordFile({
			body: `<w:p>${first}${[...runs, ' is due'].map((text) => run(text)).join('')}</w:p><w:p>${second}${run('Or sooner')}</w:p>`,
			footnotes: `<w:footnote w:id="4">${paragraph('Except in June.')}</w:footnote>`,
		});
	const kept = make(reference('footnote'), '', 'Rent');
	const moved = make('', reference('footnote'), 'Rent');
	expect((await compared({ kept, sent: moved })).notes).toEqual(told);
	const cut = make(reference('footnote'), '', 'Re', 'nt');
	expect((await compared({ kept, sent: cut })).notes).toEqual([]);
});

test('words put in elsewhere do not move a note', async () => {
	const kept = noted('', reference('footnote'));
	const sent = noted(run(' always'), reference('footnote'));
	expect((await compared({ kept, sent })).notes).toEqual([]);
});
