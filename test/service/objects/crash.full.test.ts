/** An upload killed on its way leaves the file wholly there or not at all, and fsck clean. */
import { CrashTrials } from './crash-trials';

let trials: CrashTrials;

beforeEach(() => {
	trials = new CrashTrials();
});

afterEach(() => trials.folder.remove());

test('killed at every ninth step that reaches disk, it is there wholly or not at all', async () => {
	const steps = (await trials.upload(Number.MAX_SAFE_INTEGER)) ?? 0;
	expect(steps).toBeGreaterThan(80);
	const outcomes: [number, readonly string[]][] = [];
	for (let killAt = 1; killAt <= steps; killAt += 9) {
		// An upload that finds its folders already there has fewer steps, and may end unharmed.
		expect((await trials.upload(killAt)) ?? 0).toBeLessThan(killAt);
		outcomes.push([killAt, await trials.faults()]);
	}
	expect(outcomes.filter(([, faults]) => faults.length > 0)).toEqual([]);
}, 300_000);
