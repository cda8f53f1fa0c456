/**
 * Finds the folder of this checkout, from the TypeScript sources and from dist alike.
 * It knows nothing of what lies in that folder.
 */
import fs from 'node:fs';
import path from 'node:path';

/** The nearest folder above this file that holds the lock file of the checkout. */
export function projectRoot(): string {
	let folder = __dirname;
	while (!fs.existsSync(path.join(folder, 'package-lock.json'))) {
		const above = path.dirname(folder);
		if (above === folder) throw new Error(`No package-lock.json above ${__dirname}.`);
		folder = above;
	}
	return folder;
}
