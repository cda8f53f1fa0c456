/** Whose turn it is: by owners and not by how many wait. */
import { FairSlots, type Release } from '../../../comparison/worker/fair-slots';

const patient = new AbortController().signal;

/** Nobody has had a slot for longer than another. */
const still = { now: () => 0 };

/** Lets what was settled be carried on with. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Takes a slot and tells the name when the turn has come. */
function queue(slots: FairSlots, turns: string[], signal = patient) {
	const releases: Release[] = [];
	const ask = (owner: string, name: string) =>
		void slots.take(owner, signal).then(
			(release) => {
				turns.push(name);
				releases.push(release);
			},
			(fault: Error) => turns.push(fault.message),
		);
	return { ask, releases };
}

test('owners take turns, each in the order they asked', async () => {
	const turns: string[] = [];
	const slots = new FairSlots(1, still);
	const { ask, releases } = queue(slots, turns);
	for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) ask(name.slice(0, 1), name);
	for (let turn = 0; turn < 7; turn += 1) {
		await settled();
		releases.shift()?.();
	}
	expect(turns).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('no more have a slot than there are, and a slot given back can be taken', async () => {
	const turns: string[] = [];
	const slots = new FairSlots(2, still);
	const { ask, releases } = queue(slots, turns);
	for (const name of ['a1', 'a2', 'a3']) ask('a', name);
	await settled();
	expect(turns).toEqual(['a1', 'a2']);
	for (const release of releases.splice(0)) release();
	await settled();
	for (const release of releases.splice(0)) release();
	ask('b', 'b1');
	await settled();
	expect(turns).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('who leaves while waiting is told why and takes no turn', async () => {
	const turns: string[] = [];
	const slots = new FairSlots(1, still);
	const leaving = new AbortController();
	const stays = queue(slots, turns);
	const leaves = queue(slots, turns, leaving.signal);
	stays.ask('a', 'a1');
	leaves.ask('b', 'b1');
	leaves.ask('a', 'a2');
	stays.ask('a', 'a3');
	await settled();
	leaving.abort(new Error('left'));
	leaves.ask('b', 'b2');
	for (let turn = 0; turn < 2; turn += 1) {
		await settled();
		stays.releases.shift()?.();
	}
	await settled();
	expect(turns).toEqual(['a1', 'left', 'left', 'left', 'a3']);
});

test('who holds none comes before who holds some, and who had less time before who had more', async () => {
	let now = 0;
	const turns: string[] = [];
	const slots = new FairSlots(2, { now: () => now });
	const { ask, releases } = queue(slots, turns);
	const next = async () => {
		await settled();
		releases.shift()?.();
	};
	for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) ask(name.slice(0, 1), name);
	await settled();
	now = 10;
	// One place of a comes free; a still holds the other.
	await next();
	await settled();
	expect(turns).toEqual(['a1', 'a2', 'b1']);
	now = 60;
	await next();
	await settled();
	// a has had 70, and b none that it gave back.
	expect(turns).toEqual(['a1', 'a2', 'b1', 'a3']);
	now = 61;
	await next();
	ask('c', 'c1');
	for (let turn = 0; turn < 4; turn += 1) await next();
	await settled();
	expect(turns).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4']);
});

test('an owner who holds none gets a further slot when their patience is over, and one alone', async () => {
	const waits: (() => void)[] = [];
	const turns: string[] = [];
	const later = (then: () => void) => {
		waits.push(then);
		return { cancel: () => waits.splice(waits.indexOf(then), 1) };
	};
	const slots = new FairSlots(2, still, later);
	const { ask, releases } = queue(slots, turns);
	for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1']) ask(name.slice(0, 1), name);
	await settled();
	expect(turns).toEqual(['a1', 'a2']);
	for (const patience of [...waits]) patience();
	await settled();
	// The long work of the first owner goes on; of the others there are as many as usual slots.
	expect(turns).toEqual(['a1', 'a2', 'b1', 'c1']);
	releases.pop()?.();
	releases.pop()?.();
	await settled();
	expect(turns).toEqual(['a1', 'a2', 'b1', 'c1']);
	for (let turn = 0; turn < 3; turn += 1) {
		releases.shift()?.();
		await settled();
	}
	expect(turns).toEqual(['a1', 'a2', 'b1', 'c1', 'd1', 'a3', 'b2']);
	expect(waits).toEqual([]);
});
