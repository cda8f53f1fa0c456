/** What holds of every comparison of trees, by properties from a seed and by pairs with known edits. */
import fc from 'fast-check';
import { applyPatch, type Operation } from 'fast-json-patch';
import { levelNames } from '../../../../comparison/core/level';
import {
	jsonComparer,
	xmlComparer,
	yamlComparer,
} from '../../../../comparison/formats/tree/comparers';
import { Comparisons } from '../../../../comparison/worker/comparisons';
import { pageOf, pair, somebody } from '../../comparing';
import { type TreeFormat, treePairs } from '../../quality/tree';
import { compared, fileText, told } from './comparing-trees';

const runs = { seed: 15, numRuns: 150 };

/** Small alphabets, so that parts of two documents are often equal. */
const leaf = fc.oneof(
	fc.constantFrom(0, 1, 1.5, -2, 1e21, true, null),
	fc.constantFrom('', 'a', 'A', 'a b', 'a  b', 'a, b', 'some words that are longer'),
);
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'medium' },
		leaf,
		fc.array(tie('value'), { maxLength: 5 }),
		fc.dictionary(fc.constantFrom('id', 'a', 'b', 'a/b', '~'), tie('value'), { maxKeys: 4 }),
	),
}));
const two = fc.tuple(anyValue, anyValue);

describe('of any two documents', () => {
	test('one written anew with its members in another order is equal at High and below', () =>
		fc.assert(
			fc.asyncProperty(anyValue, async (value) => {
				const sent = JSON.stringify(reordered(value), null, 2);
				const { accuracy, changes } = await compared(jsonComparer, JSON.stringify(value), sent);
				expect({ accuracy, changes }).toEqual({ accuracy: 1, changes: [] });
			}),
			runs,
		));

	test('swapping them swaps what was added and removed and leaves the accuracy', () =>
		fc.assert(
			fc.asyncProperty(two, async ([first, second]) => {
				const there = await compared(jsonComparer, JSON.stringify(first), JSON.stringify(second));
				const back = await compared(jsonComparer, JSON.stringify(second), JSON.stringify(first));
				const { added, removed, ...others } = there.counts;
				expect(back.counts).toEqual({ ...others, added: removed, removed: added });
				expect(back.accuracy).toBe(there.accuracy);
			}),
			runs,
		));

	test('a finer level never says less different, and none is 1 where a change is shown', () =>
		fc.assert(
			fc.asyncProperty(two, async ([first, second]) => {
				let before = 1;
				for (const level of levelNames) {
					const ways = { level };
					const kept = JSON.stringify(first);
					const result = await compared(jsonComparer, kept, ` ${JSON.stringify(second)}`, ways);
					expect(result.accuracy).toBeLessThanOrEqual(before);
					expect(result.accuracy).toBeGreaterThanOrEqual(0);
					expect(result.accuracy === 1).toBe(result.changes.length === 0);
					before = result.accuracy;
				}
				expect(before).toBeLessThan(1);
			}),
			runs,
		));

	test('the JSON Patch gives the new one', () =>
		fc.assert(
			fc.asyncProperty(two, async ([first, second]) => {
				const kept = JSON.stringify(first);
				const ways = { isReported: true };
				const result = await compared(jsonComparer, kept, JSON.stringify(second), ways);
				const patch = JSON.parse(fileText(result, 'JSON Patch')) as Operation[];
				expect(applyPatch(JSON.parse(kept), patch).newDocument).toEqual(second);
			}),
			runs,
		));

	test('a path that is left out hides what is below it and nothing else', () =>
		fc.assert(
			fc.asyncProperty(two, two, async ([out, otherOut], [kept, sent]) => {
				const rules = { ignorePaths: ['/left'] };
				const hidden = { left: out, shown: kept };
				const otherHidden = { left: otherOut, shown: sent };
				const ruled = await compared(
					jsonComparer,
					JSON.stringify(hidden),
					JSON.stringify(otherHidden),
					{ rules },
				);
				const alone = [{ shown: kept }, { shown: sent }].map((part) => JSON.stringify(part));
				const plain = await compared(jsonComparer, alone[0] ?? '', alone[1] ?? '');
				expect(told(ruled).toSorted()).toEqual(told(plain).toSorted());
			}),
			runs,
		));
});

function reordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reordered);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, part]) => [name, reordered(part)] as const);
	return Object.fromEntries(entries.toReversed());
}

test('more edits never raise the accuracy', async () => {
	const item = (at: number) => ({ id: at, v: at * 3, t: `text ${at}` });
	const items = Array.from({ length: 60 }, (_, at) => item(at));
	const kept = JSON.stringify(items);
	let before = 1;
	for (let edit = 0; edit < 60; edit++) {
		// Each edit has a part of its own: 7 has no divisor in common with 60.
		const at = items.findIndex(({ id }) => id === (edit * 7) % 60);
		if (edit % 3 === 0) items[at] = { ...item(at), v: -1 - edit, id: (edit * 7) % 60 };
		else if (edit % 3 === 1) items.splice(at, 0, item(100 + edit));
		else items.splice(at, 1);
		const { accuracy } = await compared(jsonComparer, kept, JSON.stringify(items));
		expect(accuracy).toBeLessThanOrEqual(before);
		before = accuracy;
	}
	expect(before).toBeLessThan(0.7);
});

describe('of 50 pairs with known edits', () => {
	const comparers = { JSON: jsonComparer, YAML: yamlComparer, XML: xmlComparer };

	test.each(['JSON', 'YAML', 'XML'] satisfies TreeFormat[])(
		'%s is told at its places, with precision and recall of at least 0.95',
		async (format) => {
			const sum = { hits: 0, told: 0, expected: 0 };
			for (const { kept, sent, expected } of treePairs(format, 50, 15)) {
				const found = told(await compared(comparers[format], kept, sent));
				sum.hits += found.filter((change) => expected.includes(change)).length;
				sum.told += found.length;
				sum.expected += expected.length;
			}
			const precision = sum.hits / sum.told;
			const recall = sum.hits / sum.expected;
			console.log(
				`${format}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${sum.expected} edits`,
			);
			expect(Math.min(precision, recall)).toBeGreaterThanOrEqual(0.95);
		},
	);
});

test('in its process each of them gives a report with its changes and files', async () => {
	const facts = {
		displayName: 'Prices',
		level: 'High',
		address: 'http://localhost:8080/reports/one',
		kept: { fileName: 'a', version: 1, date: '2026-11-20T12:00:00.000Z' },
		sent: { fileName: 'b', date: '2026-11-20T12:00:00.000Z' },
	} as const;
	const comparisons = new Comparisons();
	const rows = [
		['a.json', '{"p":[1,{"x":"<b>"}]}', '{"p":[1,{"x":"<i>"}]}', '/p/1/x', ['JSON Patch']],
		['a.yaml', 'p: [1]\n', 'p: [2]\n', '/p/0', ['JSON Patch', 'Unified diff']],
		['a.xml', '<p><q>1</q></p>', '<p><q>2</q></p>', '/p/q/text()', ['Unified diff']],
	] as const;
	await Promise.all(
		rows.map(async ([fileName, kept, sent, path, labels]) => {
			const outcome = await comparisons.run(pair(kept, sent, { fileName, facts }), somebody);
			expect(outcome).toMatchObject({
				outcome: 'different',
				summary: '1 path changed.',
				changes: [{ kept: { path } }],
			});
			expect(pageOf(outcome)).toContain('id="change-1"');
			expect(pageOf(outcome)).not.toContain('<i>');
			expect(outcome.report?.files.map(({ label }) => label)).toEqual(labels);
		}),
	);
	const broken = await comparisons.run(pair('{"a":1}', '{"a":1', { fileName: 'a.json' }), somebody);
	expect(broken).toMatchObject({ outcome: 'unreadable' });
	expect(broken.summary).toContain('line 1, column 7');
});
