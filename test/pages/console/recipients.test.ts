/** A list of people who each get the same contract: which columns count, what is refused, and the contracts it makes. */
import {
	contractsOf,
	emptyDraft,
	missingIn,
	withoutLine,
	type Draft,
} from '../../../pages/console/contracts/draft';
import { listedMax, recipientsOf } from '../../../pages/console/contracts/recipients';

const of = (...rows: readonly (readonly string[])[]) =>
	recipientsOf(
		{ id: 'list', fileName: 'people.csv' },
		rows.flatMap((cells, place) => (cells.join('') === '' ? [] : [{ line: place + 1, cells }])),
	);

test('every column of addresses is a signer, and a column "name" tells the contracts apart', () => {
	const heading = ['Name', 'Tenant', 'City', 'Witness'];
	const list = of(
		heading,
		['Flat 1', ' ann@a.test ', 'Berlin', 'bo@a.test'],
		[''],
		[...['Flat 2', 'cem@a.test', 'Paris', 'bo@a.test']],
	);
	expect(list.lines).toEqual([
		{ line: 2, emails: ['ann@a.test', 'bo@a.test'], name: 'Flat 1' },
		{ line: 4, emails: ['cem@a.test', 'bo@a.test'], name: 'Flat 2' },
	]);
});

test('a list without a heading is taken from its first line', () => {
	expect(of(['ann@a.test'], ['bo@a.test']).lines.map(({ line }) => line)).toEqual([1, 2]);
});

test.each([
	['The list is empty.', [[''], []]],
	['The list has no column of e-mail addresses in its first line.', [['name'], ['Ann']]],
	['Line 3: “bo” is no e-mail address.', [['email'], ['ann@a.test'], ['bo']]],
	['Line 3 has the same people as line 2.', [['email'], ['ann@a.test'], ['Ann@a.test']]],
	[
		`The list has ${listedMax + 1} lines; send at most ${listedMax} at once.`,
		Array.from({ length: listedMax + 1 }, (_, place) => [`p${place}@a.test`]),
	],
])('%s', (message, rows) => {
	expect(() => of(...rows)).toThrow(message);
});

const file = new File(['x'], 'lease.pdf');
const draft: Draft = {
	...emptyDraft('key'),
	file,
	signers: [
		{ ...emptyDraft('').signers[0], email: 'owner@a.test', role: 'Signer' },
		{ ...emptyDraft('').signers[0], email: '', role: 'Signer' },
	],
};

test('a draft with a list sends a contract for each line, with a key that the line keeps', () => {
	const list = of(['name', 'email'], ['Flat 1', 'ann@a.test'], ['', 'bo@a.test']);
	const made = contractsOf({ ...draft, list });
	expect(made.map(({ key, name, signers }) => [key, name, ...signers.map((s) => s.email)])).toEqual(
		[
			['list 2', 'lease.pdf (Flat 1)', 'owner@a.test', 'ann@a.test'],
			['list 3', 'lease.pdf', 'owner@a.test', 'bo@a.test'],
		],
	);
	expect(contractsOf(draft)).toEqual([draft]);
	const [first = draft] = made;
	const left = contractsOf(withoutLine({ ...draft, list }, first));
	expect(left.map(({ key }) => key)).toEqual(['list 3']);
});

test('a list must fit the signers without an address', () => {
	expect(missingIn(draft)?.name).toBe('Give the address of every signer, or remove the line.');
	expect(missingIn({ ...draft, list: of(['ann@a.test']) })).toBeUndefined();
	expect(missingIn({ ...draft, list: of(['ann@a.test', 'bo@a.test']) })).toEqual({
		name: 'The list has addresses for {listed} signers, and {unnamed} have none above.',
		values: { listed: 2, unnamed: 1 },
	});
});
