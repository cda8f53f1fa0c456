/** Text comparisons in their processes: same outcome as without, limits kept, the service goes on. */
import { setImmediate } from 'node:timers/promises';
import { runTextTask, type TextTask } from '../../../service/documents/text-task';
import { TextProcesses, usualLimits } from '../../../service/documents/text-processes';

function task(kept: string, sent: string, more: Partial<TextTask> = {}): TextTask {
	return { kept: Buffer.from(kept), sent: Buffer.from(sent), level: 'High', ...more };
}

const facts = {
	displayName: 'Lease',
	level: 'High',
	kept: { fileName: 'lease.txt', version: 1, date: '2026-11-20T12:00:00.000Z' },
	sent: { fileName: 'new.txt', date: '2026-11-20T12:00:00.000Z' },
} as const;

const somebody = { owner: 'somebody', signal: new AbortController().signal };

const made = (one: TextTask) => () => Promise.resolve(one);

/** Texts of many lines without a line in common. */
function unrelated(lineCount: number): TextTask {
	const text = (word: string) =>
		Array.from({ length: lineCount }, (_, index) => `${word}${index}\n`).join('');
	return task(text('kept'), text('sent'), { level: 'Excellent', facts });
}

test('a process has the outcome the task has by itself', async () => {
	const processes = new TextProcesses();
	for (const one of [
		task('The rent is 900 euros.\n', 'The rent is 950 euros.\n', { facts }),
		task('a b\n', 'a  b\n', { level: 'Low' }),
		task('text', '\u0000\u0001'),
	]) {
		expect(await processes.run(made(one), somebody)).toEqual(runTextTask(one));
	}
});

test('texts that differ in their encoding alone are equal but at the finest level', () => {
	const text = 'Straße nach Süden, an der Mühle vorbei und weiter geradeaus\n';
	const encodings = { kept: Buffer.from(text), sent: Buffer.from(text, 'latin1') };
	const similarity = (level: TextTask['level']) => runTextTask({ ...encodings, level, facts });
	expect(similarity('High')).toMatchObject({ similarity: 1 });
	expect(similarity('Excellent')).toMatchObject({
		similarity: 0.999999,
		report: expect.stringContaining('only the encoding of the files differs'),
	});
});

test('more tasks than processes are all done, each with its own outcome', async () => {
	const processes = new TextProcesses({ ...usualLimits, processesMax: 2 });
	const counts = [1, 2, 3, 4, 5];
	const outcomes = await Promise.all(
		counts.map((count) =>
			processes.run(made(task('word '.repeat(count), 'word '.repeat(5))), somebody),
		),
	);
	expect(outcomes).toEqual(
		counts.map((count) => ({
			isText: true,
			similarity: count === 5 ? 1 : Math.floor((2e6 * count) / (count + 5)) / 1e6,
		})),
	);
});

test('a process that takes too long is ended, and the next task has its turn', async () => {
	const processes = new TextProcesses({ ...usualLimits, processesMax: 1, timeoutMs: 1 });
	expect(await processes.run(made(unrelated(20_000)), somebody)).toBeUndefined();
	expect(await processes.run(made(unrelated(20_000)), somebody)).toBeUndefined();
});

test('a process that takes too much memory is ended likewise', async () => {
	const processes = new TextProcesses({ ...usualLimits, memoryMebibytes: 16 });
	expect(await processes.run(made(unrelated(50_000)), somebody)).toBeUndefined();
});

test('unrelated texts of 6,000 lines have an outcome, and timers go on meanwhile', async () => {
	let ticks = 0;
	const timer = setInterval(() => (ticks += 1), 5);
	const outcome = await new TextProcesses().run(made(unrelated(6_000)), somebody);
	clearInterval(timer);
	expect(outcome).toMatchObject({ isText: true });
	expect(ticks).toBeGreaterThan(0);
});

test('a comparison nobody waits for is ended with its process, and the next has its turn', async () => {
	const processes = new TextProcesses({ ...usualLimits, processesMax: 1 });
	const leaving = new AbortController();
	const left = processes.run(
		() => {
			void setImmediate().then(() => leaving.abort(new Error('left')));
			return made(unrelated(30_000))();
		},
		{ owner: 'who leaves', signal: leaving.signal },
	);
	await expect(left).rejects.toThrow('left');
	// The handle of a process that has ended is closed at the end of the event loop's turn.
	await setImmediate();
	await setImmediate();
	expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
	const next = await processes.run(made(task('a\n', 'a\n')), somebody);
	expect(next).toMatchObject({ similarity: 1 });
});
