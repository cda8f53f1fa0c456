import fc from 'fast-check';
import { mirrored, Pairing, pairsIn } from '../../../comparison/align/pairing';

const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 9 });

/** In two steps, as the formats pair: equal ones in order, then equal ones wherever they stand. */
function paired(kept: readonly string[], sent: readonly string[]): Pairing {
	const pairing = new Pairing(kept.length, sent.length);
	pairing.addInOrder(kept, sent);
	pairing.addByKey(kept, sent);
	return pairing;
}

describe('whatever was paired', () => {
	it('each entry is told once, in the order of the sent list', () => {
		fc.assert(
			fc.property(keys, keys, (kept, sent) => {
				const pairs = [...pairsIn(paired(kept, sent).partners())];
				const told = (side: 'kept' | 'sent') => pairs.flatMap((pair) => pair[side] ?? []);
				expect(told('sent')).toEqual([...sent.keys()]);
				expect(told('kept').toSorted((one, other) => one - other)).toEqual([...kept.keys()]);
				for (const pair of pairs) {
					if (pair.kept === undefined || pair.sent === undefined) continue;
					expect(kept[pair.kept]).toBe(sent[pair.sent]);
				}
			}),
		);
	});

	it('pairs that did not move ascend on both sides, and exchanged lists say the same', () => {
		fc.assert(
			fc.property(keys, keys, (kept, sent) => {
				const partners = paired(kept, sent).partners();
				const stays = [...pairsIn(partners)].flatMap((pair) =>
					pair.isMoved || pair.kept === undefined ? [] : [pair.kept],
				);
				const inOrder = stays.filter((place) => partners.toSent[place] !== -1);
				expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
				const back = mirrored(partners);
				expect(mirrored(back)).toEqual(partners);
				const moved = (isMoved: Uint8Array) => isMoved.reduce((sum, one) => sum + one, 0);
				expect(moved(back.isMoved)).toBe(moved(partners.isMoved));
			}),
		);
	});
});

it('of as many that could have moved, those that kept their places stayed', () => {
	const pairing = paired(['head', 'x', 'y', 'z'], ['head', 'z', 'y']);
	expect([...pairsIn(pairing.partners())]).toEqual([
		{ kept: 0, sent: 0, isMoved: false },
		{ kept: 3, sent: 1, isMoved: true },
		{ kept: 1, isMoved: false },
		{ kept: 2, sent: 2, isMoved: false },
	]);
});

it('what is known to have moved is no neighbour of a gap', () => {
	const pairing = new Pairing(4, 4);
	pairing.add(0, 0);
	pairing.addMoved(1, 3);
	expect(pairing.gaps()).toEqual([{ keptFrom: 1, keptTo: 4, sentFrom: 1, sentTo: 4 }]);
	expect(pairing.freeIn({ keptFrom: 1, keptTo: 4, sentFrom: 1, sentTo: 4 })).toEqual({
		kept: [2, 3],
		sent: [1, 2],
	});
	expect(pairing.moved()).toEqual(Uint8Array.of(0, 1, 0, 0));
});

it('the most alike are paired, if they are alike enough', () => {
	const pairing = new Pairing(2, 2);
	pairing.addAlike((kept, sent) => (kept === 0 ? 0.4 : sent === 0 ? 0.9 : 0.8), 0.5);
	expect([...pairing.toSent]).toEqual([-1, 0]);
});
