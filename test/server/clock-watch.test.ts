import { ClockWatch } from '../../server/clock-watch';

test('a clock that is set is told once, and one that drifts is not', () => {
	let [wall, counted] = [1_000_000, 50];
	const watch = new ClockWatch({ now: () => wall }, { now: () => counted });
	const pass = (wallMs: number, countedMs: number) => {
		wall += wallMs;
		counted += countedMs;
		return watch.look();
	};
	expect(pass(1_000, 1_000)).toBeUndefined();
	expect(pass(1_000, 900)).toBeUndefined();
	expect(pass(3_601_000, 1_000)).toMatch(
		/^the clock of this machine was set forward by 3600 s, to /,
	);
	expect(pass(1_000, 1_000)).toBeUndefined();
	expect(pass(-3_599_000, 1_000)).toMatch(/set back by 3600 s/);
	// A process that stood still: both went on.
	expect(pass(60_000, 60_000)).toBeUndefined();
});
