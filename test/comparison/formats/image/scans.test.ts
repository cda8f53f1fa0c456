/** Scans of the same sheet: noise and a slight turn are no content, and what changed is found in both. */
import sharp from 'sharp';
import type { Compared } from '../../../../comparison/core/comparison';
import type { Level } from '../../../../comparison/core/level';
import type { CompareRules } from '../../../../comparison/core/rules';
import { imageComparer } from '../../../../comparison/formats/image/image-comparer';
import {
	rectangleOf,
	type Picture,
	type Rectangle,
} from '../../../../comparison/formats/image/picture';
import { countOf } from '../../../support/run/tier';
import { Random } from '../../quality/random';
import { marks, scanned, sheet, type MarkName, type Scanner } from '../../quality/scans';

const seed = 41;
const runs = countOf({ quick: 1, full: 4 });

async function compare(
	kept: Uint8Array,
	sent: Uint8Array,
	level: Level = 'High',
	rules: CompareRules = {},
) {
	const compared = await imageComparer.compare({
		kept: { bytes: kept, fileName: 'kept' },
		sent: { bytes: sent, fileName: 'sent' },
		...{ level, rules, isReported: false, onProgress: () => undefined },
	});
	if (!compared.isReadable) throw new Error(compared.reason);
	return compared;
}

/** Another scanner, or the same on another day. */
function scannerOf(random: Random): Scanner {
	return {
		random,
		noise: random.between(1, 7),
		darker: random.between(0, 9),
		quality: random.between(60, 96),
	};
}

const names = Object.keys(marks) as MarkName[];

/** A turned sheet takes a second. */
const turnedNames = names.slice(0, countOf({ quick: 2, full: names.length }));
const turns = [
	[0.4, 'Excellent'],
	[1.5, 'Medium'],
	[-0.15, 'Excellent'],
	[-1.1, 'Excellent'],
] as const;

/** True if a side has regions, and all of them meet the rectangle. */
function isFoundAlone(
	{ changes }: Compared,
	side: 'kept' | 'sent',
	expected: Rectangle,
	on: Picture,
): boolean {
	const margin = 6;
	const regions = changes.flatMap((change) => change[side]?.box ?? []);
	return (
		regions.length > 0 &&
		regions
			.map((box) => rectangleOf(box, on))
			.every(
				({ x, y, width, height }) =>
					x < expected.x + expected.width + margin &&
					expected.x < x + width + margin &&
					y < expected.y + expected.height + margin &&
					expected.y < y + height + margin,
			)
	);
}

/** Around a rectangle of a sheet that was turned around its middle. */
function turnedBy(turn: number, { x, y, width, height }: Rectangle, on: Picture): Rectangle {
	const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
	const [right, down] = [x + width / 2 - on.width / 2, y + height / 2 - on.height / 2];
	return {
		x: on.width / 2 + right * cos - down * sin - width / 2,
		y: on.height / 2 + right * sin + down * cos - height / 2,
		...{ width, height },
	};
}

test('a sheet scanned again is equal at High, whatever noise and light', async () => {
	const random = new Random(seed);
	for (let run = 0; run < runs; run += 1) {
		const page = sheet(run);
		const one = await scanned(page, scannerOf(random));
		const other = await scanned(page, scannerOf(random));
		const { accuracy, changes, notes } = await compare(one, other);
		expect({ run, accuracy, changes }).toEqual({ run, accuracy: 1, changes: [] });
		expect(notes.join()).toContain('than compression, scanning or the smoothing');
		expect((await compare(one, other, 'Excellent')).accuracy).toBeLessThan(1);
	}
});

test.each(names)(
	'%s that is missing on the other scan is found, and nothing else',
	async (name) => {
		const random = new Random(seed);
		for (let run = 0; run < runs; run += 1) {
			const kept = await scanned(sheet(run), scannerOf(random));
			const sent = await scanned(sheet(run, name), scannerOf(random));
			const found = await compare(kept, sent, 'Lowest');
			const isFound = isFoundAlone(found, 'kept', marks[name].rectangle, sheet(run));
			expect({ run, isFound, found: isFound ? undefined : found }).toEqual({ run, isFound: true });
		}
	},
);

test.each([95, 80, 60, 40])(
	'a JPEG saved again at quality %i is equal at High',
	async (quality) => {
		const page = sheet(quality);
		const { width, height, data } = page;
		const texture = data.map((value, at) => {
			const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)];
			const isPhoto = x > 600 && y > 200 && y < 600 && at % 4 !== 3;
			return isPhoto ? 128 + 60 * Math.sin(x / 9) * Math.cos(y / 7) + 30 * Math.sin(x * y) : value;
		});
		const jpeg = await sharp(texture, { raw: { width, height, channels: 4 } })
			.removeAlpha()
			.jpeg({ quality: 85 })
			.toBuffer();
		const { accuracy, changes } = await compare(
			jpeg,
			await sharp(jpeg).jpeg({ quality }).toBuffer(),
		);
		expect({ accuracy, changes }).toEqual({ accuracy: 1, changes: [] });
	},
);

