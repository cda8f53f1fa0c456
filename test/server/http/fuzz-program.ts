/** One fuzz of one program, with what has to hold before and after it. */
import type { PlacedProgram } from '../../support/program-places';
import { footprint, fuzz, serves, settled, type Load } from './fuzz';

/** What a heap may have grown by when it was not collected since; a leak of a request is more. */
const residentBytesMax = 256 * 1024 ** 2;

export async function fuzzProgram(
	program: PlacedProgram,
	goodPath: string,
	{ seed, count }: Load,
): Promise<void> {
	await program.process.start();
	try {
		const { pid } = program.process;
		if (pid === undefined) throw new Error('a program that runs has an id');
		// What it opens once for the first requests is no leak.
		await fuzz(program, { seed: seed + 1, count: Math.ceil(count / 10) });
		expect(await serves(program, goodPath)).toBe(true);
		const before = footprint(pid);
		await fuzz(program, { seed, count });
		expect(await serves(program, goodPath)).toBe(true);
		await settled(pid, before);
		const grown = footprint(pid).residentBytes - before.residentBytes;
		expect(grown).toBeLessThan(residentBytesMax);
		expect(program.process.output()).not.toContain('unexpected fault');
		expect(await program.process.end()).toBe(0);
	} finally {
		await program.process.kill();
		program.remove();
	}
}
