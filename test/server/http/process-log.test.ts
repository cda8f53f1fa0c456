/** The log of a program as it leaves it: lines of one turn together, and all of them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BufferedLog } from '../../../server/http/process-log';

test('lines of one turn leave together, in their order, and those of the next by themselves', async () => {
	const written: string[] = [];
	const log = new BufferedLog((lines) => written.push(lines));
	log.write('one\n');
	log.write('two\n');
	expect(written).toEqual([]);
	await nextTurn();
	expect(written).toEqual(['one\ntwo\n']);
	log.write('three\n');
	await nextTurn();
	expect(written).toEqual(['one\ntwo\n', 'three\n']);
});

test('what has come when the program ends leaves at once, and only once', async () => {
	const written: string[] = [];
	const log = new BufferedLog((lines) => written.push(lines));
	log.write('last words\n');
	log.flush();
	expect(written).toEqual(['last words\n']);
	await nextTurn();
	expect(written).toEqual(['last words\n']);
});
