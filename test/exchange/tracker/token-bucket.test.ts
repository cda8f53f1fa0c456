import fc from 'fast-check';
import { TokenBucket } from '../../../exchange/tracker/token-bucket';
import { HeldTiming } from './held-timing';

/** Moments at which turns were given when they were asked for at these moments. */
async function turnsAt(callsPerMinuteMax: number, gaps: readonly number[]): Promise<number[]> {
	const timing = new HeldTiming();
	const bucket = new TokenBucket(callsPerMinuteMax, timing);
	const given: { readonly turn: number; readonly at: number }[] = [];
	const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
	const asked: Promise<void>[] = [];
	for (const [turn, gap] of gaps.entries()) {
		const until = timing.elapsed() + gap;
		while (timing.next(until)) await settle();
		timing.advance(until - timing.elapsed());
		asked.push(
			bucket.turn().then((mayGo) => {
				if (mayGo) given.push({ turn, at: timing.elapsed() });
			}),
		);
		await settle();
	}
	await settle();
	while (timing.next()) await settle();
	await Promise.all(asked);
	expect(given.map(({ turn }) => turn)).toEqual(gaps.map((_, turn) => turn));
	return given.map(({ at }) => at);
}

function mostInAMinute(moments: readonly number[]): number {
	return Math.max(
		0,
		...moments.map((from) => moments.filter((at) => at >= from && at < from + 60_000).length),
	);
}

test.each([1, 2, 59, 60, 61, 600])(
	'%i calls a minute are reached and never passed',
	async (most) => {
		const moments = await turnsAt(most, Array<number>(most * 2 + 1).fill(0));
		expect(mostInAMinute(moments)).toBe(most);
		expect(moments[most * 2]).toBeLessThanOrEqual(60_000 * 2.1);
	},
);

test('no minute has more turns than allowed, and they go in the order asked for', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 200 }),
			fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40_000 })), { maxLength: 60 }),
			async (most, gaps) => {
				expect(mostInAMinute(await turnsAt(most, gaps))).toBeLessThanOrEqual(most);
			},
		),
		{ numRuns: 200 },
	);
});

test('without a limit every turn is at once', async () => {
	expect(await turnsAt(0, Array<number>(1000).fill(0))).toEqual(Array<number>(1000).fill(0));
});

test('those who wait when it closes are sent away, as those who come later', async () => {
	const bucket = new TokenBucket(1, new HeldTiming());
	expect(await bucket.turn()).toBe(true);
	const waiting = [bucket.turn(), bucket.turn()];
	bucket.close();
	expect(await Promise.all([...waiting, bucket.turn()])).toEqual([false, false, false]);
	const free = new TokenBucket(0, new HeldTiming());
	free.close();
	expect(await free.turn()).toBe(false);
});
