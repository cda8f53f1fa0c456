/**
 * False alarms and misses at the default level, on files as programs and scanners hand them on: where a
 * person says that nothing changed the answer is equal, and where something did, it is told and nothing else.
 */
import { accuracyLevels } from '../../../api/comparison/levels';
import type { Box } from '../../../api/comparison/place';
import type { Change } from '../../../comparison/core/comparison';
import { rectangleOf } from '../../../comparison/formats/image/picture';
import { compare, expectMirrored } from '../levels/comparing';
import { savedFiles, type SavedFiles } from './made-files';
import { changedPairs, noisyPairs, unchangedPairs, type Told } from './pairs';
import { invoice } from './sources';

let saved: SavedFiles;
beforeAll(() => (saved = savedFiles()));

test('of 25 pairs in which nothing changed to a person, at most one is different', async () => {
	const different: string[] = [];
	const pairs = Object.entries(await unchangedPairs(saved));
	for (const [name, pair] of pairs) {
		const { accuracy } = await compare(pair.kind, pair, 'High', pair.rules);
		if (accuracy < 1) different.push(name);
		await expectMirrored(pair.kind, pair, 'High', pair.rules);
	}
	expect(pairs).toHaveLength(25);
	// Which one would be named here.
	expect(different).toEqual([]);
});

test('of 17 pairs in which something did, it is told, and nothing beside it', async () => {
	const pairs = Object.entries(await changedPairs(saved));
	for (const [name, pair] of pairs) {
		const { changes } = await compare(pair.kind, pair, 'High');
		const untold = pair.told.filter((told) => !changes.some((change) => isTold(change, told)));
		const beside = changes.filter((change) => !pair.told.some((told) => isTold(change, told)));
		expect({ name, untold, beside }).toEqual({ name, untold: [], beside: [] });
		await expectMirrored(pair.kind, pair, 'High');
	}
	expect(pairs).toHaveLength(17);
});

test('of 8 pairs with harmless noise, each differs from its level on', async () => {
	const pairs = Object.entries(noisyPairs(saved));
	for (const [name, pair] of pairs) {
		const found: number[] = [];
		for (const level of accuracyLevels)
			found.push((await compare(pair.kind, pair, level)).accuracy);
		const from = accuracyLevels[found.findIndex((accuracy) => accuracy < 1)];
		expect({ name, from }).toEqual({ name, from: pair.from });
		await expectMirrored(pair.kind, pair, 'High');
	}
	expect(pairs).toHaveLength(8);
});

function isTold({ sent, kept, oldText = '', newText = '' }: Change, told: Told): boolean {
	const place = { ...kept, ...sent };
	const isThere = Object.entries(told.at ?? {}).every(
		([name, value]) => place[name as keyof typeof place] === value,
	);
	const isOn = told.on === undefined || (place.box !== undefined && meets(place.box, told.on));
	return isThere && isOn && oldText.includes(told.old ?? '') && newText.includes(told.now ?? '');
}

function meets(box: Box, on: NonNullable<Told['on']>): boolean {
	const { x, y, width, height } = rectangleOf(box, invoice());
	return on.x < x + width && x < on.x + on.width && on.y < y + height && y < on.y + on.height;
}
