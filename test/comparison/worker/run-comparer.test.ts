/** What comparers throw: a sentence for people in each case, and only a fault is told to who runs them. */
import {
	TooMuchToCompare,
	type Comparer,
	type ComparisonTask,
} from '../../../comparison/core/comparison';
import { comparePieces } from '../../../comparison/formats/bytes/compare-pieces';
import { compareEntry } from '../../../comparison/worker/entry-comparison';
import { faultyReason, runComparer } from '../../../comparison/worker/run-comparer';

const throwing = (thrown: Error): Comparer => ({
	compare: () => Promise.reject(thrown),
	outline: () => Promise.reject(thrown),
});

function taskTelling(faults: unknown[]): ComparisonTask {
	const side = (text: string) => ({ bytes: Buffer.from(text), fileName: 'a.txt' });
	return {
		...{ kept: side('one'), sent: side('two'), level: 'High', rules: {}, isReported: true },
		onProgress: () => undefined,
		onFault: (fault) => faults.push(fault),
	};
}

test.each([
	['more than can be compared', new TooMuchToCompare('Too many words.'), 'Too many words.', 0],
	['a fault', new RangeError('index out of range'), faultyReason, 1],
])('%s ends in its sentence', async (_, thrown, sentence, told) => {
	const faults: unknown[] = [];
	expect(await runComparer(throwing(thrown), taskTelling(faults))).toBe(sentence);
	expect(faults).toHaveLength(told);
});

test('an entry whose comparer fails is compared as bytes, and the others as ever', async () => {
	const faults: unknown[] = [];
	const failing = {
		comparerOf: () => Promise.resolve(throwing(new Error('x'))),
		pieces: () => Promise.resolve(comparePieces),
	};
	const compared = await compareEntry(taskTelling(faults), undefined, failing);
	expect(compared).toMatchObject({ isReadable: true, method: 'bytes' });
	expect(compared.notes[0]).toBe(faultyReason);
	expect(faults).toHaveLength(1);
});
