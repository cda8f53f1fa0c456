/** One fuzz of one program, with what has to hold before and after it. */
import { descriptorsOf, heapBytes } from '../../support/programs/process-use';
import type { PlacedProgram } from '../../support/programs/program-places';
import { until } from '../../support/clients/requests';
import { fuzz, serves, type Load } from './fuzz';

/** What is compiled and kept ready for other requests than those before; a leak of a request is more. */
const grownBytesMax = 32 * 1024 ** 2;

export async function fuzzProgram(
	program: PlacedProgram,
	goodPath: string,
	{ seed, count }: Load,
): Promise<void> {
	await program.process.start();
	try {
		// What it opens once for the first requests is no leak.
		await fuzz(program, { seed: seed + 1, count: Math.ceil(count / 10) });
		expect(await serves(program, goodPath)).toBe(true);
		const before = await descriptorsOf(program.process);
		const bytes = await heapBytes(program.process);
		await fuzz(program, { seed, count });
		expect(await serves(program, goodPath)).toBe(true);
		await until(async () => ((await descriptorsOf(program.process)) <= before ? true : undefined));
		expect((await heapBytes(program.process)) - bytes).toBeLessThan(grownBytesMax);
		expect(program.process.output()).not.toContain('unexpected fault');
		expect(await program.process.end()).toBe(0);
	} finally {
		await program.process.kill();
		program.remove();
	}
}
