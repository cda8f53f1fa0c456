import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from '../../../../server/http/app/turns';

test('what waits is done in its order, so much in a turn and no more', async () => {
	const turns = new Turns(2);
	const done: string[] = [];
	for (const name of ['a', 'b', 'c', 'd', 'e']) turns.add(() => done.push(name));
	const seen: string[] = [];
	for (let turn = 0; turn < 4; turn += 1) {
		seen.push(done.join(''));
		await nextTurn();
	}
	expect(seen).toEqual(['', 'ab', 'abcd', 'abcde']);
});

test('what is added meanwhile is done after what waited before, and later in a turn of its own', async () => {
	const turns = new Turns(1);
	const done: string[] = [];
	turns.add(() => {
		done.push('first');
		turns.add(() => done.push('third'));
	});
	turns.add(() => done.push('second'));
	for (let turn = 0; turn < 3; turn += 1) await nextTurn();
	expect(done).toEqual(['first', 'second', 'third']);
	turns.add(() => done.push('alone'));
	expect(done).toHaveLength(3);
	await nextTurn();
	expect(done.at(-1)).toBe('alone');
});
