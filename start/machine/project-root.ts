/** Works from the TypeScript sources and from dist. */
import fs from 'node:fs';
import path from 'node:path';

/** The nearest parent folder with the lock file. */
export function projectRoot(): string {
	let folder = __dirname;
	while (!fs.existsSync(path.join(folder, 'package-lock.json'))) {
		const above = path.dirname(folder);
		if (above === folder) throw new Error(`No package-lock.json above ${__dirname}.`);
		folder = above;
	}
	return folder;
}
