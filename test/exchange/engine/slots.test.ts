import fc from 'fast-check';
import { Links, Slots, Words } from '../../../exchange/engine/slots';

/** True takes a slot, false gives the oldest one back. */
const steps = fc.array(fc.boolean(), { minLength: 500, maxLength: 3_000, size: 'max' });

test('every slot keeps its numbers while others are taken, given back and grown', () => {
	fc.assert(
		fc.property(steps, (script) => {
			const [words, links, wide] = [new Words(), new Links(), new Links(4)];
			const slots = new Slots([words, links, wide], links);
			const open: number[] = [];
			const known = new Set<number>();
			const most = { open: 0, slot: 0 };
			for (const takes of [...script.map(() => true), ...script]) {
				if (takes) {
					const slot = slots.take();
					if (known.has(slot)) throw new Error(`slot ${slot} is given out twice`);
					known.add(slot);
					open.push(slot);
					words.set(slot, Number.MAX_SAFE_INTEGER - slot);
					links.set(slot, slot - 2 ** 31);
					wide.set(slot * 4 + 3, slot);
					most.slot = Math.max(most.slot, slot);
					most.open = Math.max(most.open, open.length);
				} else {
					const oldest = open.shift() ?? slots.take();
					known.delete(oldest);
					slots.free(oldest);
				}
			}
			expect(most.slot).toBe(most.open);
			for (const slot of open) {
				expect(words.at(slot)).toBe(Number.MAX_SAFE_INTEGER - slot);
				expect(links.at(slot)).toBe(slot - 2 ** 31);
				expect(wide.at(slot * 4 + 3)).toBe(slot);
			}
			expect([words.at(0), links.at(0)]).toEqual([0, 0]);
		}),
		{ numRuns: 20 },
	);
});

test('no slot that is taken makes more than one column grow', () => {
	const columns = [new Words(), new Words(), new Links()] as const;
	let grown: number[] = [];
	for (const [index, column] of columns.entries()) {
		const grow = column.grow.bind(column);
		column.grow = (length) => {
			grown.push(index);
			grow(length);
		};
	}
	const slots = new Slots(columns, columns[2]);
	const counts = new Map<number, number>();
	for (let taken = 0; taken < 10_000; taken += 1) {
		grown = [];
		slots.take();
		expect(grown.length).toBeLessThanOrEqual(1);
		for (const index of grown) counts.set(index, (counts.get(index) ?? 0) + 1);
	}
	expect(counts.get(0)).toBeGreaterThan(10);
	expect(new Set(counts.values()).size).toBe(1);
});
