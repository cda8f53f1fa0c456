/** Where notes stand counts at High; where comments stand is named. */
import { compared, differsFrom } from './case-files';
import { openFile } from './open-files';
import { paragraph, run, wordFile } from './word-files';

const reference = (name: string) => `<w:r><w:${name}Reference w:id="4"/></w:r>`;
const word = (...content: readonly string[]) =>
	wordFile({
		body: `<w:p>${content.join('')}</w:p>`,
		footnotes: `<w:footnote w:id="4">${paragraph('Except in June.')}</w:footnote>`,
		endnotes: `<w:endnote w:id="4">${paragraph('Except in July.')}</w:endnote>`,
		comments: `<w:comment w:id="4">${paragraph('Agreed?')}</w:comment>`,
	});
const noted = (first: string, second: string) =>
	word(run('Rent is due'), first, run(' in advance'), second);
const ranged = (first: string, second: string) => {
	const comment = (text: string) =>
		`<w:commentRangeStart w:id="4"/>${run(text)}<w:commentRangeEnd w:id="4"/>`;
	const at = (text: string, place: string) => (text === place ? comment(text) : run(text));
	return noted('', at(' for flat', first) + at(' and yard', second) + reference('comment'));
};
const open = (first: string, second: string) =>
	openFile({ body: `<text:p>Rent is due${first} in advance${second}</text:p>` });
const note =
	'<text:note text:note-class="footnote"><text:note-body><text:p>Except in June.</text:p></text:note-body></text:note>';

test.each([
	['footnote', noted(reference('footnote'), ''), noted('', reference('footnote'))],
	['footnote of an ODT', open(note, ''), open('', note)],
])('a %s at another word is told of both words', async (_, kept, sent) => {
	expect(await differsFrom({ kept, sent })).toBe('High');
	const { changes } = await compared({ kept, sent });
	expect(changes).toMatchObject([
		{
			kind: 'formatted',
			oldText: 'plain then with a footnote: due; plain: advance',
			newText: 'plain: due; plain then with a footnote: advance',
		},
	]);
	expect((await compared({ kept, sent: kept })).accuracy).toBe(1);
});

test('an endnote is another note than a footnote', async () => {
	const files = {
		kept: noted(reference('footnote'), ''),
		sent: noted(reference('endnote'), ''),
	};
	expect((await compared(files)).changes[0]).toMatchObject({
		oldText: 'plain then with a footnote: due',
		newText: 'plain then with an endnote: due',
	});
});

test.each([
	['where it stands twice', run('First claim.'), run(' Second claim.')],
	['behind a sign', run('Due at 5 %'), run(' or 6 %')],
	['behind a character of two units', run('Due 𝔘'), run(' or 𝔙')],
	['behind a picture', '<w:r><w:drawing/></w:r>', run('now')],
])('a footnote %s is found', async (_, first, second) => {
	const files = {
		kept: word(first, reference('footnote'), second),
		sent: word(first, second, reference('footnote')),
	};
	expect(await differsFrom(files)).toBe('High');
});

test.each([
	['cuts its runs', ['Rent is due'], ['Rent is d', 'ue']],
	['sets the space', ['Rent is due '], ['Rent is due', ' ']],
])('how a program %s says nothing of the place of a note', async (_, ours, theirs) => {
	const make = (texts: readonly string[]) =>
		word(...texts.map((text) => run(text)), run('now'), reference('footnote'));
	expect(await differsFrom({ kept: make(ours), sent: make(theirs) })).toBeUndefined();
});

test('a note before the first word of its paragraph stands at that', async () => {
	const kept = word(reference('footnote'), run('Rent'), run(' is due'));
	const moved = word(run('Rent'), run(' is due'), reference('footnote'));
	expect((await compared({ kept, sent: moved })).changes).toMatchObject([
		{ oldText: 'with a footnote then plain: Rent; plain: due' },
	]);
	const cut = word(reference('footnote'), run('Re'), run('nt'), run(' is due'));
	expect(await differsFrom({ kept, sent: cut })).toBeUndefined();
});

test('a note that is all of its paragraph is told of that', async () => {
	const files = { kept: word(reference('footnote')), sent: word(reference('endnote')) };
	expect((await compared(files)).changes[0]).toMatchObject({
		oldText: 'with a footnote: ',
		newText: 'with an endnote: ',
	});
});

test('a note behind the punctuation of a word stands at the word', async () => {
	const kept = word(run('First claim.'), reference('footnote'), run(' Second claim.'));
	const sent = word(run('First claim.'), run(' Second claim.'), reference('footnote'));
	expect((await compared({ kept, sent })).changes).toMatchObject([
		{ oldText: 'plain then with a footnote: claim; plain: claim' },
	]);
	const within = word(run('First claim'), reference('footnote'), run('. Second claim.'));
	expect(await differsFrom({ kept, sent: within })).toBeUndefined();
});

test('words put in elsewhere do not move a note', async () => {
	const kept = noted('', reference('footnote'));
	const sent = noted(run(' always'), reference('footnote'));
	expect((await compared({ kept, sent })).changes).toMatchObject([
		{ kind: 'changed', newText: 'Rent is due always in advance' },
	]);
});

const told = ['A comment stands at other words in the sent file; where it stands is not compared.'];

test.each([
	['comment', noted(reference('comment'), ''), noted('', reference('comment'))],
	['comment on words', ranged(' for flat', ''), ranged('', ' and yard')],
])('a %s at other words is named', async (_, kept, sent) => {
	expect((await compared({ kept, sent })).notes).toEqual(told);
	expect((await compared({ kept, sent: kept })).notes).toEqual([]);
});

test('a comment on no words stands at the word before it', async () => {
	const kept = noted(reference('comment'), '');
	const empty = '<w:commentRangeStart w:id="4"/><w:commentRangeEnd w:id="4"/>';
	const sent = noted(empty + reference('comment'), '');
	expect((await compared({ kept, sent })).notes).toEqual([]);
});
