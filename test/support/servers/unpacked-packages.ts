/** Programs of the distribution's packages, unpacked into a cache folder once, whoever asks first. */
import fs from 'node:fs';
import path from 'node:path';
import { lockFile } from '../../../server/exclusive-file';
import { cacheFolder } from '../../../start/machine/cache-folder';
import { holdsPackages, unpackPackages } from '../../../start/machine/debian-package';

const turnMs = 15 * 60_000;

/** The root of the unpacked tree, which holds `usr/bin`, `usr/lib` and so on. */
export function unpackedOnce(
	name: string,
	packages: readonly string[],
	cache = cacheFolder(),
): string {
	const folder = path.join(cache, name);
	if (holdsPackages(folder, packages)) return unpackPackages(folder, packages);
	fs.mkdirSync(cache, { recursive: true });
	// Files of tests run beside each other, and so do whole runs.
	const turn = lockFile(path.join(cache, `${name}.lock`), turnMs);
	if (turn === undefined) throw new Error(`another process unpacks ${name} for too long`);
	try {
		return unpackPackages(folder, packages);
	} finally {
		turn.release();
	}
}