describe('a sheet that lay turned on the glass', () => {
	test('beside a region that is left out and cuts words, nothing differs on either side', async () => {
		const random = new Random(seed);
		const one = await scanned(sheet(1), scannerOf(random));
		const other = await scanned(sheet(1), { ...scannerOf(random), turn: 1.1 });
		const rules = { ignoreRegions: [{ x: 0.13, y: 0.21, width: 0.37, height: 0.26 }] };
		for (const pair of [[one, other] as const, [other, one] as const]) {
			const { accuracy, changes } = await compare(...pair, 'Low', rules);
			expect({ accuracy, changes }).toEqual({ accuracy: 1, changes: [] });
		}
	});

	test.each(turns.slice(0, countOf({ quick: 2, full: turns.length })))(
		'by %d degrees is turned back, and a note says so; it counts from %s on',
		async (turn, from) => {
			const random = new Random(seed);
			const one = await scanned(sheet(1), scannerOf(random));
			const other = await scanned(sheet(1), { ...scannerOf(random), turn });
			const coarser = from === 'Medium' ? 'Low' : 'High';
			const { changes, accuracy, notes } = await compare(one, other, coarser);
			expect({ accuracy, changes }).toEqual({ accuracy: 1, changes: [] });
			const way = turn > 0 ? 'clockwise' : 'counterclockwise';
			const told = new RegExp(`is turned ${way} by ([\\d.]+) degrees`).exec(notes.join());
			expect(Number(told?.[1])).toBeCloseTo(Math.abs(turn), 1);
			expect((await compare(one, other, from)).changes[0]).toMatchObject({ kind: 'moved' });
			const back = await compare(other, one, 'Medium');
			const wayBack = turn < 0 ? 'clockwise' : 'counterclockwise';
			expect(back.notes.join()).toContain(`is turned ${wayBack} by ${told?.[1]} degrees`);
		},
	);

	test.each(turnedNames)('still shows that %s is missing, at its place on both', async (name) => {
		const random = new Random(seed);
		for (let run = 0; run < runs; run += 1) {
			const turn = (random.between(20, 150) / 100) * (run % 2 === 0 ? 1 : -1);
			const page = sheet(run);
			const one = await scanned(page, scannerOf(random));
			const other = await scanned(sheet(run, name), { ...scannerOf(random), turn });
			const found = await compare(one, other, 'Lowest');
			const { rectangle } = marks[name];
			const isFound = {
				kept: isFoundAlone(found, 'kept', rectangle, page),
				sent: isFoundAlone(found, 'sent', turnedBy(turn, rectangle, page), page),
			};
			expect({ run, turn, ...isFound }).toEqual({ run, turn, kept: true, sent: true });
			const back = await compare(other, one, 'Lowest');
			expect(back.accuracy).toBe(found.accuracy);
			expect(back.changes.map(({ kept, sent }) => [sent?.box, kept?.box])).toEqual(
				found.changes.map(({ kept, sent }) => [kept?.box, sent?.box]),
			);
		}
	});
});

describe('a sheet that lay elsewhere on the glass', () => {
	test.each([
		[3, 5],
		[-7.65, -2.4],
		[0.7, 0.6],
	])(
		'by %d and %d pixels is equal at High in another light, and shows what is missing',
		async (right, down) => {
			const random = new Random(seed);
			const scanner = { random, noise: 4, quality: 80 };
			const one = await scanned(sheet(1), { ...scanner, darker: 2 });
			const elsewhere = { ...scanner, darker: 9, right, down };
			const same = await compare(one, await scanned(sheet(1), elsewhere));
			expect({ accuracy: same.accuracy, changes: same.changes }).toEqual({
				accuracy: 1,
				changes: [],
			});
			const way = `${Math.abs(Math.round(right))} pixel${Math.abs(right) > 1.5 ? 's' : ''} to the ${right > 0 ? 'right' : 'left'}`;
			expect(same.notes.join()).toContain(way);
			for (const name of names.slice(-countOf({ quick: 1, full: names.length }))) {
				const found = await compare(one, await scanned(sheet(1, name), elsewhere), 'Lowest');
				const isFound = isFoundAlone(found, 'kept', marks[name].rectangle, sheet(1));
				expect({ name, isFound }).toEqual({ name, isFound: true });
			}
		},
	);
});
