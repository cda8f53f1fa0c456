/** How long a request waits for a place that another one has taken. */
import { Comparisons, usualLimits } from '../../comparison/worker/comparisons';
import { pair } from './comparing';

test('a request is refused when its turn does not come in time, and queued work waits on', async () => {
	const comparisons = new Comparisons({ ...usualLimits, processesMax: 1, waitMsMax: 1 });
	const leaving = new AbortController();
	const { signal } = new AbortController();
	const files = pair('one', 'two');
	const endless = { ...files.kept, read: () => new Promise<never>(() => undefined) };
	const holding = comparisons.run(
		{ ...files, kept: endless },
		{ owner: 'a', signal: leaving.signal },
	);
	const refused = { code: 'Keeper_ComparisonsBusy', args: [1] };
	const late = comparisons.run(files, { owner: 'b', signal });
	await expect(late).rejects.toMatchObject(refused);
	const queued = comparisons.run(files, { owner: 'b', signal, isPatient: true });
	leaving.abort(new Error('left'));
	await expect(holding).rejects.toThrow('left');
	expect(await queued).toMatchObject({ outcome: 'different' });
});

test('two endless comparisons of one organisation do not keep another waiting', async () => {
	const comparisons = new Comparisons(usualLimits);
	const leaving = new AbortController();
	const { signal } = new AbortController();
	const files = pair('one', 'two');
	const endless = { ...files.kept, read: () => new Promise<never>(() => undefined) };
	const asked = { owner: 'a', signal: leaving.signal };
	const holding = [1, 2, 3].map(() => comparisons.run({ ...files, kept: endless }, asked));
	expect(await comparisons.run(files, { owner: 'b', signal })).toMatchObject({
		outcome: 'different',
	});
	leaving.abort(new Error('left'));
	expect(await Promise.allSettled(holding)).toMatchObject(
		holding.map(() => ({ status: 'rejected', reason: leaving.signal.reason as Error })),
	);
	comparisons.close();
});
