/** The crash test at every single step that reaches disk. */
import { CrashTrials } from './crash-trials';

test('an upload killed at any step is there wholly or not at all', async () => {
	const trials = new CrashTrials();
	const outcomes: [number, readonly string[]][] = [];
	for (let killAt = 1, done = false; !done; killAt += 1) {
		done = (await trials.upload(killAt)) !== undefined;
		const faults = await trials.faults();
		if (faults.length > 0) outcomes.push([killAt, faults]);
	}
	await trials.folder.remove();
	expect(outcomes).toEqual([]);
}, 1_800_000);
